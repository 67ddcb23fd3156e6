import { proxyCsv } from '@quartermaster/contract/entities/proxies/proxies.routes';
import {
  proxies,
  proxyBulkImport,
  proxyExport,
  proxyStats,
  proxyTags,
  proxyTest,
} from '@quartermaster/contract/entities/proxies/proxies.schema';
import { availableTags, tagCounts } from '../../records/tags.ts';
import { crudRoutes } from '../../http/crud-routes.ts';
import { exportList } from '../../records/list/export-file.ts';
import { implement } from '../../http/implement.ts';
import type { Services } from '../../services.ts';
import { getProxy, listProxies, proxyConditions, proxyFigures, proxyTable } from './proxies.repository.ts';
import { ProxyTests, importProxies } from './proxies.service.ts';

export function proxyRoutes({ api, db, config }: Services): void {
  const tests = new ProxyTests({ allowPrivate: config.proxyTestAllowPrivate });
  implement(api, proxyStats, async ({ caller: { owner } }) => ({
    stats: { ...(await proxyFigures(db, owner)), tagsByType: await tagCounts(db, owner, 'proxies') },
  }));
  implement(api, proxyTags, async ({ caller }) => ({
    tags: await availableTags(db, caller.owner, 'proxies'),
  }));
  implement(api, proxyTest, ({ caller, body, request }) => tests.run(caller.userId, body, request.log));
  implement(api, proxyBulkImport, ({ caller, body }) => importProxies(db, caller.owner, body));
  implement(api, proxyExport, async ({ caller, query, reply }) =>
    exportList(
      reply,
      proxyExport.download.name,
      proxyCsv,
      (page) => listProxies(db, caller.owner, page),
      query,
    ),
  );
  crudRoutes(api, db, proxies, {
    table: proxyTable,
    conditions: proxyConditions,
    list: listProxies,
    get: getProxy,
    create: (tx, { owner }, body) => proxyTable.insert(tx, owner, body),
    update: (tx, { owner }, before, body) => proxyTable.update(tx, owner, before, body),
  });
}
