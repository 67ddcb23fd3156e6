import { elementsAtMost } from './outcome.ts';

/** What WHOIS servers call things; the first that is there counts. */
const names = {
  domain: ['domain name', 'domain'],
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
    'registrar registration expiration date',
  ],
  registeredAt: [
    'creation date',
    'created on',
    'created',
    'registered on',
    'registered',
    'registration date',
    'registration time',
    'domain registered',
    'assigned',
  ],
  changedAt: [
    'updated date',
    'updated on',
    'last updated on',
    'last updated',
    'last update',
    'last modified',
    'modified',
    'changed',
  ],
  registrar: ['registrar', 'registrar name', 'sponsoring registrar', 'registrar organization'],
  statuses: ['domain status', 'status', 'state', 'registration status', 'eppstatus'],
  nameServers: ['name server', 'nameserver', 'name servers', 'nameservers', 'nserver', 'domain servers'],
  dnssec: ['dnssec', 'ds rdata', 'dnssec signed'],
} as const;
export type WhoisField = keyof typeof names;

/** A comment or legal notice. */
const isNotice = (line: string): boolean => /^(?:[%#;>]|--|\*\*)/.test(line.trimStart());

/** `key: value`, `key.....: value`, `[key] value`, `Record expires on value`. */
function keyAndValue(line: string): { key: string; value: string } | null {
  const [, expiry, date] = /^((?:record )?expires on) +(\d.*)$/i.exec(line.trim()) ?? [];
  if (expiry !== undefined) return { key: expiry, value: date ?? '' };
  const [, bracketed, after] = /^\[([^\]]+)\](.*)$/.exec(line.trim()) ?? [];
  if (bracketed !== undefined) return { key: bracketed, value: after ?? '' };
  const at = line.indexOf(':');
  if (at < 1 || at > 60) return null;
  return { key: line.slice(0, at), value: line.slice(at + 1) };
}

const linesAtMost = 5000;
const longestLine = 2000;

/** The values of an answer by key. Values of a key may follow it, indented, each in a line of its own. */
export function whoisValues(text: string): ReadonlyMap<string, readonly string[]> {
  const values = new Map<string, string[]>();
  let open: string | null = null;
  for (const line of text.split(/\r\n|\r|\n/, linesAtMost)) {
    if (isNotice(line) || line.length > longestLine) continue;
    if (line.trim() === '') {
      open = null;
      continue;
    }
    const pair = keyAndValue(line);
    // A host and its IPv6 address are no key and value.
    const isPlain = pair === null || /\.[a-z]/i.test(pair.key);
    if (open !== null && isPlain && /^\s/.test(line)) values.get(open)?.push(line.trim());
    if (pair === null || isPlain) continue;
    const key = pair.key
      .toLowerCase()
      .replaceAll(/[._\s-]+/g, ' ')
      .trim();
    const value = pair.value.trim();
    const list = values.get(key) ?? [];
    if (value !== '') list.push(value);
    values.set(key, list);
    open = value === '' ? key : null;
  }
  return values;
}

/** The values of the first of the names that is there, one more than are looked at. */
export const valuesNamed = (
  values: ReadonlyMap<string, readonly string[]>,
  field: WhoisField,
): readonly string[] =>
  (names[field].map((name) => values.get(name) ?? []).find((list) => list.length > 0) ?? []).slice(
    0,
    elementsAtMost + 1,
  );

/** Where an answer says that there is none. */
const wordsWithin = 65_536;
const says = (text: string, patterns: readonly RegExp[]): boolean => {
  const read = text.slice(0, wordsWithin);
  return patterns.some((pattern) => pattern.test(read));
};

const noMatch = [
  /\bno match(?:es|ing)?\b/i,
  /\bnot found\b/i,
  /\bno (?:entries|data|object|information|record)s? (?:was )?found\b/i,
  /\bno such domain\b/i,
  /\bnot (?:been )?registered\b/i,
  /\bdoes not exist\b/i,
  /\breturned 0 objects\b/i,
  /\bavailable for (?:registration|purchase)\b/i,
  /\bstatus:\s*(?:free|available)\b/i,
  /\bis (?:free|available)\b/i,
  /\bnothing found\b/i,
];
export const saysNoMatch = (text: string): boolean => says(text, noMatch);

const refusals = [
  /\b(?:query|lookup|request|rate|access|quota|daily)[\w ]{0,40}\b(?:limit|exceeded|denied|refused)/i,
  /\btoo many (?:queries|requests|connections)\b/i,
  /\b(?:limit|quota) exceeded\b/i,
  /\bblacklisted\b|\bblocked\b|\btry again later\b/i,
];
export const saysTooMany = (text: string): boolean => says(text, refusals);
