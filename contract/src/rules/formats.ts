const emailPattern = /^[^\s@<>()",;:\\]+@[^\s@.]+(\.[^\s@.]+)+$/;
const uuidPattern = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/;
const dateTimePattern =
  /^(?<day>\d{4}-\d{2}-\d{2})(?:[T ](?<time>\d{2}:\d{2}(?::\d{2}(?:\.\d{1,9})?)?)(?: ?(?<zone>Z|UTC|GMT|[+-]\d{2}(?::?\d{2})?))?)?$/i;

export const isEmail = (value: string): boolean => emailPattern.test(value);
export const isUuid = (value: string): boolean => uuidPattern.test(value);

/** Only http and https, because they are shown as links. */
export function isWebUrl(value: string): boolean {
  try {
    const { protocol, hostname } = new URL(value);
    return (protocol === 'http:' || protocol === 'https:') && hostname !== '';
  } catch {
    return false;
  }
}

const [earliest, latest] = [Date.parse('0000-01-01'), Date.UTC(10_000, 0)];

/**
 * The time in milliseconds of a date or a date-time that exists in the calendar: ISO 8601, or as registries write it
 * ('2027-03-01 23:59:59', '+0000'). Without a zone it is UTC. NaN for other text, and where
 * the zone leads out of the years of four digits.
 */
export function timeOf(value: string): number {
  const { day = '', time = '00:00', zone = 'Z' } = dateTimePattern.exec(value)?.groups ?? {};
  const [, sign = '+', hours = '00', minutes = '00'] = /^([+-])(\d{2}):?(\d{2})?$/.exec(zone) ?? [];
  const exists = new Date(`${day}T00:00:00Z`).getUTCDate() === Number(day.slice(8));
  const at = exists ? Date.parse(`${day}T${time}${sign}${hours}:${minutes}`) : Number.NaN;
  return at >= earliest && at < latest ? at : Number.NaN;
}

export const isIsoDate = (value: string): boolean => !Number.isNaN(timeOf(value));

/** Neither engine stores NUL or lone surrogates. */
export const isStorable = (value: string): boolean => !value.includes('\0') && value.isWellFormed();
