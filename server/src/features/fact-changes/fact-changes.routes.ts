import * as factChanges from '@quartermaster/contract/fact-changes/fact-changes.schema';
import { listFactChanges } from '../../expiry/fact-changes.ts';
import { implement } from '../../http/implement.ts';
import type { Services } from '../../services.ts';

export function factChangeRoutes({ api, db, tables }: Services): void {
  implement(api, factChanges.list, ({ caller, query }) => listFactChanges(db, caller.owner, tables, query));
}
