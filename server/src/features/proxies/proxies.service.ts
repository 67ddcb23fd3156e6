import {
  type ProxyTestResult,
  proxy as proxyEntity,
} from '@quartermaster/contract/entities/proxies/proxies.schema';
import type { FastifyBaseLogger } from 'fastify';
import { v7 as uuid } from 'uuid';
import type { Owner } from '../../records/owner.ts';
import type { Db } from '../../db/schema.ts';
import { bulkImport } from '../../records/import/bulk-import.ts';
import { type ProxyTestOptions, type ProxyToTest, testProxy } from './proxies.connection.ts';
import { ProxyTestLimits } from './proxies.limits.ts';
import { duplicateProxy, proxyKey, proxyKeys, proxyTable } from './proxies.repository.ts';

/** Tests a connection within the user's limits, and logs who reached for which address. */
export class ProxyTests {
  readonly #limits = new ProxyTestLimits();
  readonly #options: ProxyTestOptions;

  constructor(options: ProxyTestOptions) {
    this.#options = options;
  }

  async run(userId: string, proxy: ProxyToTest, log: FastifyBaseLogger): Promise<ProxyTestResult> {
    const result = await this.#limits.run(userId, () => testProxy(proxy, this.#options));
    const { ip, port, type } = proxy;
    log.info({ userId, ip, port, type, success: result.success }, 'proxy tested');
    return result;
  }
}

/** One transaction: every good row lands or, on a fault, none. */
export const importProxies = (
  db: Db,
  owner: Owner,
  { proxies, skipDuplicates }: { proxies: unknown[]; skipDuplicates: boolean },
) =>
  db.transaction().execute(async (tx) =>
    bulkImport({
      rows: proxies,
      skipDuplicates,
      schema: proxyEntity.create.body,
      check: () => ({}),
      keyOf: proxyKey,
      storedKeys: await proxyKeys(tx, owner),
      duplicate: duplicateProxy,
      insert: (rows) => proxyTable.insertMany(tx, owner, rows, uuid()),
    }),
  );
