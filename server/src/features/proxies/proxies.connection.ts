import { isIP } from 'node:net';
import { ipEchoUrl } from '@quartermaster/contract/catalog/proxy-test-urls';
import type { ProxyTestResult } from '@quartermaster/contract/entities/proxies/proxies.schema';
import { RefusedAddress, RequestFailure } from '../../net/failures.ts';
import { request } from '../../net/request.ts';
import type { ProxyServer } from '../../net/target.ts';

export interface ProxyToTest extends ProxyServer {
  testUrl?: string | null | undefined;
}

export interface ProxyTestOptions {
  /** Whether a proxy may have a private address. */
  allowPrivate: boolean;
  /** For the whole test. */
  deadlineMs?: number;
  /** Authorities (PEM) to trust instead of the usual ones. */
  trusted?: string;
}

const defaultDeadlineMs = 8000;
/** Search engines send more; the beginning is enough to show that the proxy works. In bytes. */
const maxBytes = 64 * 1024;

const failed = (error: string): ProxyTestResult => ({ success: false, error, data: null });

/** The address in the response of an IP echo service, plain or JSON ({ip} or {origin}). */
export function echoedAddress(answer: string): string | null {
  const text = answer.trim();
  if (isIP(text) !== 0) return text;
  try {
    const { ip, origin } = JSON.parse(text) as { ip?: unknown; origin?: unknown };
    // `origin` lists the addresses along the way, the caller's first.
    const address =
      String(ip ?? origin)
        .split(',')[0]
        ?.trim() ?? '';
    return isIP(address) === 0 ? null : address;
  } catch {
    return null;
  }
}

/** Requests a URL through a proxy. Does not follow redirects: they already show that it works. */
export async function testProxy(
  { testUrl, ...proxy }: ProxyToTest,
  { allowPrivate, deadlineMs = defaultDeadlineMs, trusted }: ProxyTestOptions,
): Promise<ProxyTestResult> {
  const began = performance.now();
  try {
    const { body } = await request(testUrl || ipEchoUrl, {
      allows: () => allowPrivate,
      trusted,
      deadlineMs,
      proxy,
      maxBytes,
      maxRedirects: 0,
      expects: (status) => status < 400,
      name: 'the test URL',
    });
    const responseTime = Math.round(performance.now() - began);
    const ipAddress = echoedAddress(body.toString()) ?? proxy.ip;
    return { success: true, error: null, data: { responseTime, ipAddress } };
  } catch (error) {
    if (error instanceof RefusedAddress)
      return failed('Proxies at private, local or reserved addresses are not tested on this installation');
    if (error instanceof RequestFailure) return failed(error.message);
    throw error;
  }
}
