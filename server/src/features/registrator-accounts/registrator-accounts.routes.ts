import { registratorAccount as registratorAccountEntity } from '@quartermaster/contract/entities/registrator-accounts/registrator-accounts.schema';
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
  crudRoutes(api, db, registratorAccountEntity, {
    table: registratorAccounts,
    conditions: registratorAccountConditions,
    list: listRegistratorAccounts,
    get: getRegistratorAccount,
    create: createRegistratorAccount,
    update: updateRegistratorAccount,
  });
  implement(api, registratorAccountEntity.formData, ({ caller }) =>
    registratorAccountChoices(db, caller.owner),
  );
  implement(api, registratorAccountEntity.stats, async ({ caller }) => ({
    stats: await registratorAccountFigures(db, caller.owner),
  }));
  implement(api, registratorAccountEntity.bulkImport, ({ caller, body }) =>
    importRegistratorAccounts(db, caller.owner, body.accounts, body.skipDuplicates),
  );
  implement(api, registratorAccountEntity.export, async ({ caller, query, reply }) =>
    exportList(
      reply,
      registratorAccountEntity.export.download.name,
      registratorAccountEntity.csv,
      (page) => listRegistratorAccounts(db, caller.owner, page),
      query,
    ),
  );
}
