import { toAsciiDomain } from '@quartermaster/contract/rules/domain-name';
import { type LookUpOutcome, factOfText, known, listed, listedNames } from './outcome.ts';
import { saysNoMatch, saysTooMany, valuesNamed, whoisValues } from './whois-text.ts';
import { whoisDate } from './whois-date.ts';

/** A status as RDAP writes it (RFC 8056): `clientHold https://…` is 'client hold'. */
function statusOf(text: string): string {
  const word = /^[a-z]+(?:[A-Z][a-z]+)+/.exec(text)?.[0];
  const [words = ''] = text.split(/\(?https?:/);
  const status = (word?.replaceAll(/[A-Z]/g, (letter) => ` ${letter}`) ?? words).toLowerCase().trim();
  return status === 'ok' ? 'active' : status;
}

/** What a registry writes in place of a date that it does not publish. */
const saysNoDate = (text: string): boolean =>
  !/[a-z\d]/i.test(text) || /^(?:n\/?a|none|null|no\b|not\b|redacted|hidden|private)/i.test(text);

/**
 * Reads the answer of a WHOIS server about a domain; a text tells why it is none. Servers have no common format: what is
 * known by name is read.
 */
export function readWhoisAnswer(
  text: string,
  asked: string,
): Pick<LookUpOutcome, 'state' | 'values'> | string {
  const values = whoisValues(text);
  const [domain] = valuesNamed(values, 'domain');
  const dateOf = (field: 'registeredAt' | 'changedAt') =>
    valuesNamed(values, field).map(whoisDate)[0] ?? null;
  const [expiration] = valuesNamed(values, 'expirationDate').filter((text) => !saysNoDate(text));
  const [registrar = null] = valuesNamed(values, 'registrar').map(factOfText);
  const servers = valuesNamed(values, 'nameServers').map((line) => line.split(/\s/)[0] ?? '');
  const dates = {
    expirationDate: expiration === undefined ? null : whoisDate(expiration),
    registeredAt: dateOf('registeredAt'),
    changedAt: dateOf('changedAt'),
  };
  const statuses = valuesNamed(values, 'statuses').map(statusOf);
  const isFree = statuses.some((status) => status === 'free' || status === 'available');
  const isAnswer =
    Object.values(dates).some((date) => date !== null) || registrar !== null || servers.length > 0;
  if (!isAnswer && (isFree || saysNoMatch(text))) return { state: 'unregistered', values: [] };
  if (!isAnswer && saysTooMany(text)) return 'refused: too many requests';
  const isOfDomain = domain !== undefined && toAsciiDomain(domain.replace(/\.$/, '')) === asked;
  if (domain !== undefined && !isOfDomain) return 'answered about another name';
  if (!isAnswer && !(isOfDomain && statuses.length > 0)) return 'answered something that is not known';
  // Not the same as a registry that does not publish it.
  if (expiration !== undefined && dates.expirationDate === null)
    return 'answered an expiration that is no date';
  const [dnssec] = valuesNamed(values, 'dnssec');
  return {
    state: dates.expirationDate === null ? 'unpublished' : 'ok',
    values: [
      ...known('expirationDate', dates.expirationDate),
      ...known('registeredAt', dates.registeredAt),
      ...known('changedAt', dates.changedAt),
      ...known('registrar', registrar),
      { field: 'statuses', value: listed(statuses) },
      ...known('nameServers', listedNames(servers)),
      ...(dnssec === undefined
        ? []
        : [{ field: 'dnssec', value: !/unsigned|^no\b|inactive/i.test(dnssec) } as const]),
    ],
  };
}
