import { server } from '@quartermaster/contract/entities/servers/servers.schema';
import { crudRoutes } from '../records/records.routes.ts';
import { lookRoutes } from '../records/records.look-routes.ts';
import { implement } from '../../http/implement.ts';
import type { Services } from '../../services.ts';
import { servers } from './servers.entity.ts';
import { sshOf } from './servers.ssh.ts';
import { serverStats } from './servers.stats.ts';

export function serverRoutes({ api, db, config }: Services): void {
  lookRoutes({ api, db, config }, 'servers', server, servers);
  crudRoutes(api, db, servers);
  implement(api, server.stats, ({ caller }) => serverStats(db, caller.owner));
  implement(api, server.ssh, async ({ params, query, caller }) =>
    sshOf(await servers.get(db, { ...caller.owner, secrets: false }, params.id), query.username),
  );
}
