import {
  type ExpirationKind,
  expirationLabels,
} from '@quartermaster/contract/expirations/expirations.routes';
import type { Expiration } from '@quartermaster/contract/expirations/expirations.schema';
import type { Digest } from '@quartermaster/contract/digests/digests.schema';
import { digestDays } from '@quartermaster/contract/digests/digests.routes';
import { shownName } from '@quartermaster/contract/rules/domain-name';
import type { DigestDates } from './digests.dates.ts';
import { dayInWords, expiresWhen, whatExpires } from '../../deliveries/words.ts';
import { inOneLine } from '../../lib/in-one-line.ts';

/** What expires, its kind first: a subject must not begin with a name that somebody typed. */
function kindOf(what: ExpirationKind, name: string): string {
  if (what === 'domain') return `Domain ${name}`;
  return `${what === 'other' ? 'Date' : expirationLabels[what]} of ${name}`;
}

/** What the subject of a digest says. */
export function digestSubject({ first: [first], count }: DigestDates): string {
  if (!first || count > 1) return `${count.toLocaleString('en')} dates within ${digestDays} days`;
  return inOneLine(`${kindOf(first.what, shownName(first.area, first.name))} ${expiresWhen(first.daysLeft)}`);
}

const lineOf = (
  { name, what, label, date, daysLeft, renewal, area, recordId }: Expiration,
  publicUrl: string,
) =>
  [
    inOneLine(`- ${shownName(area, name)}: ${whatExpires(what, label)} ${expiresWhen(daysLeft)}`),
    ...(date === null ? [] : [`, ${dayInWords(date)}`]),
    ...(renewal === null ? [] : [' (renewed by the registry, not confirmed by the registrar)']),
    `\n  ${publicUrl}/${area}/${recordId}`,
  ].join('');

const weekdays = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday'];

const rhythmOf = ({ every, hour, weekday }: Digest, timeZone: string): string =>
  `${every === 'week' ? `on ${weekdays[weekday - 1] ?? ''}s` : 'every day'} at ${hour}:00 (${timeZone})`;

interface About {
  workspace: string;
  digest: Digest;
  timeZone: string;
  publicUrl: string;
}

/** A digest as a mail: what is overdue, what comes next, and where the rest is. */
export function digestText(
  { first, count }: DigestDates,
  { workspace, digest, timeZone, publicUrl }: About,
): string {
  const isOverdue = ({ daysLeft }: Expiration) => (daysLeft ?? 0) < 0;
  const part = (title: string, some: readonly Expiration[]) =>
    some.length === 0 ? [] : [[title, ...some.map((each) => lineOf(each, publicUrl))].join('\n')];
  const more = count - first.length;
  return [
    `What expires within ${digestDays} days in the workspace ${workspace}:`,
    ...part('Overdue', first.filter(isOverdue)),
    ...part(
      'Next',
      first.filter((each) => !isOverdue(each)),
    ),
    ...(more > 0
      ? [`And ${more.toLocaleString('en')} more: ${publicUrl}/expirations?within=${digestDays}`]
      : []),
    `You get this ${rhythmOf(digest, timeZone)}. Change it on your account page: ${publicUrl}/account?section=notifications`,
  ].join('\n\n');
}
