import { isUuid } from '../rules/formats.ts';

/** The kinds of records, by the first word of their paths in the API and in the interface. */
export const areas = [
  'domains',
  'servers',
  'hostings',
  'cdn',
  'proxies',
  'emails',
  'registrator-accounts',
  'registrator-types',
] as const;
export type Area = (typeof areas)[number];

/** Of `emails:<id>`, what a list's `relatedTo` takes; null where the text names no area or no id. */
export function parseRelatedTo(text: string): { area: Area; id: string } | null {
  const [name, record = '', ...rest] = text.split(':');
  const found = areas.find((each) => each === name);
  return found && isUuid(record) && rest.length === 0 ? { area: found, id: record } : null;
}
