const octet = '(?:25[0-5]|2[0-4]\\d|1\\d\\d|[1-9]?\\d)';
const ipv4 = new RegExp(`^${octet}(?:\\.${octet}){3}$`);
const ipv6 = /^[0-9a-f]{1,4}(?::[0-9a-f]{1,4}){7}$/i;

/** Four plain decimal numbers; one with a leading zero is refused, since some programs read it as octal. */
export const isIpv4 = (text: string): boolean => ipv4.test(text);

/** IPv4, or IPv6 with all of its eight groups written out. */
export const isIpAddress = (text: string): boolean => isIpv4(text) || ipv6.test(text);

/** As it stands in a URL and before a port: IPv6 in brackets. */
export const hostAndPort = (ip: string, port: number): string =>
  ip.includes(':') ? `[${ip}]:${port}` : `${ip}:${port}`;
