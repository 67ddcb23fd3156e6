/**
 * A spreadsheet with the domains of an agency, as people keep it and Excel saves it in German: 410 rows that several people have
 * written, each in their own way.
 */

/** What a row means, if it can be read. */
export interface AgencyDomain {
  domain: string;
  registrar: string;
  login: string;
  expirationDate: string | null;
  price: number | null;
  currency: string | null;
  autoRenew: string;
  server: string | null;
  client: string;
  comment: string | null;
}

const header = 'Domain;Registrar;Login;Ablaufdatum;Preis/Jahr;Auto-Renew;Server;Kunde;Notizen;FTP-PW;Kd.-Nr.';

const mailboxes = { ops: 'ops@agentur.example', shop: 'shop@agentur.example' };

/** As it is written, and what is meant. */
const registrars = [
  // With one account the registrar is enough, with two the login tells them apart.
  ['Gandi SAS;', 'Gandi', mailboxes.ops],
  ['gandi.net;', 'Gandi', mailboxes.ops],
  ['https://admin.gandi.net/;', 'Gandi', mailboxes.ops],
  [`IONOS SE;${mailboxes.ops}`, 'IONOS', mailboxes.ops],
  ['1&1;Shop <SHOP@agentur.example>', 'IONOS', mailboxes.shop],
  ['InterNetworX;OPS@agentur.example', 'INWX', mailboxes.ops],
  ['inwx.de;', 'INWX', mailboxes.ops],
  // Its account does not exist, but the mailbox does.
  [`Namecheap, Inc.;${mailboxes.ops}`, 'Namecheap', mailboxes.ops],
  [`NAMECHEAP.COM;${mailboxes.ops}`, 'Namecheap', mailboxes.ops],
  // Neither does the registrar, nor the mailbox.
  ['Domain-Kontor Nord GmbH;konto@agentur.example', 'Domain-Kontor Nord GmbH', 'konto@agentur.example'],
  ['domain-kontor nord;Konto@agentur.example', 'Domain-Kontor Nord GmbH', 'konto@agentur.example'],
] as const;
const dates = [
  ['14.08.2031', '2031-08-14'],
  ['1.9.2031', '2031-09-01'],
  ['31.12.31', '2031-12-31'],
  ['2032-03-05', '2032-03-05'],
  ['3. März 2032', '2032-03-03'],
  ['00.00.0000', null],
  ['gekündigt', null],
] as const;
const prices = [
  ['14,90 €', 14.9, 'EUR'],
  ['€ 9,99', 9.99, 'EUR'],
  ['1.249,00 €', 1249, 'EUR'],
  ['12 EUR', 12, 'EUR'],
  ['$12.98', 12.98, 'USD'],
  ['CHF 19.50', 19.5, 'CHF'],
  ['n/a', null, null],
  ['inklusive', null, null],
] as const;
const flags = [
  ['x', 'YES'],
  ['', 'UNKNOWN'],
  ['X', 'YES'],
  ['ja', 'YES'],
  ['nein', 'NO'],
] as const;
const servers = [
  ['203.0.113.5', 'Web Nord'],
  ['root@203.0.113.5:22', 'Web Nord'],
  ['http://203.0.113.6/', 'Web Süd'],
  ['WEB  SUD', 'Web Süd'],
  ['', null],
  // Named by an address that no server has.
  ['203.0.113.40', '203.0.113.40'],
  ['ssh://root@203.0.113.40:22', '203.0.113.40'],
] as const;
const clients = ['Müller GmbH', 'Bäckerei Öz', 'müller gmbh ', 'Kanzlei Roth'] as const;
const comments = [
  null,
  'Relaunch 2026',
  'Vertrag "Plus"; bis Jahresende kündbar',
  'Zwei\nZeilen',
  'FTP: web12 / Notiz-Geheim',
  `${'Lange Notiz. '.repeat(8)}Ende`,
] as const;
const spellings: readonly ((name: string) => string)[] = [
  (name) => name,
  (name) => name.toUpperCase(),
  (name) => `http://${name}/`,
  (name) => `https://${name}/kontakt?a=1`,
  (name) => `${name}.`,
  (name) => ` ${name}\u00A0`,
];

