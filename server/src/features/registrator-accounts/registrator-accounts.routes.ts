import { registratorAccountCsv } from '@quartermaster/contract/entities/registrator-accounts/registrator-accounts.routes';
import {
  registratorAccountBulkImport,
  registratorAccountExport,
  registratorAccountFormData,
  registratorAccountStats,
  registratorAccounts as crud,
} from '@quartermaster/contract/entities/registrator-accounts/registrator-accounts.schema';
import { crudRoutes } from '../../http/crud-routes.ts';
import { exportList } from '../../records/list/export-file.ts';
import { implement } from '../../http/implement.ts';
import type { Services } from '../../services.ts';
import { registratorAccountFigures } from './registrator-accounts.figures.ts';
import { registratorAccountChoices } from './registrator-accounts.form-data.ts';
import {
  getRegistratorAccount,
  listRegistratorAccounts,
  registratorAccountConditions,
  registratorAccounts,
} from './registrator-accounts.repository.ts';
import {
  createRegistratorAccount,
  importRegistratorAccounts,
  updateRegistratorAccount,
} from './registrator-accounts.service.ts';

export function registratorAccountRoutes({ api, db }: Services): void {
  crudRoutes(api, db, crud, {
    table: registratorAccounts,
    conditions: registratorAccountConditions,
    list: listRegistratorAccounts,
    get: getRegistratorAccount,
    create: createRegistratorAccount,
    update: updateRegistratorAccount,
  });
  implement(api, registratorAccountFormData, ({ caller }) => registratorAccountChoices(db, caller.owner));
  implement(api, registratorAccountStats, async ({ caller }) => ({
    stats: await registratorAccountFigures(db, caller.owner),
  }));
  implement(api, registratorAccountBulkImport, ({ caller, body }) =>
    importRegistratorAccounts(db, caller.owner, body.accounts, body.skipDuplicates),
  );
  implement(api, registratorAccountExport, async ({ caller, query, reply }) =>
    exportList(
      reply,
      registratorAccountExport.download.name,
      registratorAccountCsv,
      (page) => listRegistratorAccounts(db, caller.owner, page),
      query,
    ),
  );
}
