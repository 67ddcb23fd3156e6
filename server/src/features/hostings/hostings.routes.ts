import { hosting as hostingEntity } from '@quartermaster/contract/entities/hostings/hostings.schema';
import { availableTags } from '../../records/tags.ts';
import { crudRoutes } from '../../http/crud-routes.ts';
import { exportList } from '../../records/list/export-file.ts';
import { implement } from '../../http/implement.ts';
import type { Services } from '../../services.ts';
import {
  getHosting,
  hostingAccounts,
  hostingConditions,
  hostingFigures,
  listHostings,
} from './hostings.repository.ts';
import { createHosting, updateHosting } from './hostings.service.ts';

export function hostingRoutes({ api, db }: Services): void {
  crudRoutes(api, db, hostingEntity, {
    table: hostingAccounts,
    conditions: hostingConditions,
    list: listHostings,
    get: getHosting,
    create: createHosting,
    update: updateHosting,
  });
  implement(api, hostingEntity.stats, ({ caller }) => hostingFigures(db, caller.owner));
  implement(api, hostingEntity.tags, async ({ caller }) => ({
    tags: await availableTags(db, caller.owner, 'hostings'),
  }));
  implement(api, hostingEntity.export, async ({ caller, query, reply }) =>
    exportList(
      reply,
      hostingEntity.export.download.name,
      hostingEntity.csv,
      (page) => listHostings(db, caller.owner, page),
      query,
    ),
  );
}
