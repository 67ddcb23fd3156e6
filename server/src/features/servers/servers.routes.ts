import { serverCsv } from '@quartermaster/contract/entities/servers/servers.routes';
import {
  serverExport,
  serverSsh,
  serverStats,
  serverTags,
  servers,
} from '@quartermaster/contract/entities/servers/servers.schema';
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
  crudRoutes(api, db, servers, {
    table: serverTable,
    conditions: serverConditions,
    list: listServers,
    get: getServer,
    create: createServer,
    update: updateServer,
  });
  implement(api, serverStats, ({ caller }) => serverFigures(db, caller.owner));
  implement(api, serverTags, async ({ caller }) => ({
    tags: await availableTags(db, caller.owner, 'servers'),
  }));
  implement(api, serverSsh, async ({ params, query, caller }) =>
    sshOf(await getServer(db, caller.owner, params.id), query.username),
  );
  implement(api, serverExport, async ({ caller, query, reply }) =>
    exportList(
      reply,
      serverExport.download.name,
      serverCsv,
      (page) => listServers(db, caller.owner, page),
      query,
    ),
  );
}
