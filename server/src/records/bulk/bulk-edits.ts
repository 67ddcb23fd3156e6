import type { BulkAction } from '@quartermaster/contract/api/bulk-actions';
import { noted } from '@quartermaster/contract/api/fields';
import { below } from '@quartermaster/contract/rules/credentials';
import { noteWith } from '@quartermaster/contract/rules/secret-comments';
import { type Tag, tagError, tagKey } from '@quartermaster/contract/rules/tags';
import type { Owner } from '../../access/owner.ts';
import type { OwnedTable } from '../table/owned-table.ts';
import { scopeErrors } from '../table/scope.ts';
import type { Db, OwnedTableName } from '../../db/schema.ts';
import { refuse } from '../../lib/errors.ts';
import { encode } from '../kinds/codec.ts';
import { entityOf } from '../kinds/entities.ts';
import { type Resolved, referencesOf } from '../table/reference-checks.ts';
import type { Row, StoredRow } from '../kinds/row.ts';

/** What a bulk action changes in a row. */
export interface FieldEdit {
  fields: Record<string, unknown>;
  owners?: Resolved['owners'];
}
type Edit = FieldEdit | 'unchanged' | { message: string };

export type TagAction = Extract<BulkAction, { action: 'addTag' | 'removeTag' }>;

/** The fields that a bulk action sets, with their columns. */
export interface Setting extends Required<FieldEdit> {
  columns: Row;
}

/**
 * Resolves what a bulk action sets; null if it sets no fields. A reference without a visible target is a
 * VALIDATION_ERROR.
 */
export async function settingOf(
  db: Db,
  owner: Owner,
  table: OwnedTableName,
  action: BulkAction,
): Promise<Setting | null> {
  if (action.action !== 'set' && action.action !== 'setStatus') return null;
  const sent = action.action === 'set' ? action.fields : { status: action.status };
  const given = Object.entries(sent).filter(([, value]) => value !== undefined);
  const fields = Object.fromEntries(given);
  const { owners, errors } = (await referencesOf(db, owner, table, [fields]))(fields);
  refuse(below('do.fields', errors));
  // None of these fields is sealed.
  const asIs = (text: string) => text;
  const columns = given.map(([field, value]) => {
    const codec = entityOf[table].fields[field]?.column ?? 'text';
    return [field, encode(codec, value, asIs)];
  });
  return { fields, owners, columns: Object.fromEntries(columns) as Row };
}

export const settingEdit = (row: StoredRow, { fields, owners, columns }: Setting): Edit =>
  Object.entries(columns).every(([column, value]) => row[column] === value)
    ? 'unchanged'
    : { fields, owners };

const unreadable = 'No key opens the secure note';

/** Appends the comment to the secure note and empties it. */
export function sealEdit(table: Pick<OwnedTable, 'read'>, owner: Owner, before: StoredRow): Edit {
  const { comment, secureNote } = before;
  if (typeof comment !== 'string' || comment === '') return 'unchanged';
  const stored = table.read(owner, before, 'secureNote') as string | null;
  if (stored === null && (secureNote ?? null) !== null) return { message: unreadable };
  const note = noteWith(stored, comment);
  const { error } = noted.secureNote.rule.safeParse(note);
  if (error) return { message: error.issues[0]?.message ?? '' };
  return { fields: { comment: null, secureNote: note } };
}

export function tagEdit(
  table: OwnedTableName,
  owner: Owner,
  row: StoredRow,
  { action, tag }: TagAction,
): Edit {
  const tags = JSON.parse(String(row.tags)) as Tag[];
  const others = tags.filter((each) => tagKey(each) !== tagKey(tag));
  if (action === 'removeTag') {
    if (others.length === tags.length) return 'unchanged';
    const { tags: outside } = scopeErrors(table, owner, others);
    return outside === undefined ? { fields: { tags: others } } : { message: outside };
  }
  if (others.length < tags.length) return 'unchanged';
  const message = tagError(tag, tags);
  return message === null ? { fields: { tags: [...tags, tag] } } : { message };
}
