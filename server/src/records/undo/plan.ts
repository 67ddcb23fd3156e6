import { isElements, isTags } from '@quartermaster/contract/api/fields';
import { type Contest, merge } from '@quartermaster/contract/api/merge';
import type { Resolution } from '@quartermaster/contract/history/history.schema';
import { type Values, same } from '@quartermaster/contract/rules/same';
import { type Tag, tagKey } from '@quartermaster/contract/rules/tags';
import type { Owner } from '../../access/owner.ts';
import { entityOf } from '../kinds/entities.ts';
import type { Row, StoredRow } from '../kinds/row.ts';
import type { Origins } from './origins.ts';
import type { Reversal } from './reversals.ts';
import { Sides, originAt, touchedIn } from './sides.ts';

/** A field that has changed since, with tokens for secrets. */
export interface FieldConflict {
  path: string;
  was: unknown;
  made: unknown;
  now: unknown;
}

/** What reversing an act writes to a record; `fields` is null if nothing. */
export interface Plan {
  fields: Values | null;
  /** The paths of the secrets that it writes. */
  touched: string[];
  /** The paths of the secrets that it would write, but whose values left the history. */
  lost: string[];
  /** The fields whose new value results from a merge and was never stored as such. */
  merged: string[];
  conflicts: FieldConflict[];
}

const nothing: Plan = { fields: null, touched: [], lost: [], merged: [], conflicts: [] };

/** `users.0.password` in a merged list is `users.<id>.password` in the record. */
function pathOf(name: string, body: Values): string {
  const [field = '', index, ...rest] = name.split('.');
  const list = body[field];
  if (index === undefined || !Array.isArray(list)) return name;
  const { id } = (list[Number(index)] ?? {}) as { id?: string };
  return [field, id ?? index, ...rest].join('.');
}

/** The value at a path; an element of a list goes by its id. */
function valueAt(side: Values, path: string): unknown {
  const [field = '', ...rest] = path.split('.');
  const value = side[field];
  if (rest.length === 0) return value;
  if (!Array.isArray(value)) return (value as Values | null | undefined)?.[rest.join('.')];
  const element = (value as Values[]).find(({ id }) => id === rest[0]);
  return rest.length === 1 ? element : element?.[rest[1] ?? ''];
}

/** Puts the value that a contested part has now in place of the one that the undo would bring back. */
function keep(body: Values, { names, now }: Contest): void {
  for (const name of names) {
    const [field = '', ...rest] = name.split('.');
    const inner = body[field];
    if (rest.length === 0) body[field] = now[name];
    else if (Array.isArray(inner)) ((inner as Values[])[Number(rest[0])] ?? {})[rest[1] ?? ''] = now[name];
    else if (now[name] === undefined) delete (inner as Values)[rest.join('.')];
    else (inner as Values)[rest.join('.')] = now[name];
  }
}

type Elements = (Values & { id: string })[];

/**
 * Elements of lists that the act added and somebody has changed since, or that it changed and somebody has removed
 * since: the merge keeps both, an undo asks.
 */
function elementConflicts(
  table: Reversal['table'],
  body: Values,
  sides: Record<'was' | 'made' | 'now', Values>,
) {
  return Object.entries(entityOf[table].fields).flatMap(([field, definition]) => {
    if (!isElements(definition) || !(field in body)) return [];
    const listOf = (side: Values) => (side[field] ?? []) as Elements;
    const has = (side: Values) => (id: string) => listOf(side).some((each) => each.id === id);
    const [was, made, now] = [has(sides.was), has(sides.made), has(sides.now)];
    return listOf(body).flatMap(({ id }) => {
      const isAdded = !was(id) && made(id) && now(id);
      const isRemoved = was(id) && made(id) && !now(id);
      return isAdded || isRemoved ? [{ field, id, isAdded }] : [];
    });
  });
}

const without = (list: unknown, id: string): Values[] => (list as Elements).filter((each) => each.id !== id);

