const octet = '(?:25[0-5]|2[0-4]\\d|1\\d\\d|[1-9]?\\d)';
const ipv4 = new RegExp(`^${octet}(?:\\.${octet}){3}$`);
const ipv6 = /^[0-9a-f]{1,4}(?::[0-9a-f]{1,4}){7}$/i;

/** Four decimal numbers without leading zeros, which some programs read as octal. */
export const isIpv4 = (text: string): boolean => ipv4.test(text);

/** IPv6 with all eight groups. */
export const isIpv6 = (text: string): boolean => ipv6.test(text);
export const isIpAddress = (text: string): boolean => isIpv4(text) || isIpv6(text);

/** An IPv6 address of eight groups with four digits in each. */
export const fullIpv6 = (ip: string): string =>
  ip
    .toLowerCase()
    .split(':')
    .map((group) => group.padStart(4, '0'))
    .join(':');

/** What addresses are compared by: all spellings of one have the same key. */
export const ipKeyOf = (ip: string): string => (isIpv6(ip) ? fullIpv6(ip) : ip);

/** Host and port as in a URL: IPv6 in brackets. */
export const hostAndPort = (ip: string, port: number): string =>
  ip.includes(':') ? `[${ip}]:${port}` : `${ip}:${port}`;

/** The address of a proxy in an answer; null if the proxy is outside the reader's scope. */
export const addressOf = ({ ip, port }: { ip: string | null; port: number | null }): string | null =>
  ip === null || port === null ? null : hostAndPort(ip, port);

/** 'Name (address)'. */
export const withAddress = (proxy: { name: string; ip: string | null; port: number | null }): string => {
  const address = addressOf(proxy);
  return address === null ? proxy.name : `${proxy.name} (${address})`;
};
