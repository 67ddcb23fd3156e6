import { toAsciiDomain } from '@quartermaster/contract/rules/domain-name';
import { z } from 'zod';
import { shortenedJson } from '../../lib/shortened-json.ts';
import type { LookUpOutcome } from './outcome.ts';
import { elementsAtMost, factOfText, factOfTime, known, listed, listedNames } from './outcome.ts';
import { whoisDate } from './whois-date.ts';

type Json = Readonly<Record<string, unknown>>;

const isObject = (value: unknown): value is Json =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** One more, which tells that a list was cut. */
const readAtMost = elementsAtMost + 1;

/** A list of RFC 9083, none if it is absent; null: it is something else. */
const listIn = (value: unknown): readonly unknown[] | null =>
  Array.isArray(value) ? value : value == null ? [] : null;

const textOf = (value: unknown): string => (typeof value === 'string' ? value : '');

/** The texts that these elements have by a name; a malformed element is as if it were absent. */
const textsNamed = (list: readonly unknown[], name: string): string[] =>
  list.flatMap((each) => (isObject(each) && typeof each[name] === 'string' ? [each[name]] : []));

const notRdap = 'answered something that is not a domain of RDAP (RFC 9083)';

const nameOf = (ldhName: string): string => toAsciiDomain(ldhName.replace(/\.$/, ''));

const longestTime = 50;
const timestamp = z.iso.datetime({ offset: true, local: true });

/** A time of RFC 3339 as a fact, or what registries write in its place; UTC if it has no offset; null if the text is none. */
function instant(text: string): string | null {
  const time = text.trim().toUpperCase();
  if (time.length > longestTime) return null;
  if (!timestamp.safeParse(time).success) return whoisDate(time);
  return factOfTime(Date.parse(/(?:Z|[+-]\d\d:\d\d)$/.test(time) ? time : `${time}Z`));
}

/** The first of these properties of an entity's jCard (RFC 7095) that has a text. */
function cardText(entity: Json, names: readonly string[]): string | null {
  const card = listIn(entity['vcardArray']);
  const properties = card?.[0] === 'vcard' ? (listIn(card[1]) ?? []).map((each) => listIn(each) ?? []) : [];
  const texts = names.map((name) => {
    const [, , , value] = properties.find(([property]) => property === name) ?? [];
    const text: unknown = Array.isArray(value) ? value[0] : value;
    return typeof text === 'string' ? factOfText(text) : '';
  });
  return texts.find((text) => text !== '') ?? null;
}

/** What contacts are called that are no company. */
const department =
  /\b(?:abuse|compliance|contact|customer|department|desk|hostmaster|noc|redacted|support|team)\b/i;

/** The registrar; one that has no name of its own is called as its contacts are. */
function registrarOf(entities: readonly unknown[]): string | null {
  const registrar = entities.filter(isObject).find(({ roles }) => listIn(roles)?.includes('registrar'));
  if (!registrar) return null;
  const contacts = (listIn(registrar['entities']) ?? []).filter(isObject);
  const names = [
    cardText(registrar, ['fn', 'org']),
    ...contacts.map((each) => cardText(each, ['org', 'fn'])),
  ];
  return names.find((name, at) => name !== null && (at === 0 || !department.test(name))) ?? null;
}

/** Whether the delegation is signed (RFC 9083, section 5.3, of which all members are optional); null: nothing is said. */
function isSigned(secureDns: unknown): boolean | null {
  if (!isObject(secureDns)) return null;
  const { delegationSigned, dsData, keyData } = secureDns;
  if (delegationSigned === false) return false;
  const hasKeys = [dsData, keyData].some((list) => (listIn(list) ?? []).length > 0);
  return hasKeys || delegationSigned === true || null;
}

/** Whether the body of an answer, which may be anything, is of RDAP (RFC 9083). */
export function isOfRdap(body: string): boolean {
  try {
    const json: unknown = JSON.parse(shortenedJson(body, readAtMost));
    return isObject(json) && ['errorCode', 'rdapConformance', 'objectClassName'].some((name) => name in json);
  } catch {
    return false;
  }
}

const dates = {
  expirationDate: 'expiration',
  registeredAt: 'registration',
  changedAt: 'last changed',
} as const;

/**
 * Reads the answer of an RDAP server about a domain; a text tells why it is none. `registrar expiration` is another date
 * than `expiration`.
 */
export function readRdapAnswer(
  body: string,
  asked: string,
): (Pick<LookUpOutcome, 'state' | 'values'> & { unreadable: readonly string[] }) | string {
  let json: unknown;
  try {
    json = JSON.parse(shortenedJson(body, readAtMost));
  } catch {
    return 'answered something that is not JSON';
  }
  if (!isObject(json)) return notRdap;
  const { objectClassName, ldhName, secureDNS } = json;
  const lists = ['events', 'entities', 'nameservers', 'status'].map((name) => listIn(json[name]));
  const [events, entities, nameServers, status] = lists;
  if (objectClassName !== 'domain' || typeof ldhName !== 'string') return notRdap;
  if (!events || !entities || !nameServers || !status) return notRdap;
  if (nameOf(ldhName) !== asked) return 'answered about another name';
  const eventOf = (action: string) =>
    events.filter(isObject).find(({ eventAction }) => textOf(eventAction).trim().toLowerCase() === action);
  const dateOf = (action: string) => instant(textOf(eventOf(action)?.['eventDate']));
  const expirationDate = dateOf(dates.expirationDate);
  const statuses = status.filter((each) => typeof each === 'string').map((each) => each.toLowerCase());
  const dnssec = isSigned(secureDNS);
  return {
    state: expirationDate === null ? 'unpublished' : 'ok',
    values: [
      ...known('expirationDate', expirationDate),
      ...known('registeredAt', dateOf(dates.registeredAt)),
      ...known('changedAt', dateOf(dates.changedAt)),
      ...known('registrar', registrarOf(entities)),
      { field: 'statuses', value: listed(statuses) },
      ...known('nameServers', listedNames(textsNamed(nameServers, 'ldhName'))),
      ...(dnssec === null ? [] : [{ field: 'dnssec', value: dnssec } as const]),
    ],
    unreadable: Object.values(dates).filter((action) => eventOf(action) && dateOf(action) === null),
  };
}
