import * as expirations from '@quartermaster/contract/expirations/expirations.schema';
import { expirationCosts } from '../../expiry/costs.ts';
import { expirationMonths, expirationSum, listExpirations } from '../../expiry/pages.ts';
import { tableAnswer } from '../records/records.export-file.ts';
import { implement } from '../../http/implement.ts';
import { failSince } from '../../expiry/lookups/fail-since.ts';
import type { Services } from '../../services.ts';
import { renewExpirations } from './expirations.renewing.ts';
import { exportedExpirations } from './expirations.service.ts';

export function expirationRoutes({ api, db, tables, config }: Services): void {
  implement(api, expirations.list, async ({ caller: { owner }, query }) => ({
    ...(await listExpirations(db, owner, tables, query)),
    lookUpsFailSince: await failSince(db, config, owner.id),
  }));
  implement(api, expirations.months, async ({ caller, query }) => ({
    months: await expirationMonths(db, caller.owner, tables, query),
  }));
  implement(api, expirations.sum, async ({ caller, query }) => ({
    sum: await expirationSum(db, caller.owner, tables, query),
  }));
  implement(api, expirations.costs, async ({ caller, query }) => ({
    costs: await expirationCosts(db, caller.owner, tables, query),
  }));
  implement(api, expirations.bulkActions, ({ caller, body, request }) =>
    renewExpirations({ db, tables, config }, caller, { ...body, client: request.raw.socket }),
  );
  implement(api, expirations.exported, async ({ caller, query: { tagType, format, ...query }, reply }) => {
    const rows = await exportedExpirations(db, caller, tables, query);
    const columns = expirations.csvWithTags(tagType);
    return tableAnswer(reply, expirations.exported.download, format, columns, rows);
  });
}
