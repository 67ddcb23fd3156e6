import * as expirations from '@quartermaster/contract/expirations/expirations.schema';
import { expirationMonths, listExpirations } from '../../expiry/pages.ts';
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
  implement(api, expirations.bulkActions, ({ caller, body, request }) =>
    renewExpirations({ db, tables, config }, caller, { ...body, client: request.raw.socket }),
  );
  implement(api, expirations.exported, async ({ caller, query, reply }) => {
    const rows = await exportedExpirations(db, caller, tables, query);
    return tableAnswer(reply, expirations.exported.download, query.format, expirations.expirationsCsv, rows);
  });
}
