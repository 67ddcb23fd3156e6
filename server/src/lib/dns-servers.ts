import { isIP } from 'node:net';

/** `192.0.2.1`, `192.0.2.1:5353`, `2001:db8::1`, `[2001:db8::1]:5353`, as Node's resolver takes them; null: it is none. */
function readServer(text: string): string | null {
  if (isIP(text) !== 0) return text;
  const [, inBrackets, plain = inBrackets ?? '', port = '53'] =
    /^(?:\[([^[\]]+)\]|([^:[\]]+))(?::(\d{1,5}))?$/.exec(text) ?? [];
  const isPort = Number(port) > 0 && Number(port) < 65_536;
  return isPort && isIP(plain) === (inBrackets === undefined ? 4 : 6) ? text : null;
}

/** Parses `ip[:port]`, comma-separated; null if an entry is none. */
export function readDnsServers(text: string): string[] | null {
  const servers = text.split(',').map((each) => readServer(each.trim()));
  const known = servers.filter((each) => each !== null);
  return known.length < servers.length ? null : known;
}
