import { hostAndPort, isIpAddress } from '@quartermaster/contract/rules/ip-address';
import type { FromText } from './special.ts';

const columns = ['Name', 'IP', 'Port', 'Username', 'Password', 'Type'];

const types = new Map(
  Object.entries({
    http: 'HTTP',
    https: 'HTTPS',
    socks5: 'SOCKS5',
    socks5h: 'SOCKS5',
    socks: 'SOCKS5',
  }),
);

interface Parts {
  ip: string;
  port: string;
  username: string;
  password: string;
  type: string;
}

const decoded = (text: string): string => {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
};

/** Splits 'ip:port', with an IPv6 address in brackets. */
function addressIn(text: string): Pick<Parts, 'ip' | 'port'> | null {
  const found = /^\[([\da-f:.]+)\]:(\d{1,5})$|^([\d.]+):(\d{1,5})$/i.exec(text);
  const ip = found?.[1] ?? found?.[3] ?? '';
  return isIpAddress(ip) ? { ip, port: found?.[2] ?? found?.[4] ?? '' } : null;
}

/** `scheme://user:pass@ip:port`, `user:pass@ip:port`, `ip:port:user:pass`, `ip:port`. The password may hold any sign. */
function proxyIn(line: string): Parts | null {
  const [, scheme = 'http', rest = ''] = /^(?:([a-z][a-z\d]*):\/\/)?(.*?)\/?$/i.exec(line) ?? [];
  const type = types.get(scheme.toLowerCase());
  if (type === undefined) return null;
  const at = rest.lastIndexOf('@');
  const behind = addressIn(rest.slice(at + 1));
  if (behind) {
    const login = rest.slice(0, Math.max(at, 0));
    const colon = login.indexOf(':');
    const username = colon < 0 ? login : login.slice(0, colon);
    const password = colon < 0 ? '' : login.slice(colon + 1);
    const own = rest !== line ? decoded : (text: string) => text;
    return { ...behind, type, username: own(username), password: own(password) };
  }
  const listed = /^((?:\[[\da-f:.]+\]|[\d.]+):\d{1,5}):([^:]*):([\s\S]*)$/i.exec(rest);
  const before = listed && addressIn(listed[1] ?? '');
  return before ? { ...before, type, username: listed[2] ?? '', password: listed[3] ?? '' } : null;
}

/** A list of proxies, one a line; the name is the address. */
export const proxyLines: FromText = (text, area) => {
  if (area !== 'proxies') return null;
  const lines = [...text.split(/\r\n?|\n/).entries()].filter(([, line]) => line.trim() !== '');
  const found = lines.map(([, line]) => proxyIn(line.trim()));
  const first = found.findIndex((parts) => parts !== null);
  if (first < 0 || first > 5 || found.filter((parts) => parts !== null).length * 2 < lines.length)
    return null;
  const rows = found.slice(first).map((parts, at) => {
    // What is no proxy stays, to be said and mended.
    if (!parts) return ['', lines[first + at]?.[1].trim() ?? '', '', '', '', ''];
    const { ip, port, username, password, type } = parts;
    return [hostAndPort(ip, Number(port)), ip, port, username, password, type];
  });
  const numbers = lines.slice(first).map(([at]) => at + 1);
  return { source: 'Proxies', header: null, columns, rows, lines: numbers };
};
