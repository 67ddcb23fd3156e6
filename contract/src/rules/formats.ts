const emailPattern = /^[^\s@<>()",;:\\]+@[^\s@.]+(\.[^\s@.]+)+$/;
const uuidPattern = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/;
const dateTimePattern = /^\d{4}-\d{2}-\d{2}(T\d{2}:\d{2}(:\d{2}(\.\d{1,9})?)?(Z|[+-]\d{2}:\d{2})?)?$/;

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

/** An ISO 8601 date or date-time that exists in the calendar. */
export function isIsoDate(value: string): boolean {
  if (!dateTimePattern.test(value) || Number.isNaN(Date.parse(value))) return false;
  const day = Number(value.slice(8, 10));
  return new Date(`${value.slice(0, 10)}T00:00:00Z`).getUTCDate() === day;
}

/** Neither engine stores NUL or lone surrogates. */
export const isStorable = (value: string): boolean => !value.includes('\0') && value.isWellFormed();
