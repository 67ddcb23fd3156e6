/** What a proxy is asked to fetch, taken apart. A login in the URL is left out: nothing is sent of it. */
export interface Target {
  secure: boolean;
  /** IPv6 without brackets. */
  host: string;
  port: number;
  /** As a CONNECT names it: always with the port, IPv6 in brackets. */
  authority: string;
  /** As a Host header names it: without the usual port. */
  hostHeader: string;
  path: string;
}

export function targetOf(url: string): Target {
  const { protocol, host, hostname, port, pathname, search } = new URL(url);
  const secure = protocol === 'https:';
  const number = port === '' ? (secure ? 443 : 80) : Number(port);
  return {
    secure,
    host: hostname.replace(/^\[|\]$/g, ''),
    port: number,
    authority: `${hostname}:${number}`,
    hostHeader: host,
    path: pathname + search,
  };
}

/** How a proxy knows its users. */
export interface Login {
  username: string;
  password: string;
}
