import { elementsAtMost } from './outcome.ts';

/** What all labels of name servers are filed under. */
export const nameServersLabel = 'name server';

/** What WHOIS servers call things; the first that is there counts. */
const labels = {
  domain: ['domain name', 'domain', 'domainname', 'nombre de dominio', 'ドメイン名'],
  expirationDate: [
    'registry expiry date',
    'registry expiration date',
    'expiry date',
    'expiration date',
    'expiry',
    'expiration',
    'expire date',
    'expire',
    'expires on',
    'expires',
    'expires at',
    'expiration time',
    'exp date',
    'domain expires',
    'domain expiry date',
    'domain expiration date',
    'record expires on',
    'paid till',
    'renewal date',
    'valid until',
    'validity',
    'record will expire on',
    'fecha de vencimiento',
    '有効期限',
    'registrar registration expiration date',
  ],
  registeredAt: [
    'creation date',
    'created on',
    'created',
    'created date',
    'registered on',
    'registered',
    'registered date',
    'registration date',
    'registration time',
    'first registration date',
    'record created',
    'record created on',
    'domain registered',
    'domain created',
    'domain name commencement date',
    'entry created',
    'activation',
    'assigned',
    'fecha de creacion',
    '登録年月日',
  ],
  changedAt: [
    'updated date',
    'updated on',
    'updated',
    'last updated on',
    'last updated',
    'last updated date',
    'last update',
    'last modified',
    'modification date',
    'modified date',
    'modified',
    'record last updated on',
    'entry updated',
    'changed',
    'ultima actualizacion',
    '最終更新',
  ],
  // A registrar's own section may call it by a handle and tell its name beside.
  registrar: [
    'registrar organization name',
    'registrar organization',
    'registrar organisation',
    'registrar name',
    'registrar',
    'sponsoring registrar',
    'current registar',
    'authorized agency',
    'registration service provider',
    'registered by',
    'domain support',
    'registrado por',
  ],
  statuses: [
    'domain status',
    'status',
    'state',
    'domain state',
    'domaintype',
    'registration status',
    'eppstatus',
    'estatus del dominio',
    '状態',
  ],
  nameServers: [nameServersLabel, 'dns'],
  dnssec: [
    'dnssec',
    'signed',
    'dnssec signed',
    'dnssec status',
    'domain signed',
    'dnssec ds records',
    'dnssec ds data',
    'ds',
    'ds record',
    'ds records',
    'ds data',
    'ds rdata',
    'dsrecord',
    'dnskey',
    'keyset',
    'signing key',
    'key1 tag',
    'keys flags',
    'keys keytag',
  ],
} as const;
export type WhoisField = keyof typeof labels;

const nameServers =
  /^(?:(?:domain )?(?:name ?servers?|nservers?|dns servers?)|domain servers|servers|(?:primary|secondary) (?:name )?server|servidor de nombres de dominio|ネームサーバ)(?: information| in (?:the )?listed order)?$/;

/** A label in lower case and without what registries put around it: `a. `, dots, what is in parentheses. */
export function labelOf(text: string): string {
  const label = text
    .toLowerCase()
    .replaceAll(/\([^()]*\)/g, ' ')
    .replaceAll(/[._\s-]+/g, ' ')
    .trim();
  return nameServers.test(label) ? nameServersLabel : label;
}

const all: ReadonlySet<string> = new Set(Object.values(labels).flat());
export const isLabel = (label: string): boolean => all.has(label);

const expirations: ReadonlySet<string> = new Set(labels.expirationDate);
const isOfAnother = /\b(?:registra\w+|contact|option|key|contract|fee|certificate|from|last)\b/;
/** Whether a label that is not among those above says that its date is the end of a registration. */
export const isLikeExpiration = (label: string): boolean =>
  /expir|valid|paid|until|till\b|renewal|\bdue\b|vencim/.test(label) && !isOfAnother.test(label);
export const isExpiration = (label: string): boolean => expirations.has(label);

/** The values of the first of the labels that is there, one more than are looked at. */
export const valuesNamed = (
  values: ReadonlyMap<string, readonly string[]>,
  field: WhoisField,
): readonly string[] =>
  (labels[field].map((label) => values.get(label) ?? []).find((list) => list.length > 0) ?? []).slice(
    0,
    elementsAtMost + 1,
  );

/** The values of all labels that are there, as the answer has them: what it says of the domain itself comes first. */
export const allNamed = (values: ReadonlyMap<string, readonly string[]>, field: WhoisField): string[] => {
  const named: readonly string[] = labels[field];
  return [...values].flatMap(([label, list]) => (named.includes(label) ? list : []));
};
