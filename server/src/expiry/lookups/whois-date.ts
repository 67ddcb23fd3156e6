import { monthNumber } from '@quartermaster/contract/rules/month-words';
import { commonZones, whoisRegistries } from './data/whois-registries.ts';
import { factOfTime } from './outcome.ts';

const time = String.raw`(?:(?:[Tt]|,? +(?:at +)?)(?<hour>\d{1,2}):(?<minute>\d{2})(?::(?<second>\d{2})(?:[.,]\d+)?)?)?`;
const zone = String.raw`\s*(?<zone>\(?(?:(?:UTC|GMT)?[+-]\d{1,2}(?::?\d{2})?|[A-Z]{1,5}(?!\p{L})|z\b)\)?)?`;
const weekday = String.raw`(?:\p{L}+\.?,? +)?`;
const day = String.raw`(?<day>\d{1,2})(?:st|nd|rd|th)?`;
const word = String.raw`(?<word>[\p{L}\p{M}]+)`;
const gap = String.raw`[-./ ]{1,2}`;
const of = String.raw`(?:(?:of|de) )?`;
const year = String.raw`(?<year>\d{4})`;
const notations = [
  String.raw`${year}[-./ ]{0,2}(?<month>\d{2})[-./ ]{0,2}(?<day>\d{2})\.?${time}${zone}`,
  String.raw`${year}${gap}(?:(?<month>\d{1,2})|${word})${gap}(?<day>\d{1,2})(?!\d)\.?${time}${zone}`,
  // In numbers, the day comes before the month: no server writes the month first.
  String.raw`(?<day>\d{1,2})${gap}(?<month>\d{1,2})${gap}${year}(?!\d)${time}${zone}`,
  String.raw`${weekday}${day}${gap}${of}${word}${gap}${of}${year}(?!\d)${time}${zone}`,
  String.raw`${weekday}${word}\.? +${day},?(?:${time}${zone})? +${year}(?!\d)`,
].map((notation) => new RegExp(`^${notation}`, 'u'));

/** Hours east of Greenwich; null for a word that says nothing here. */
function hoursOf(written: string, tld: string): number | null {
  const bare = written.replaceAll(/[()]/g, '').toUpperCase();
  const [, sign, hours, minutes = 0] = /^(?:UTC|GMT)?([+-])(\d{1,2})(?::?(\d{2}))?$/.exec(bare) ?? [];
  if (sign !== undefined) return (sign === '-' ? -1 : 1) * (Number(hours) + Number(minutes) / 60);
  if (/^(?:|Z|UTC|GMT)$/.test(bare)) return 0;
  return whoisRegistries[tld]?.zones?.[bare] ?? commonZones[bare] ?? null;
}

/**
 * The instant of a date in one of the notations of WHOIS servers; null if it is in none, or no day is called that. Zone
 * words are those of the registry's country; behind one that is not known there, the day alone counts.
 */
export function whoisDate(text: string, tld = ''): string | null {
  const trimmed = text.trim().slice(0, 60);
  const found = notations.map((notation) => notation.exec(trimmed)?.groups).find((groups) => groups);
  if (!found) return null;
  const month = found['word'] === undefined ? Number(found['month']) : (monthNumber(found['word']) ?? 0);
  const days = [Number(found['year']), month - 1, Number(found['day'])] as const;
  const midnight = new Date(Date.UTC(...days));
  const isReal =
    midnight.getUTCFullYear() === days[0] &&
    midnight.getUTCMonth() === days[1] &&
    midnight.getUTCDate() === days[2];
  const [hour = 0, minute = 0, second = 0] = ['hour', 'minute', 'second'].map((part) =>
    Number(found[part] ?? 0),
  );
  const hours = hoursOf(found['zone'] ?? '', tld);
  if (!isReal || hour > 23 || minute > 59 || second > 60) return null;
  if (found['hour'] === undefined || hours === null) return factOfTime(midnight.getTime());
  return factOfTime(Date.UTC(...days, hour, minute, second) - hours * 3_600_000);
}
