/** References to what a record is on or at: setting one moves the record there. */
const places: ReadonlySet<string> = new Set([
  'cdnAccountId',
  'hostingId',
  'registratorAccountId',
  'serverId',
]);

/** What setting these fields does to records: 'Moved', 'Cleared the server of', 'Set the status of'. */
export function wordsOfSetting(fields: Readonly<Record<string, unknown>>, labels: string): string {
  const [first = '', ...others] = Object.keys(fields);
  // As in a body, a blank reference is none.
  if (Object.values(fields).every((value) => value === null || value === ''))
    return `Cleared the ${labels} of`;
  return others.length === 0 && places.has(first) ? 'Moved' : `Set the ${labels} of`;
}
