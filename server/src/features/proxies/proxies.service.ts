import type { ProxyTestResult } from '@quartermaster/contract/entities/proxies/proxies.schema';
import type { FastifyBaseLogger } from 'fastify';
import { type ProxyTestOptions, type ProxyToTest, testProxy } from './proxies.connection.ts';
import { ProxyTestLimits } from './proxies.limits.ts';

/** Tests a connection within the user's limits, and logs who tried to reach which address. */
export class ProxyTests {
  readonly #limits = new ProxyTestLimits();
  readonly #options: ProxyTestOptions;

  constructor(options: ProxyTestOptions) {
    this.#options = options;
  }

  async run(userId: string, proxy: ProxyToTest, log: FastifyBaseLogger): Promise<ProxyTestResult> {
    const result = await this.#limits.run(userId, () => testProxy(proxy, this.#options));
    const { ip, port, type } = proxy;
    log.info({ ip, port, type, success: result.success }, 'proxy tested');
    return result;
  }
}
