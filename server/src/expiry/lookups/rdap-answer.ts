import { toAsciiDomain } from '@quartermaster/contract/rules/domain-name';
import { z } from 'zod';
import type { LookUpOutcome } from './outcome.ts';
import { factOfText, factOfTime, known, listed, listedNames } from './outcome.ts';

/**
 * The parts of RFC 9083 that are read. What should be a list and is none makes it another answer; a malformed element of a
 * list is as if it were absent.
 */
const vcardEntry = z.tuple([z.string(), z.unknown(), z.string(), z.unknown()], z.unknown());
const entity = z.object({
  roles: z.array(z.string()).catch([]),
  vcardArray: z
    .tuple([z.literal('vcard'), z.array(z.unknown())])
    .optional()
    .catch(undefined),
});
const event = z.object({ eventAction: z.string(), eventDate: z.string().catch('') });
const objects = z
  .array(z.unknown())
  .nullish()
  .transform((list) => list ?? []);
const domainObject = z.object({
  objectClassName: z.literal('domain'),
  ldhName: z.string(),
  events: objects,
  entities: objects,
  nameservers: objects,
  status: objects,
  secureDNS: z.object({ delegationSigned: z.boolean() }).optional().catch(undefined),
});

/** The elements that have this shape. */
const those = <T>(rule: z.ZodType<T>, list: readonly unknown[]): T[] =>
  list.flatMap((each) => {
    const { data } = rule.safeParse(each);
    return data === undefined ? [] : [data];
  });

const nameOf = (ldhName: string): string => toAsciiDomain(ldhName.replace(/\.$/, ''));

const timestamp = z.iso.datetime({ offset: true, local: true });

/** A time of RFC 3339 as a fact, in UTC if it has no offset; null if the text is none. */
function instant(text: string): string | null {
  const time = text.toUpperCase();
  if (!timestamp.safeParse(time).success) return null;
  return factOfTime(Date.parse(/(?:Z|[+-]\d\d:\d\d)$/.test(time) ? time : `${time}Z`));
}

function registrarOf(entities: readonly unknown[]): string | null {
  const registrar = those(entity, entities).find(({ roles }) => roles.includes('registrar'));
  const names = those(vcardEntry, registrar?.vcardArray?.[1] ?? []).filter(([property]) => property === 'fn');
  const [, , , name] = names[0] ?? [];
  return typeof name === 'string' ? factOfText(name) : null;
}

/**
 * Reads the answer of an RDAP server about a domain; a text tells why it is none. `registrar expiration` is another date
 * than `expiration`.
 */
export function readRdapAnswer(
  body: string,
  asked: string,
): Pick<LookUpOutcome, 'state' | 'values'> | string {
  let json: unknown;
  try {
    json = JSON.parse(body);
  } catch {
    return 'answered something that is not JSON';
  }
  const { data } = domainObject.safeParse(json);
  if (!data) return 'answered something that is not a domain of RDAP (RFC 9083)';
  if (nameOf(data.ldhName) !== asked) return 'answered about another name';
  const events = those(event, data.events);
  const eventOf = (action: string) => events.find(({ eventAction }) => eventAction.toLowerCase() === action);
  const dateOf = (action: string) => instant(eventOf(action)?.eventDate ?? '');
  const expirationDate = dateOf('expiration');
  // Not the same as a registry that does not publish it.
  if (eventOf('expiration') && expirationDate === null) return 'answered an expiration that is no date';
  const servers = those(z.object({ ldhName: z.string() }), data.nameservers).map(({ ldhName }) => ldhName);
  const statuses = those(z.string(), data.status).map((status) => status.toLowerCase());
  return {
    state: expirationDate === null ? 'unpublished' : 'ok',
    values: [
      ...known('expirationDate', expirationDate),
      ...known('registeredAt', dateOf('registration')),
      ...known('changedAt', dateOf('last changed')),
      ...known('registrar', registrarOf(data.entities)),
      { field: 'statuses', value: listed(statuses) },
      ...known('nameServers', listedNames(servers)),
      ...(data.secureDNS ? [{ field: 'dnssec', value: data.secureDNS.delegationSigned } as const] : []),
    ],
  };
}
