import { proxy as proxyEntity } from '@quartermaster/contract/entities/proxies/proxies.schema';
import { availableTags, tagCounts } from '../../records/tags.ts';
import { crudRoutes } from '../../http/crud-routes.ts';
import { exportList } from '../../records/list/export-file.ts';
import { implement } from '../../http/implement.ts';
import type { Services } from '../../services.ts';
import { getProxy, listProxies, proxyConditions, proxyFigures, proxyTable } from './proxies.repository.ts';
import { ProxyTests, importProxies } from './proxies.service.ts';

export function proxyRoutes({ api, db, config }: Services): void {
  const tests = new ProxyTests({ allowPrivate: config.proxyTestAllowPrivate });
  implement(api, proxyEntity.stats, async ({ caller: { owner } }) => ({
    stats: { ...(await proxyFigures(db, owner)), tagsByType: await tagCounts(db, owner, 'proxies') },
  }));
  implement(api, proxyEntity.tags, async ({ caller }) => ({
    tags: await availableTags(db, caller.owner, 'proxies'),
  }));
  implement(api, proxyEntity.test, ({ caller, body, request }) =>
    tests.run(caller.userId, body, request.log),
  );
  implement(api, proxyEntity.bulkImport, ({ caller, body }) => importProxies(db, caller.owner, body));
  implement(api, proxyEntity.export, async ({ caller, query, reply }) =>
    exportList(
      reply,
      proxyEntity.export.download.name,
      proxyEntity.csv,
      (page) => listProxies(db, caller.owner, page),
      query,
    ),
  );
  crudRoutes(api, db, proxyEntity, {
    table: proxyTable,
    conditions: proxyConditions,
    list: listProxies,
    get: getProxy,
    create: (tx, { owner }, body) => proxyTable.insert(tx, owner, body),
    update: (tx, { owner }, before, body) => proxyTable.update(tx, owner, before, body),
  });
}
