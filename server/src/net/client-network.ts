import { isIPv6 } from 'node:net';

/** What counts as one client: an IPv4 address, or an IPv6 /64 network, whose user can choose any address in it. */
export function networkOf(ip: string): string {
  const [, mapped] = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(ip) ?? [];
  if (mapped !== undefined || !isIPv6(ip)) return mapped ?? ip;
  const [before = '', after] = (ip.split('%', 1)[0] ?? '').split('::');
  const groups = (text: string) => (text === '' ? [] : text.split(':'));
  const rest = groups(after ?? '');
  // A dotted IPv4 suffix stands for two groups.
  const given = groups(before).length + rest.length + (ip.includes('.') ? 1 : 0);
  const all = [...groups(before), ...Array<string>(8 - given).fill('0'), ...rest];
  const prefix = all.slice(0, 4).map((group) => parseInt(group, 16).toString(16));
  return `${prefix.join(':')}::/64`;
}
