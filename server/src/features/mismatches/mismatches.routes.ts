import * as mismatches from '@quartermaster/contract/mismatches/mismatches.schema';
import { failSince } from '../../expiry/lookups/fail-since.ts';
import { listMismatches } from '../../expiry/mismatches.ts';
import { uncheckedDomains } from '../../expiry/unchecked.ts';
import { implement } from '../../http/implement.ts';
import type { Services } from '../../services.ts';
import { actOnMismatches } from './mismatches.service.ts';

export function mismatchRoutes({ api, db, tables, config }: Services): void {
  implement(api, mismatches.list, async ({ caller: { owner }, query }) => ({
    ...(await listMismatches(db, owner, tables, query)),
    unchecked: await uncheckedDomains(db, owner, tables, config),
    lookUpsFailSince: await failSince(db, config, owner.id),
  }));
  implement(api, mismatches.bulkActions, ({ caller, body, request }) =>
    actOnMismatches(db, caller, tables, { ...body, client: request.raw.socket }),
  );
}
