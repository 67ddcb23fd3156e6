import { type Trust, readNetworks } from './trusted-addresses.ts';

/** Whether an address and a port may be connected to. */
export type Allows = (address: string, port: number) => boolean;

/** `10.0.0.5`, `10.0.0.0/8`, `10.0.0.5:8000`; IPv6 in brackets: `[fd00::]/8`, `[::1]:8000`. */
const entry = /^(?:\[([\d.:a-f]+)\]|([\d.]+))(\/\d{1,3})?(?::(\d{1,5}))?$/i;

function readEntry(text: string): Allows | null {
  const [matched, inBrackets, plain, prefix = '', port] = entry.exec(text) ?? [];
  if (matched === undefined) return null;
  const isIn: Trust | null = readNetworks([`${inBrackets ?? plain}${prefix}`]);
  const only = port === undefined ? null : Number(port);
  const isWrongFamily = inBrackets !== undefined && !inBrackets.includes(':');
  if (!isIn || isWrongFamily || only === 0 || (only ?? 1) > 65_535) return null;
  return (address, asked) => (only === null || only === asked) && isIn(address);
}

/** Parses `address[/prefix][:port]`, comma-separated; null if an entry is none. */
export function readAllowed(text: string): Allows | null {
  const entries = text.split(',').map((each) => readEntry(each.trim()));
  const known = entries.filter((each) => each !== null);
  return known.length < entries.length ? null : (address, port) => known.some((each) => each(address, port));
}
