import { type Tag, tagKey } from '@quartermaster/contract/rules/tags';
import { type Values, same } from './record-body.ts';

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

/** Fields that form one: a password and the choice of Google login. */
const oneField = [['password', 'isGoogleLogin']];
/** Credentials belong to the first of these once that changes. */
const owners = [
  ['provider', 'apiCredentials'],
  ['registratorTypeId', 'apiCredentials'],
];

/** Sent together once one of them changes: otherwise the server drops credentials of the previous provider. */
export const sentTogether = owners;

/** Merges two people's edits of one record; both started from `before`. All three have the same fields. */
export function merge(before: Values, mine: Values, theirs: Values): Merged {
  const differs = (one: Values, other: Values) => (name: string) => !same(one[name], other[name]);
  const isThere = (names: readonly string[]) => names.every((name) => name in mine);
  const units = [
    ...oneField,
    ...owners.filter(([owner = '']) => [mine, theirs].some((side) => differs(side, before)(owner))),
  ].filter(isThere);
  const single = Object.keys(mine).filter((name) => !units.flat().includes(name));
  const merged: Merged = { body: {}, contests: [] };

  for (const names of [...units, ...single.map((name) => [name])]) {
    const of = (side: Values) => Object.fromEntries(names.map((name) => [name, side[name]]));
    const [name = ''] = names;
    const isMine = names.some(differs(mine, before));
    const isTheirs = names.some(differs(theirs, before)) && names.some(differs(theirs, mine));
    const parts = isMine && isTheirs && names.length === 1 ? mergerOf(name) : undefined;
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

function mergerOf(name: string): MergeParts | undefined {
  if (name === 'tags') return (...lists) => ({ value: mergedTags(...asLists<Tag>(lists)), contests: [] });
  if (name === 'apiCredentials')
    return (...maps) => mergedMap(name, ...(maps.map((map) => map ?? {}) as [Values, Values, Values]));
  if (name === 'users') return (...lists) => mergedUsers(name, ...asLists<User>(lists));
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

interface User extends Values {
  username: string;
}

/** Merges users by name. A user removed by one person and changed by the other stays. */
function mergedUsers(path: string, before: User[], mine: User[], theirs: User[]) {
  const named = (list: User[], name: string) => list.find(({ username }) => username === name);
  const names = new Set([...theirs, ...mine].map(({ username }) => username));
  const contests: Contest[] = [];
  const value: Values[] = [];
  for (const name of names) {
    const [was, here, there] = [named(before, name), named(mine, name), named(theirs, name)];
    if (here && there) {
      const merged = mergedMap(`${path}.${value.length}`, was ?? {}, here, there);
      value.push(merged.value);
      contests.push(...merged.contests);
    } else if (!was || !same(was, here ?? there)) value.push(here ?? there ?? {});
  }
  return { value, contests };
}
