import type { ProxyType } from '@quartermaster/contract/catalog/proxy-types';
import { isIpAddress } from '@quartermaster/contract/rules/ip-address';

const groups = 8;

/** An address as its rule expects it: IPv6 with all eight groups, in lower case; null for other text. */
export function fullAddress(text: string): string | null {
  if (isIpAddress(text)) return text.toLowerCase();
  if (!/^[\da-f]*:[\da-f:.]*$/i.test(text)) return null;
  try {
    // As shortened by the URL standard, which also reads an IPv4 address at the end.
    const short = new URL(`http://[${text}]`).hostname.slice(1, -1);
    const [start = '', end] = short
      .split('::')
      .map((half) => half.split(':').filter((group) => group !== ''));
    if (end === undefined) return short;
    return [...start, ...Array<string>(groups - start.length - end.length).fill('0'), ...end].join(':');
  } catch {
    return null;
  }
}

/** What the text of a proxy says about it. */
interface ProxyParts {
  ip: string;
  port?: string;
  username?: string;
  password?: string;
  type?: ProxyType;
}

const types: Readonly<Record<string, ProxyType>> = {
  http: 'HTTP',
  https: 'HTTPS',
  socks5: 'SOCKS5',
  socks5h: 'SOCKS5',
};

/** In a URL, percent signs encode characters; a list of proxies may also have bare ones. */
function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

/** 'ip', 'ip:port' or 'ip:port:user:password', with IPv6 in brackets before a port. */
function listed(text: string): ProxyParts | null {
  const alone = fullAddress(text.replace(/^\[([^\]]*)\]$/, '$1'));
  if (alone !== null) return { ip: alone };
  const [, host = '', port = '', login = ''] = /^(\[[^\]]*\]|[^:]*):(\d{1,5})(:.*)?$/.exec(text) ?? [];
  const ip = fullAddress(host.replace(/^\[([^\]]*)\]$/, '$1'));
  if (ip === null) return null;
  if (login === '') return { ip, port };
  const [, username = '', ...password] = login.split(':');
  return username === '' || password.length === 0
    ? null
    : { ip, port, username, password: password.join(':') };
}

/** 'user:password@ip:port'. */
function withLogin(text: string): ProxyParts | null {
  const at = text.lastIndexOf('@');
  const address = at < 1 ? null : listed(text.slice(at + 1));
  if (address === null || address.username !== undefined) return null;
  const [username = '', ...password] = text.slice(0, at).split(':');
  return {
    ...address,
    username: decoded(username),
    ...(password.length > 0 && { password: decoded(password.join(':')) }),
  };
}

/** Reads a proxy's address, or a whole proxy as providers list it, with or without a scheme; null for other text. */
export function proxyParts(text: string): ProxyParts | null {
  const typed = text.trim();
  if (/\s/.test(typed)) return null;
  const [, scheme, rest = typed] = /^([a-z][a-z\d]*):\/\/(.*?)\/?$/i.exec(typed) ?? [];
  const type = scheme === undefined ? undefined : types[scheme.toLowerCase()];
  if (scheme !== undefined && type === undefined) return null;
  const parts = listed(rest) ?? withLogin(rest);
  return parts && { ...parts, ...(type && { type }) };
}