/** Reverses an update of the row as it is now. */
export function planUpdate(
  owner: Owner,
  { table, recordId, was: before, made: after, first, last, forgotten }: Reversal,
  row: StoredRow,
  origins: Origins | undefined,
  resolution: Resolution,
): Plan {
  const { fields } = entityOf[table];
  const names = Object.keys(fields).filter((field) => after !== null && field in after);
  const reader = new Sides(owner, table, recordId);
  const sides = {
    was: reader.read(
      before ?? {},
      names,
      originAt(origins, (each) => (path) => each.before(path, first)),
      forgotten,
    ),
    made: reader.read(
      after ?? {},
      names,
      originAt(origins, (each) => (path) => each.after(path, last)),
      forgotten,
    ),
    now: reader.read(
      row,
      names,
      originAt(origins, (each) => (path) => each.now(path)),
      forgotten,
    ),
  };
  const { body, contests } = merge(fields, sides.made, sides.was, sides.now);
  const elements = elementConflicts(table, body, sides);
  const paths = [
    ...contests.flatMap((contest) => contest.names.map((name) => pathOf(name, body))),
    ...elements.map(({ field, id }) => `${field}.${id}`),
  ];
  const conflicts = paths.map((path) => ({
    path,
    was: valueAt(sides.was, path),
    made: valueAt(sides.made, path),
    now: valueAt(sides.now, path),
  }));
  if (conflicts.length > 0 && resolution === 'skip') return { ...nothing, conflicts };
  if (resolution !== 'mine') for (const contest of contests) keep(body, contest);
  for (const { field, id, isAdded } of elements)
    if (isAdded === (resolution === 'mine')) body[field] = without(body[field], id);
  const changed = Object.fromEntries(
    Object.entries(body).filter(([field, value]) => !same(value, sides.now[field])),
  );
  if (Object.keys(changed).length === 0) return { ...nothing, conflicts };
  const touched = Object.keys(changed).flatMap((field) => touchedIn(sides.now[field], changed[field]));
  const merged = Object.keys(changed).filter((field) => !same(changed[field], sides.was[field]));
  const { fields: opened, lost } = reader.open(changed);
  return { fields: opened, touched, lost, merged, conflicts };
}

const asSet = (field: string, table: Reversal['table'], value: unknown): unknown => {
  const definition = entityOf[table].fields[field];
  return definition && isTags(definition) ? ((value ?? []) as Tag[]).map(tagKey).sort() : value;
};

/** Reverses a creation: what has changed since is a conflict of the whole record. */
export function planRemoval(
  owner: Owner,
  { table, recordId, made: after, last, forgotten }: Reversal,
  row: StoredRow,
  origins: Origins | undefined,
  resolution: Resolution,
): Plan {
  const made: Row = after ?? {};
  const names = Object.keys(entityOf[table].fields).filter((field) => field in made);
  const reader = new Sides(owner, table, recordId);
  const then = reader.read(
    made,
    names,
    originAt(origins, (each) => (path) => each.after(path, last)),
    forgotten,
  );
  const now = reader.read(
    row,
    names,
    originAt(origins, (each) => (path) => each.now(path)),
    forgotten,
  );
  const conflicts = names
    .filter((field) => !same(asSet(field, table, then[field]), asSet(field, table, now[field])))
    .map((field) => ({ path: field, was: null, made: then[field], now: now[field] }));
  return { ...nothing, conflicts, fields: conflicts.length === 0 || resolution === 'mine' ? {} : null };
}

/** Reverses a deletion. */
export function planRestoration(owner: Owner, { table, recordId, was, forgotten }: Reversal): Plan {
  const { fields } = entityOf[table];
  const names = Object.keys(fields);
  const reader = new Sides(owner, table, recordId);
  const read = reader.read(was ?? {}, names, () => 'start');
  // Fields of later versions begin as in a new record.
  for (const [field, definition] of Object.entries(fields))
    if (!(field in (was ?? {})) && 'initial' in definition) read[field] = definition.initial;
  const lost = forgotten.filter((path) => {
    const definition = fields[path];
    return definition?.column === 'secret' && !definition.nullable;
  });
  const touched = Object.values(read).flatMap((value) => touchedIn(null, value));
  return { ...nothing, touched, lost, fields: reader.open(read).fields };
}
