import { isIP, type Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import { ipEchoUrl } from '@quartermaster/contract/catalog/proxy-test-urls';
import type { ProxyType } from '@quartermaster/contract/catalog/proxy-types';
import type { ProxyTestResult } from '@quartermaster/contract/entities/proxies/proxies.schema';
import { isPublicAddress } from './proxies.addresses.ts';
import { TestFailure, during, duringTls } from './proxies.faults.ts';
import { getDirectly, getThroughProxy, openHttpTunnel } from './proxies.http-client.ts';
import { openProxyTls, openSocket, openTargetTls } from './proxies.sockets.ts';
import { openSocksTunnel } from './proxies.socks-client.ts';
import { type Login, type Target, targetOf } from './proxies.target.ts';

export interface ProxyToTest extends Login {
  ip: string;
  port: number;
  type: ProxyType;
  testUrl?: string | null | undefined;
}

export interface ProxyTestOptions {
  /** Whether a proxy may stand at an address that is not public. */
  allowPrivate: boolean;
  /** For the whole test. */
  deadlineMs?: number;
  /** Authorities (PEM) to believe instead of the usual ones. */
  trusted?: string;
}

const defaultDeadlineMs = 8000;

const failed = (error: string): ProxyTestResult => ({ success: false, error, data: null });

/** The proxy's answer to a request for the target, over a socket that is still connecting. */
async function answerOf(
  { socket, connected }: { socket: Socket; connected: Promise<void> },
  proxy: ProxyToTest,
  target: Target,
  trusted: string | undefined,
): Promise<string> {
  await during('The proxy', connected);
  const link: Duplex = proxy.type === 'HTTPS' ? await duringTls('The proxy', openProxyTls(socket)) : socket;
  if (proxy.type === 'SOCKS5') await openSocksTunnel(link, target, proxy);
  else if (target.secure) await openHttpTunnel(link, target, proxy);
  else return getThroughProxy(link, target, proxy);
  if (!target.secure) return getDirectly(link, target);
  const secured = await duringTls('The test URL', openTargetTls(link, target.host, trusted));
  return getDirectly(secured, target);
}

/** The address in an IP-echo's answer, plain or JSON ({ip} or {origin}). */
export function echoedAddress(answer: string): string | null {
  const text = answer.trim();
  if (isIP(text) !== 0) return text;
  try {
    const { ip, origin } = JSON.parse(text) as { ip?: unknown; origin?: unknown };
    // An origin lists the addresses on the way, the first being the caller's.
    const address =
      String(ip ?? origin)
        .split(',')[0]
        ?.trim() ?? '';
    return isIP(address) === 0 ? null : address;
  } catch {
    return null;
  }
}

/**
 * Makes a request through a proxy. The deadline ends it at whatever point it stands, by answering and by
 * destroying the socket that everything runs over: a library's own abort may wait for a proxy that is silent.
 */
export async function testProxy(proxy: ProxyToTest, options: ProxyTestOptions): Promise<ProxyTestResult> {
  const { allowPrivate, deadlineMs = defaultDeadlineMs, trusted } = options;
  if (!allowPrivate && !isPublicAddress(proxy.ip))
    return failed('Proxies at private, local or reserved addresses are not tested on this installation');
  const began = performance.now();
  const opened = openSocket(proxy.ip, proxy.port);
  const deadline = Promise.withResolvers<never>();
  const timer = setTimeout(
    () => deadline.reject(new TestFailure(`Timed out after ${deadlineMs / 1000} seconds`)),
    deadlineMs,
  );
  try {
    const target = targetOf(proxy.testUrl || ipEchoUrl);
    const answer = await Promise.race([answerOf(opened, proxy, target, trusted), deadline.promise]);
    const responseTime = Math.round(performance.now() - began);
    return {
      success: true,
      error: null,
      data: { responseTime, ipAddress: echoedAddress(answer) ?? proxy.ip },
    };
  } catch (error) {
    if (error instanceof TestFailure) return failed(error.message);
    throw error;
  } finally {
    clearTimeout(timer);
    opened.socket.destroy();
  }
}
