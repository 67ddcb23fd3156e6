import { proxy } from '@quartermaster/contract/entities/proxies/proxies.schema';
import { crudRoutes } from '../records/records.routes.ts';
import { implement } from '../../http/implement.ts';
import { importRows } from '../../records/import/apply.ts';
import { tagCounts } from '../../records/list/tag-counts.ts';
import type { Services } from '../../services.ts';
import { proxies } from './proxies.entity.ts';
import { ProxyTests } from './proxies.service.ts';
import { proxyStats } from './proxies.stats.ts';

/** Rows come from files, in which a port is text and a type is written in any case. */
function readRow(row: unknown): unknown {
  if (typeof row !== 'object' || row === null) return row;
  const { port, type } = row as Readonly<Record<string, unknown>>;
  return {
    ...row,
    ...(typeof port === 'string' && /^\s*\d+\s*$/.test(port) && { port: Number(port) }),
    ...(typeof type === 'string' && { type: type.trim().toUpperCase() }),
  };
}

export function proxyRoutes({ api, db, config }: Services): void {
  const tests = new ProxyTests({ allowPrivate: config.proxyTestAllowPrivate });
  implement(api, proxy.stats, async ({ caller: { owner } }) => ({
    stats: { ...(await proxyStats(db, owner)), tagsByType: await tagCounts(db, owner, 'proxies') },
  }));
  implement(api, proxy.test, ({ caller, body, request }) =>
    tests.run(caller.principal.userId, body, request.log),
  );
  implement(api, proxy.bulkImport, ({ caller, request, body: { proxies: rows, skipDuplicates } }) =>
    importRows(db, caller, request.raw.socket, proxies, rows, { skipDuplicates, complete: readRow }),
  );
  crudRoutes(api, db, proxies);
}
