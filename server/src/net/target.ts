import type { ProxyType } from '@quartermaster/contract/catalog/proxy-types';
import { RequestFailure } from './failures.ts';

/** The target of a request. Credentials in the URL are dropped and never sent. */
export interface RequestTarget {
  /** The name in error messages. */
  name: string;
  secure: boolean;
  /** IPv6 without brackets. */
  host: string;
  port: number;
  /** For CONNECT: always with the port, IPv6 in brackets. */
  authority: string;
  /** For the Host header: without the default port. */
  hostHeader: string;
  path: string;
}

/** `name` replaces the host in error messages. */
export function targetOf(url: URL, name: string | undefined): RequestTarget {
  const { protocol, host, hostname, port, pathname, search } = url;
  if (protocol !== 'http:' && protocol !== 'https:')
    throw new RequestFailure('Only http and https URLs are requested');
  const secure = protocol === 'https:';
  const number = port === '' ? (secure ? 443 : 80) : Number(port);
  return {
    name: name ?? hostname,
    secure,
    host: hostname.replace(/^\[|\]$/g, ''),
    port: number,
    authority: `${hostname}:${number}`,
    hostHeader: host,
    path: pathname + search,
  };
}

/** Credentials for a proxy. */
export interface Login {
  username: string;
  password: string;
}

export interface ProxyServer extends Login {
  ip: string;
  port: number;
  type: ProxyType;
}