const cell = (text: string): string => (/[";\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text);
const of = <T>(list: readonly T[], n: number): T => list[n % list.length] as T;

const domains = 385;
/** The first domains stand in another row as well, which has the date that the first one lacks. */
const repeated = 20;
const nameOf = (n: number): string => `${n % 9 === 4 ? 'bücher' : 'kunde'}-${n}.example`;

/** What a column of passwords holds. */
export const ftpPassword = 'Ftp-Geheim';

function line(n: number, said: { name: string; date: string; price: string; comment: string }): string {
  const [registrar] = of(registrars, n);
  return [
    cell(said.name),
    registrar,
    said.date,
    said.price,
    of(flags, n)[0],
    of(servers, n)[0],
    of(clients, n),
    cell(said.comment),
    n % 4 === 0 ? `${ftpPassword}-${n}` : '',
    `K${1000 + (n % 90)}`,
  ].join(';');
}

const rows = (): string[] => [
  ...Array.from({ length: domains }, (_, n) =>
    line(n, {
      name: of(spellings, n)(nameOf(n)),
      date: n < repeated ? '' : of(dates, n)[0],
      price: of(prices, n)[0],
      comment: of(comments, n) ?? '',
    }),
  ),
  ...Array.from({ length: repeated }, (_, n) =>
    line(n, { name: nameOf(n), date: of(dates, n)[0], price: n < 3 ? '20,00 €' : '', comment: '' }),
  ),
  // What no person would import.
  'noch frei;;;;;;;;reserviert für 2027;;',
  'kunde-ohne-endung;gandi.net;;14.08.2031;14,90 €;x;;;;;',
  ';gandi.net;;14.08.2031;14,90 €;x;;Kanzlei Roth;Name folgt;;',
  'info@kunde-7.example;gandi.net;;14.08.2031;;;;;;;',
  'Summe;;;;4.321,00 €;;;;;;',
];

/** The file, with two titles above its header, a blank row, and no rows beside those 410. */
export function agencyFile(): string {
  const all = rows();
  return [
    'Domains unserer Kunden;;;;;;;;;;',
    'Stand 01.11.2026',
    '',
    header,
    ...all.slice(0, 200),
    ';;;;;;;;;;',
    ...all.slice(200),
    '',
  ].join('\r\n');
}

/** The file as Excel writes it in Windows' encoding. */
export const agencyBytes = (): Uint8Array<ArrayBuffer> =>
  Uint8Array.from(Buffer.from(agencyFile().replaceAll('€', '\x80'), 'latin1'));

/** What its rows mean. */
export const agencyDomains = (): AgencyDomain[] =>
  Array.from({ length: domains }, (_, n) => {
    const [, registrar, login] = of(registrars, n);
    const [, price, currency] = of(prices, n);
    const day = of(dates, n)[1];
    return {
      domain: new URL(`http://${nameOf(n)}`).hostname,
      registrar,
      login,
      expirationDate: day === null ? null : `${day}T00:00:00.000Z`,
      price,
      currency,
      autoRenew: of(flags, n)[1],
      server: of(servers, n)[1],
      client: of(clients, n).trim(),
      comment: of(comments, n),
    };
  });

type Api = <T>(method: string, path: string, body?: unknown) => Promise<T>;

/** What the agency has already: some of the registrars' accounts, two servers, and a domain that the file changes. */
export async function createAgencyRecords(api: Api): Promise<void> {
  const create = async (path: string, body: object): Promise<string> => {
    const [record] = Object.values(await api<Record<string, { id: string }>>('POST', path, body));
    return record?.id ?? '';
  };
  const { registratorTypes } = await api<{ registratorTypes: { id: string; name: string }[] }>(
    'GET',
    '/registrator-types?includeGlobal=true&limit=100',
  );
  const typeOf = new Map(registratorTypes.map(({ id, name }) => [name, id]));
  const accountAt = (registrar: string, emailAccountId: string) =>
    create('/registrator-accounts', {
      registratorTypeId: typeOf.get(registrar),
      emailAccountId,
      isGoogleLogin: true,
    });
  const ops = await create('/emails', { email: mailboxes.ops, password: 'x' });
  const shop = await create('/emails', { email: mailboxes.shop, password: 'x' });
  const gandi = await accountAt('Gandi', ops);
  await accountAt('IONOS', ops);
  await accountAt('IONOS', shop);
  await accountAt('INWX', ops);
  const hosting = { name: 'Hetzner', provider: 'Hetzner', emailAccountId: ops, isGoogleLogin: true };
  const hostingId = await create('/hostings', hosting);
  const users = [{ username: 'root', password: 'x', isDefault: true }];
  await create('/servers', { name: 'Web Nord', ip: '203.0.113.5', hostingId, users });
  await create('/servers', { name: 'Web Süd', ip: '203.0.113.6', hostingId, users });
  await create('/domains', {
    domain: nameOf(21),
    registratorAccountId: gandi,
    expirationDate: '2026-12-01',
    price: 1,
    currency: 'USD',
    comment: 'Alt',
  });
}
