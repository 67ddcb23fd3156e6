import { server as serverEntity } from '@quartermaster/contract/entities/servers/servers.schema';
import { availableTags } from '../../records/tags.ts';
import { crudRoutes } from '../../http/crud-routes.ts';
import { exportList } from '../../records/list/export-file.ts';
import { implement } from '../../http/implement.ts';
import type { Services } from '../../services.ts';
import {
  getServer,
  listServers,
  serverConditions,
  serverFigures,
  serverTable,
} from './servers.repository.ts';
import { createServer, sshOf, updateServer } from './servers.service.ts';

export function serverRoutes({ api, db }: Services): void {
  crudRoutes(api, db, serverEntity, {
    table: serverTable,
    conditions: serverConditions,
    list: listServers,
    get: getServer,
    create: createServer,
    update: updateServer,
  });
  implement(api, serverEntity.stats, ({ caller }) => serverFigures(db, caller.owner));
  implement(api, serverEntity.tags, async ({ caller }) => ({
    tags: await availableTags(db, caller.owner, 'servers'),
  }));
  implement(api, serverEntity.ssh, async ({ params, query, caller }) =>
    sshOf(await getServer(db, caller.owner, params.id), query.username),
  );
  implement(api, serverEntity.export, async ({ caller, query, reply }) =>
    exportList(
      reply,
      serverEntity.export.download.name,
      serverEntity.csv,
      (page) => listServers(db, caller.owner, page),
      query,
    ),
  );
}
