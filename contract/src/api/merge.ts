import { type Fields, isCredentials, isElements, isInstead, isTags } from './fields.ts';
import { type Values, same } from '../rules/same.ts';
import { type Tag, tagKey } from '../rules/tags.ts';

/** A field that two people changed differently; some fields form one with others. */
export interface Contest {
  /** The fields, the displayed one first: `comment`, `apiCredentials.token`, `users.0.password`. */
  names: readonly string[];
  /** The stored values, by field. */
  now: Values;
  /** The values typed here. */
  yours: Values;
}

interface Merged {
  /** The stored record with the changes made here; for contested fields, the typed values. */
  body: Values;
  contests: Contest[];
}

/**
 * The field that each map of credentials belongs to, with that map. They are sent together once one of them changes:
 * otherwise the server drops credentials of the previous provider.
 */
export const sentTogether = (fields: Fields): [string, string][] =>
  Object.entries(fields).flatMap(([name, field]) => (isCredentials(field) ? [[field.of, name]] : []));

/** Fields of which only one holds a value: a password and the choice of Google login. */
const alternativesIn = (fields: Fields): [string, string][] =>
  Object.entries(fields).flatMap(([name, field]) => (isInstead(field) ? [[field.insteadOf, name]] : []));

/** Merges two people's edits of one record; both started from `before`. All three have the same fields. */
export function merge(fields: Fields, before: Values, mine: Values, theirs: Values): Merged {
  const differs = (one: Values, other: Values) => (name: string) => !same(one[name], other[name]);
  const isThere = (names: readonly string[]) => names.every((name) => name in mine);
  const moved = sentTogether(fields).filter(([owner]) =>
    [mine, theirs].some((side) => differs(side, before)(owner)),
  );
  const units = [...alternativesIn(fields), ...moved].filter(isThere);
  const single = Object.keys(mine).filter((name) => !units.flat().includes(name));
  const merged: Merged = { body: {}, contests: [] };

  for (const names of [...units, ...single.map((name) => [name])]) {
    const of = (side: Values) => Object.fromEntries(names.map((name) => [name, side[name]]));
    const [name = ''] = names;
    const isMine = names.some(differs(mine, before));
    const isTheirs = names.some(differs(theirs, before)) && names.some(differs(theirs, mine));
    const parts = isMine && isTheirs && names.length === 1 ? mergerOf(fields, name) : undefined;
    if (parts) {
      const { value, contests } = parts(before[name], mine[name], theirs[name]);
      merged.body[name] = value;
      merged.contests.push(...contests);
    } else {
      Object.assign(merged.body, of(isMine ? mine : theirs));
      if (isMine && isTheirs) merged.contests.push({ names, now: of(theirs), yours: of(mine) });
    }
  }
  return merged;
}

type MergeParts = (
  before: unknown,
  mine: unknown,
  theirs: unknown,
) => { value: unknown; contests: Contest[] };

/** Merges the parts of a field's value; undefined if the value is one. */
function mergerOf(fields: Fields, name: string): MergeParts | undefined {
  const field = fields[name];
  if (!field) return undefined;
  if (isTags(field)) return (...lists) => ({ value: mergedTags(...asLists<Tag>(lists)), contests: [] });
  if (isCredentials(field))
    return (...maps) => mergedMap(name, ...(maps.map((map) => map ?? {}) as [Values, Values, Values]));
  if (isElements(field)) return (...lists) => mergedElements(name, field.by, ...asLists<Values>(lists));
  return undefined;
}

const asLists = <T>(lists: unknown[]) => lists.map((list) => list ?? []) as [T[], T[], T[]];

/** The other person's tags, without those removed here, and with those added here. */
function mergedTags(before: Tag[], mine: Tag[], theirs: Tag[]): Tag[] {
  const isIn = (list: Tag[]) => (tag: Tag) => list.some((other) => tagKey(other) === tagKey(tag));
  const kept = theirs.filter((tag) => isIn(mine)(tag) || !isIn(before)(tag));
  return [...kept, ...mine.filter((tag) => !isIn(before)(tag) && !isIn(theirs)(tag))];
}

/** Merges by name; a contested name is `<path>.<name>`. */
function mergedMap(path: string, before: Values, mine: Values, theirs: Values) {
  const value: Values = {};
  const contests: Contest[] = [];
  for (const name of new Set([...Object.keys(theirs), ...Object.keys(mine)])) {
    const isMine = !same(mine[name], before[name]);
    value[name] = isMine ? mine[name] : theirs[name];
    if (!isMine || same(theirs[name], before[name]) || same(theirs[name], mine[name])) continue;
    const at = `${path}.${name}`;
    contests.push({ names: [at], now: { [at]: theirs[name] }, yours: { [at]: mine[name] } });
  }
  const filled = Object.entries(value).filter(([, part]) => part !== undefined);
  return { value: Object.fromEntries(filled), contests };
}

/**
 * The element of another list that is `element` of `list`: the one with its id, else one with the same value in the
 * field `by`, unless that is another element of `list`.
 */
function sameElement(element: Values, list: readonly Values[], others: readonly Values[], by: string) {
  const isId = (id: unknown) => (other: Values) => id !== undefined && other['id'] === id;
  return (
    others.find(isId(element['id'])) ??
    others.find((other) => other[by] === element[by] && !list.some(isId(other['id'])))
  );
}

/** Merges lists element by element. An element removed by one person and changed by the other stays. */
function mergedElements(path: string, by: string, before: Values[], mine: Values[], theirs: Values[]) {
  const contests: Contest[] = [];
  const value: Values[] = [];
  const met = new Set<Values>();
  const keepIfChanged = (element: Values, list: Values[]) => {
    const was = sameElement(element, list, before, by);
    if (!was || !same(was, element)) value.push(element);
  };
  for (const there of theirs) {
    const here = sameElement(there, theirs, mine, by);
    if (here) {
      met.add(here);
      const was = sameElement(there, theirs, before, by) ?? sameElement(here, mine, before, by);
      const merged = mergedMap(`${path}.${value.length}`, was ?? {}, here, there);
      value.push(merged.value);
      contests.push(...merged.contests);
    } else keepIfChanged(there, theirs);
  }
  for (const here of mine) if (!met.has(here)) keepIfChanged(here, mine);
  return { value, contests };
}
