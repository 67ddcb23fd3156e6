import { type ProxyTestResult, proxyCreate } from '@quartermaster/contract/entities/proxies/proxies.schema';
import { v7 as uuid } from 'uuid';
import type { Owner } from '../../records/owner.ts';
import type { Db } from '../../db/schema.ts';
import { bulkImport } from '../../records/import/bulk-import.ts';
import { AppError } from '../../lib/errors.ts';
import { type ProxyTestOptions, type ProxyToTest, testProxy } from './proxies.connection.ts';
import { duplicateProxy, proxyKey, proxyKeys, proxyTable } from './proxies.repository.ts';

const testsAtOnce = 5;
const retrySeconds = 8;

/** Connection tests, a few at once for each user: each holds a socket to an address of his choice. */
export class ProxyTests {
  readonly #running = new Map<string, number>();
  readonly #options: ProxyTestOptions;

  constructor(options: ProxyTestOptions) {
    this.#options = options;
  }

  async run(userId: string, proxy: ProxyToTest): Promise<ProxyTestResult> {
    const running = this.#running.get(userId) ?? 0;
    if (running >= testsAtOnce)
      throw new AppError(
        'RATE_LIMITED',
        `At most ${testsAtOnce} connection tests at once; wait for one to end`,
        undefined,
        retrySeconds,
      );
    this.#running.set(userId, running + 1);
    try {
      return await testProxy(proxy, this.#options);
    } finally {
      const left = (this.#running.get(userId) ?? 1) - 1;
      if (left === 0) this.#running.delete(userId);
      else this.#running.set(userId, left);
    }
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
      schema: proxyCreate,
      check: () => ({}),
      keyOf: proxyKey,
      storedKeys: await proxyKeys(tx, owner),
      duplicate: duplicateProxy,
      insert: (rows) => proxyTable.insertMany(tx, owner, rows, uuid()),
    }),
  );
