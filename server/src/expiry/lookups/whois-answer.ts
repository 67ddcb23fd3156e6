import { toAsciiDomain } from '@quartermaster/contract/rules/domain-name';
import { dayMs } from '@quartermaster/contract/rules/expiry';
import { type LookUpOutcome, elementsAtMost, factOfText, known, listed, listedNames } from './outcome.ts';
import { whoisDate } from './whois-date.ts';
import { allNamed, isLikeExpiration, valuesNamed } from './whois-labels.ts';
import { saysNoMatch, saysTooMany } from './whois-phrases.ts';
import { whoisValues, withoutNotices } from './whois-text.ts';

/** A status as RDAP writes it (RFC 8056): `clientHold https://…` is 'client hold'. */
function statusOf(text: string): string {
  const word = /^[a-z]+(?:[A-Z][a-z]+)+/.exec(text)?.[0];
  const [words = ''] = text.split(/\(?https?:/);
  const status = (word?.replaceAll(/[A-Z]/g, (letter) => ` ${letter}`) ?? words).toLowerCase().trim();
  return status === 'ok' ? 'active' : status;
}

/** Several statuses of EPP in a line. */
const statusesIn = (text: string): string[] => text.slice(0, 2000).split(/,\s*(?=[a-z]+[A-Z])/);

/** What a registry writes in place of a date that it does not publish. */
const saysNoDate = (text: string): boolean =>
  !/[a-z\d]/i.test(text) || /^(?:n\/?a|none|null|no\b|not\b|redacted|hidden|private)/i.test(text);

/** The name of a host in a line that may tell more, such as its addresses. */
const hostIn = (line: string): string =>
  line.split(/[\s,;|()[\]]+/).find((part) => /\.\p{L}/u.test(part)) ?? '';

/** A registrar without its address behind it; null where letters were lost on the way, which names nobody. */
function registrarOf(text: string): string | null {
  const [before = ''] = text.slice(0, 2000).split(/\( ?(?:https?:|www\.)/);
  const name = factOfText(before);
  return name === '' || name.includes('\ufffd') ? null : name;
}

const unsigned =
  /^(?:no?|none|not|off|false|0|nein|nej|nei|non|não|nie|ne|нет|hayır)(?![\p{L}\d])|unsigned|not signed|inactive|disabled|insecure|미서명|未署名|未签名/iu;
/** A zone may be signed without anything at the registry that says by which keys. */
const withoutKeys = /\b(?:no|0) (?:ds )?(?:records?|keys?)\b/i;

/** Whether the domain is signed; null: nothing is said. */
function isSigned(text: string | undefined): boolean | null {
  if (text === undefined || !/[\p{L}\d]/u.test(text) || /^(?:n\/a|unknown)\b/i.test(text)) return null;
  return !unsigned.test(text) && !withoutKeys.test(text);
}

/** `Connected (2027/03/31)`: what JPRS writes of a registration that goes on until it is renewed. */
const connected = /^connected \((\d{4}\/\d{2}\/\d{2})\)$/i;

type Values = ReadonlyMap<string, readonly string[]>;

/** When the registration ends, as it is written: behind a label, in the state, or behind what is like such a label. */
function expirationIn(values: Values, statuses: readonly string[]): string | undefined {
  const [labelled] = valuesNamed(values, 'expirationDate').filter((text) => !saysNoDate(text));
  const [inState] = statuses.flatMap((status) => connected.exec(status)?.[1] ?? []);
  return (
    labelled ??
    inState ??
    [...values].find(([label, [text = '']]) => isLikeExpiration(label) && whoisDate(text) !== null)?.[1][0]
  );
}

/** Dates further away are no dates of a registration. */
const furthestMs = 100 * 366 * dayMs;
const soonMs = 2 * dayMs;

/** Whether there is a date that may be the end of the registration, though not in words that are known. */
function hasOtherDate(values: Values, statuses: readonly string[], now: number): boolean {
  const isToCome = (text: string): boolean => {
    const date = Date.parse(whoisDate(text) ?? '');
    return date > now + soonMs && date < now + furthestMs;
  };
  const isDated = (text: string): boolean =>
    text.includes('(') && whoisDate(text.slice(text.indexOf('(') + 1)) !== null;
  return statuses.some(isDated) || [...values.values()].some((list) => list.some(isToCome));
}

/**
 * Reads the answer of a WHOIS server about a domain; a text tells why it is none. Servers have no common format: what is
 * known by name is read. An answer that names the domain and says nothing against it is one, whatever it lacks.
 */
export function readWhoisAnswer(
  text: string,
  asked: string,
  now = Date.now(),
): Pick<LookUpOutcome, 'state' | 'values'> | string {
  const tld = asked.slice(asked.lastIndexOf('.') + 1);
  const values = whoisValues(text);
  const [domain] = valuesNamed(values, 'domain');
  const written = valuesNamed(values, 'statuses').flatMap(statusesIn);
  const expiration = expirationIn(values, written);
  const dateOf = (field: 'registeredAt' | 'changedAt') =>
    allNamed(values, field)
      .slice(0, elementsAtMost)
      .map((each) => whoisDate(each, tld))
      .find((date) => date !== null) ?? null;
  const [registrar = null] = valuesNamed(values, 'registrar').map(registrarOf);
  const hosts = valuesNamed(values, 'nameServers')
    .map(hostIn)
    .filter((host) => host !== '');
  // A lone `DNS` is the domain itself, in Unicode.
  const servers = hosts.length === 1 ? hosts.filter((host) => toAsciiDomain(host) !== asked) : hosts;
  const dates = {
    expirationDate: expiration === undefined ? null : whoisDate(expiration, tld),
    registeredAt: dateOf('registeredAt'),
    changedAt: dateOf('changedAt'),
  };
  const statuses = written.map(statusOf);
  const isFree = statuses.some((status) => status === 'free' || status === 'available');
  const isOfDomain =
    domain?.split(/[\s()]+/).some((name) => toAsciiDomain(name.replace(/\.$/, '')) === asked) ?? false;
  const isAnswer =
    Object.values(dates).some((date) => date !== null) || registrar !== null || servers.length > 0;
  if (!isAnswer) {
    // Notices around an answer speak of names that are not found, and of limits.
    const said = isOfDomain ? withoutNotices(text) : text;
    if (isFree || saysNoMatch(said)) return { state: 'unregistered', values: [] };
    if (saysTooMany(said)) return 'refused: too many requests';
  }
  if (domain !== undefined && !isOfDomain) return 'answered about another name';
  if (!isAnswer && !isOfDomain) return 'answered something that is not known';
  // Not the same as a registry that does not publish it.
  if (expiration !== undefined && dates.expirationDate === null)
    return 'answered an expiration that is no date';
  const isUnpublished = dates.expirationDate === null && !hasOtherDate(values, written, now);
  const signed = isSigned(valuesNamed(values, 'dnssec')[0]);
  return {
    state: isUnpublished ? 'unpublished' : 'ok',
    values: [
      ...known('expirationDate', dates.expirationDate),
      ...known('registeredAt', dates.registeredAt),
      ...known('changedAt', dates.changedAt),
      ...known('registrar', registrar),
      { field: 'statuses', value: listed(statuses) },
      ...known('nameServers', listedNames(servers)),
      ...(signed === null ? [] : [{ field: 'dnssec', value: signed } as const]),
    ],
  };
}
