import { kinds } from '../entities/kinds.ts';
import { isUuid } from '../rules/formats.ts';
import { areaOf } from './kind.ts';

type Kinds = typeof kinds;
/** The first word of a kind's paths in the API and in the interface. */
export type Area = { [K in keyof Kinds]: Kinds[K]['path'] extends `/${infer A}` ? A : never }[keyof Kinds];
export const areas: readonly Area[] = Object.values(kinds).map((kind) => areaOf(kind));

/** Parses a list's `relatedTo`, such as `emails:<id>`; null if it has no valid area or id. */
export function parseRelatedTo(text: string): { area: Area; id: string } | null {
  const [name, record = '', ...rest] = text.split(':');
  const found = areas.find((each) => each === name);
  return found && isUuid(record) && rest.length === 0 ? { area: found, id: record } : null;
}
