import {
  noFixedPorts,
  ownAddress,
  rdapDomain,
  startDns,
  startRdap,
  startTls,
  startWhois,
} from './lookup-servers.ts';

export const dayMs = 86_400_000;
const inDays = (days: number) =>
  new Date((Math.floor(Date.now() / dayMs) + days) * dayMs + 3_600_000).toISOString();
export const day = { near: inDays(30), far: inDays(300), registered: '2010-02-03T04:05:06.000Z' };
export const target = await startRdap((name) => ({ body: rdapDomain(name, day.near) }));
/** By the top-level domain that they answer for. */
export const servers = {
  far: await startRdap((name) => ({ body: rdapDomain(`${name.toUpperCase()}.`, day.far) })),
  none: await startRdap(() => ({ status: 404 })),
  page: await startRdap(() => ({
    status: 404,
    headers: { 'content-type': 'text/html' },
    body: '<html><h1>404 Not Found</h1></html>',
  })),
  gateway: await startRdap(() => ({
    status: 404,
    headers: { 'content-type': 'application/json' },
    body: { message: 'no Route matched' },
  })),
  coded: await startRdap(() => ({
    status: 404,
    headers: { 'content-type': 'application/json' },
    body: { errorCode: 404 },
  })),
  undatable: await startRdap((name) => ({ body: rdapDomain(name, 'next year') })),
  busy: await startRdap(() => ({ status: 429, headers: { 'retry-after': '7200' }, isEndless: true })),
  down: await startRdap(() => ({ status: 500, body: 'secret words of the server' })),
  other: await startRdap(() => ({ body: rdapDomain('other.example', day.far) })),
  html: await startRdap(() => ({ body: '<html>' })),
  dateless: await startRdap((name) => ({ body: rdapDomain(name, null) })),
  moved: await startRdap((name) => ({ status: 302, headers: { location: `${target.url}domain/${name}` } })),
  silent: await startRdap(() => ({ isEndless: true })),
  inside: await startRdap(() => ({ status: 302, headers: { location: 'http://10.1.2.3/domain/x' } })),
};
const records = {
  'shop.far': { NS: ['NS1.example.net'], A: [ownAddress], AAAA: ['2001:db8::1'] },
  'www.shop.far': { A: [ownAddress] },
  'held.none': { NS: ['ns1.example.net'] },
  'broken.far': 'SERVFAIL',
  'whois.iana.org': { A: [ownAddress] },
  'whois.nic.known': { A: [ownAddress] },
  'whois.nic.private': { A: ['10.1.2.3'] },
} as const;
export const dns = [
  await startDns({ ...records, 'shop.far': { ...records['shop.far'], MX: ['mx1.example.net'] } }),
  await startDns({ ...records, 'shop.far': { ...records['shop.far'], MX: ['mx2.example.net'] } }),
];
export const iana: Record<string, string> = {
  known: 'Quota exceeded.',
  private: 'domain: PRIVATE\nwhois: whois.nic.private\n',
  none: '% This query returned 0 objects.\n',
};
/** Registries with forms of their own. */
const ownForms: Record<string, string | Buffer> = {
  'shop.is': Buffer.from(
    'domain:    shop.is\nregistrar: M\u00fcller \u00e9 Cie\nexpires:   May 24 2087\n',
    'latin1',
  ),
  'shop.co.jp/e':
    'a. [Domain Name]    SHOP.CO.JP\n[State]    Connected (2087/03/31)\n[Last Update]    2026/04/01 01:02:33 (JST)\n',
  'pelda.hu': '% Whois server 4.0\n\ndomain:         pelda.hu\nrecord created: 2011-04-05 10:20:30\n',
};
const answerOfWhois = (query: string) =>
  iana[query] ??
  ownForms[query] ??
  (query.startsWith('gone')
    ? `No match for "${query}".`
    : `% A notice: not found\r\nDomain Name: ${query.toUpperCase()}\r\nRegistrar: Whois Registrar\r\n` +
      `Registry Expiry Date: ${day.near}\r\nDomain Status: clientHold https://icann.org/epp#clientHold\r\n` +
      'Name Server: NS1.EXAMPLE.NET\r\nDNSSEC: unsigned\r\n');
export const whois = noFixedPorts ? [] : await startWhois(answerOfWhois);
if (!noFixedPorts) await startTls('expired', ownAddress, 443);
export const panelPort = await startTls('certificate', '127.0.0.1');
