import { cdnAccount } from '@quartermaster/contract/entities/cdn/cdn.schema';
import { crudRoutes } from '../records/records.routes.ts';
import { implement } from '../../http/implement.ts';
import type { Services } from '../../services.ts';
import { cdnAccounts } from './cdn.entity.ts';
import { cdnChoices } from './cdn.form-data.ts';
import { cdnStats } from './cdn.stats.ts';

export function cdnRoutes({ api, db }: Services): void {
  crudRoutes(api, db, cdnAccounts);
  implement(api, cdnAccount.stats, async ({ caller }) => ({ stats: await cdnStats(db, caller.owner) }));
  implement(api, cdnAccount.formData, ({ caller }) => cdnChoices(db, caller.owner));
}
