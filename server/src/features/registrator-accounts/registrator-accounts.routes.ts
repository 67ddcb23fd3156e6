import { registratorAccount } from '@quartermaster/contract/entities/registrator-accounts/registrator-accounts.schema';
import { crudRoutes } from '../records/records.routes.ts';
import { implement } from '../../http/implement.ts';
import { importRows } from '../../records/import/apply.ts';
import type { Services } from '../../services.ts';
import { registratorAccounts } from './registrator-accounts.entity.ts';
import { registratorAccountChoices } from './registrator-accounts.form-data.ts';
import { registratorAccountStats } from './registrator-accounts.stats.ts';

export function registratorAccountRoutes({ api, db }: Services): void {
  crudRoutes(api, db, registratorAccounts);
  implement(api, registratorAccount.formData, ({ caller }) => registratorAccountChoices(db, caller.owner));
  implement(api, registratorAccount.stats, async ({ caller }) => ({
    stats: await registratorAccountStats(db, caller.owner),
  }));
  implement(api, registratorAccount.bulkImport, ({ caller, request, body: { accounts, skipDuplicates } }) =>
    importRows(db, caller, request.raw.socket, registratorAccounts, accounts, { skipDuplicates }),
  );
}
