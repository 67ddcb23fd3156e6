/** 'Jan 5, 2024' of a calendar day, such as an expiration: the same in every time zone. */
export function formatDay(iso: string): string {
  const [, day, month, year] = new Date(iso).toUTCString().split(' ');
  return `${month} ${Number(day)}, ${year}`;
}
