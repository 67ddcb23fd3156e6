export type Values = Record<string, unknown>;

export const isBlank = (value: unknown): boolean =>
  value === undefined ||
  value === null ||
  value === '' ||
  (Array.isArray(value) && value.length === 0) ||
  (typeof value === 'object' && Object.keys(value).length === 0);

/** The same without blanks, also within; the items of a list keep their places. */
export function filled(value: unknown): unknown {
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return value.map(filled);
  const entries = Object.entries(value).map(([name, part]) => [name, filled(part)] as const);
  return Object.fromEntries(entries.filter(([, part]) => !isBlank(part)));
}

/** Names in one order, so that two objects compare as text. */
const sorted = (_name: string, value: unknown): unknown =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
    ? Object.fromEntries(Object.entries(value).sort(([one], [other]) => (one < other ? -1 : 1)))
    : value;

/** Blank values are all the same. */
export const same = (one: unknown, other: unknown): boolean =>
  JSON.stringify(filled({ value: one }), sorted) === JSON.stringify(filled({ value: other }), sorted);
