import { popularRegistrators } from '@quartermaster/contract/catalog/registrators';
import { registratorType as registratorTypeEntity } from '@quartermaster/contract/entities/registrator-types/registrator-types.schema';
import { crudRoutes } from '../../http/crud-routes.ts';
import { exportRecords } from '../../records/list/export-file.ts';
import { implement } from '../../http/implement.ts';
import type { Services } from '../../services.ts';
import {
  getRegistratorType,
  listRegistratorTypes,
  registratorTypeConditions,
  registratorTypeFigures,
  registratorTypes as registratorTypeTable,
} from './registrator-types.repository.ts';
import { createRegistratorType, updateRegistratorType, writerOf } from './registrator-types.service.ts';

export function registratorTypeRoutes({ api, db }: Services): void {
  crudRoutes(api, db, registratorTypeEntity, {
    table: registratorTypeTable,
    conditions: registratorTypeConditions,
    list: listRegistratorTypes,
    get: getRegistratorType,
    create: createRegistratorType,
    update: updateRegistratorType,
    writer: writerOf,
  });
  implement(api, registratorTypeEntity.popular, () =>
    Promise.resolve({ popularTypes: [...popularRegistrators] }),
  );
  implement(api, registratorTypeEntity.stats, async ({ caller }) => ({
    stats: await registratorTypeFigures(db, caller.owner),
  }));
  implement(api, registratorTypeEntity.export, async ({ caller, query, reply }) => {
    const today = new Date().toISOString().slice(0, 10);
    const name = registratorTypeEntity.export.download.name.replace('YYYY-MM-DD', today);
    return exportRecords(
      reply,
      name,
      (type) => type,
      (page) => listRegistratorTypes(db, caller.owner, page),
      query,
    );
  });
}
