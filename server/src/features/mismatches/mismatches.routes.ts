import * as mismatches from '@quartermaster/contract/mismatches/mismatches.schema';
import { listMismatches } from '../../expiry/mismatches.ts';
import { implement } from '../../http/implement.ts';
import type { Services } from '../../services.ts';
import { actOnMismatches } from './mismatches.service.ts';

export function mismatchRoutes({ api, db, tables }: Services): void {
  implement(api, mismatches.list, ({ caller, query }) => listMismatches(db, caller.owner, tables, query));
  implement(api, mismatches.bulkActions, ({ caller, body, request }) =>
    actOnMismatches(db, caller, tables, { ...body, client: request.raw.socket }),
  );
}
