import { fieldErrors } from '@quartermaster/contract/api/endpoint';
import type { FieldErrors } from '@quartermaster/contract/api/errors';
import { type Tag, tagKey } from '@quartermaster/contract/rules/tags';
import type { Owner } from '../../access/owner.ts';
import { AppError } from '../../lib/errors.ts';
import type { Element } from '../kinds/element-ids.ts';
import type { RecordTable } from '../list/record-table.ts';
import type { StoredRow } from '../kinds/row.ts';
import { touchedSecrets, withMergedSecrets } from '../kinds/merged-secrets.ts';
import type { Levels } from './levels.ts';
import { ownFields } from './own-fields.ts';
import type { CheckedRow } from './plan.ts';
import { withSealedComment } from './sealed-comments.ts';

type Fields = Record<string, unknown>;

/** What the references of a row lead to, by column; null clears one. */
export interface RowReferences {
  ids: Record<string, string | null>;
  errors: FieldErrors;
}

const hasErrors = (errors: FieldErrors): boolean => Object.keys(errors).length > 0;

/** Rules that throw report their errors like all others. */
function storedBy(
  table: RecordTable,
  fields: Fields,
  before?: StoredRow,
): { fields: Fields } | { errors: FieldErrors } {
  try {
    return { fields: { ...fields, ...table.stored(fields, before) } };
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    return { errors: error.details?.fields ?? { '': error.message } };
  }
}

/** The record that a row creates. */
export function createdBy(
  table: RecordTable,
  levels: Levels,
  row: number,
  references: RowReferences,
): CheckedRow {
  const { fields: said, errors } = ownFields(levels, [row], '', table.name);
  const fields = levels.isSealing ? withSealedComment(said, null) : said;
  const known = { ...errors, ...references.errors };
  const { data, error } = table.entity.create.body.safeParse({ ...fields, ...references.ids });
  // A reference that is named and can't be resolved is not missing.
  const faults = Object.entries(error ? fieldErrors(error) : {}).filter(
    ([field]) => !Object.keys(known).some((path) => path === field || isBelow(path, field)),
  );
  const all = { ...Object.fromEntries(faults), ...known };
  if (hasErrors(all)) return { errors: all };
  const implied = Object.entries(table.rules.implied?.(data as never) ?? {}).filter(
    ([field]) => fields[field] === undefined,
  );
  const record = { ...(data as Fields), ...Object.fromEntries(implied) };
  return storedBy(
    table,
    withMergedSecrets(table.entity, record, null, () => null),
  );
}

/** Whether an error's path leads into the record that a reference's column refers to. */
const isBelow = (path: string, column: string): boolean =>
  column.endsWith('Id') && (path === column.slice(0, -2) || path.startsWith(`${column.slice(0, -2)}.`));

/** The users of a server after a row, which carries one: the user of its name, or without a name the default one. */
function usersWith(stored: readonly Element[], said: Fields): Fields[] {
  const { isDefault: _, ...given } = said;
  const isIt = ({ username, isDefault }: Element) =>
    typeof given['username'] === 'string' ? username === given['username'].trim() : isDefault === true;
  const others = stored.map(({ id, username, isDefault }): Fields => ({ id, username, isDefault }));
  const at = stored.findIndex(isIt);
  if (at < 0) return [...others, { ...given, isDefault: false }];
  return others.map((user, index) =>
    index === at ? { ...user, ...given, username: user['username'] } : user,
  );
}

/** The fields of a record that a row changes, as an update sends them. */
export function changedBy(
  table: RecordTable,
  owner: Owner,
  levels: Levels,
  row: number,
  {
    before,
    record,
    tags,
    references,
  }: {
    before: StoredRow;
    /** The record's answer. */
    record: Fields;
    tags: 'add' | 'replace';
    references: RowReferences;
  },
): CheckedRow {
  const { entity } = table;
  const isKey = (field: string) => entity.unique.fields.includes(field);
  const isEmpty = (field: string) => ['', null, undefined].includes(record[field] as string);
  const own = ownFields(levels, [row], '', table.name, ({ target, isGiven }) => {
    if (isKey(target.field)) return false;
    // A value for all rows only fills what is empty.
    return !isGiven || target.field === 'tags' || (!target.secret && isEmpty(target.field));
  });
  const { errors, secrets } = own;
  const read = (field: string) => table.owned.read(owner, before, field);
  const note = levels.isSealing ? (read('secureNote') as string | null) : null;
  // A note that no key opens stays.
  const isSealing = levels.isSealing && (note !== null || (before['secureNote'] ?? null) === null);
  const body: Fields = isSealing ? withSealedComment(own.fields, note) : { ...own.fields };
  for (const [column, id] of Object.entries(references.ids)) if (!isKey(column)) body[column] = id;
  if (body['tags'] !== undefined) {
    const stored = (record['tags'] ?? []) as Tag[];
    const isCleared = levels.at(row, '').some(({ target, text }) => target.path === 'tags' && text === '-');
    const kept = tags === 'add' && !isCleared ? stored : [];
    const keys = new Set(kept.map(tagKey));
    const added = (body['tags'] as Tag[]).filter((tag) => !keys.has(tagKey(tag)));
    body['tags'] = [...kept, ...added];
  }
  if (Array.isArray(body['users']))
    body['users'] = usersWith((read('users') ?? []) as Element[], (body['users'] as Fields[])[0] ?? {});
  const { data, error } = entity.update.body.safeParse(body);
  const faults = { ...(error && fieldErrors(error)), ...errors, ...references.errors };
  if (hasErrors(faults)) return { errors: faults };
  const merged = withMergedSecrets(entity, data as Fields, before, read);
  const stored = storedBy(table, merged, before);
  if ('errors' in stored) return stored;
  const given = givenSecrets(secrets, stored.fields, before);
  const settled = table.owned.settled(stored.fields, before);
  return { fields: settled, before, given, touched: touchedSecrets(entity, data as Fields, merged) };
}

/** A given secret always counts as changed; one that is cleared only if it was set. */
function givenSecrets(secrets: ReadonlySet<string>, fields: Fields, before: StoredRow): Set<string> {
  return new Set([...secrets].filter((field) => fields[field] !== null || before[field] !== null));
}
