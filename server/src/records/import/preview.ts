import { shownName } from '@quartermaster/contract/api/entity';
import type { FieldErrors } from '@quartermaster/contract/api/errors';
import { isReference } from '@quartermaster/contract/api/fields';
import { yesNo, tagsCell } from '@quartermaster/contract/rules/cells';
import { recordNameOf } from '@quartermaster/contract/rules/record-name';
import type { Tag } from '@quartermaster/contract/rules/tags';
import { fieldLabel } from '@quartermaster/contract/rules/field-label';
import { createHash } from 'node:crypto';
import type { Owner } from '../../access/owner.ts';
import type { OwnedTableName } from '../../db/schema.ts';
import { entityOf } from '../kinds/entities.ts';
import type { NoteKind } from '@quartermaster/contract/imports/imports.schema';
import type { RecordTable } from '../list/record-table.ts';
import type { CellRows } from './levels.ts';
import type { PlannedRow } from './plan.ts';
import { targetAt } from './targets.ts';

type Fields = Record<string, unknown>;

/** A field that a row writes: of a secret only that it is set, changed or cleared. */
export interface FieldChange {
  field: string;
  label: string;
  before: string | null;
  after: string | null;
}

export interface CellError {
  column: string | null;
  message: string;
}

/** What is said of a cell that counts as another one, or that does not count. */
export interface CellNote {
  column: string;
  kind: NoteKind;
  message: string;
}

/** The name of a record as others show it, with its detail. */
export function fullName(table: OwnedTableName, record: Fields): string {
  const { name, detail } = recordNameOf(entityOf[table], record as { id: string });
  return detail === null ? name : `${name} (${detail})`;
}

export function textOf(table: OwnedTableName, field: string, value: unknown): string | null {
  if (value === null || value === undefined || value === '') return null;
  const { fields, labels } = entityOf[table];
  switch (fields[field]?.column) {
    case 'flag':
      return yesNo(value === true);
    case 'json':
      return field === 'tags' ? tagsCell({ tags: value as Tag[] }) : JSON.stringify(value);
    default: {
      const text = typeof value === 'string' ? value : JSON.stringify(value);
      return labels?.[field]?.[text] ?? text;
    }
  }
}

const secretState = (value: unknown, wasSet: boolean): string =>
  value === null ? 'cleared' : wasSet ? 'changed' : 'set';

interface ListedUser {
  id?: string;
  username?: unknown;
  password?: unknown;
  sshKey?: unknown;
}

/** The changes of users in a list, each by its name. An equal secret counts too: the preview is no way to guess it. */
function userChanges(
  before: readonly ListedUser[],
  after: readonly ListedUser[],
  touched: readonly string[],
): FieldChange[] {
  return after.flatMap((user): FieldChange[] => {
    const name = String(user.username);
    const stored = before.find(({ id }) => id === user.id);
    if (!stored) return [{ field: 'users', label: 'Users', before: null, after: name }];
    return (['password', 'sshKey'] as const).flatMap((secret): FieldChange[] => {
      const [was, is] = [stored[secret] ?? null, user[secret] ?? null];
      if (!touched.includes(`users.${stored.id}.${secret}`) || (was === null && is === null)) return [];
      const label = `${secret === 'password' ? 'Password' : 'SSH key'} of ${name}`;
      return [{ field: `users.${secret}`, label, before: null, after: secretState(is, was !== null) }];
    });
  });
}

/** What a row changes, for people. `nameOf` names the records that references lead to. */
export function changesOf(
  table: RecordTable,
  owner: Owner,
  planned: PlannedRow,
  record: Fields | undefined,
  nameOf: (column: string, id: string) => string,
): FieldChange[] {
  if (planned.kind !== 'create' && planned.kind !== 'update') return [];
  const { name, entity } = table;
  const stored = planned.kind === 'update' ? planned.before : undefined;
  return Object.entries(planned.fields).flatMap(([field, value]): FieldChange[] => {
    const definition = entity.fields[field];
    if (!definition || value === undefined) return [];
    const label = fieldLabel(entity.fieldLabels, field);
    const wasSet = (stored?.[field] ?? null) !== null;
    if (definition.column === 'sealed') {
      const before = stored ? ((table.owned.read(owner, stored, field) ?? []) as ListedUser[]) : [];
      const touched = planned.kind === 'update' ? planned.touched : [];
      return userChanges(before, (value ?? []) as ListedUser[], touched);
    }
    if (definition.column.startsWith('secret')) {
      if (!stored && (value === null || (typeof value === 'object' && Object.keys(value).length === 0)))
        return [];
      return [{ field, label, before: null, after: secretState(value, wasSet) }];
    }
    const before = record?.[isReference(definition) ? shownName(field) : field];
    const change = isReference(definition)
      ? {
          before: before ? fullName(definition.to.table as OwnedTableName, before as Fields) : null,
          after: typeof value === 'string' && value !== '' ? nameOf(field, value) : null,
        }
      : { before: textOf(name, field, before), after: textOf(name, field, value) };
    return change.before === null && change.after === null ? [] : [{ field, label, ...change }];
  });
}

/**
 * Tells whether two plans do the same with a row: what it writes, over what. Ids of records that an import creates are
 * anew in each plan, so `nameOf` replaces them.
 */
export function digestOf(
  table: RecordTable,
  owner: Owner,
  planned: PlannedRow,
  nameOf: (id: string) => string | undefined,
): string {
  if (planned.kind !== 'create' && planned.kind !== 'update') return planned.kind;
  const before = planned.kind === 'update' ? planned.before : null;
  const users = (list: unknown) =>
    Array.isArray(list) ? list.map(({ id: _, ...user }: ListedUser) => user) : list;
  const written = Object.keys(planned.fields)
    .sort()
    .map((field) => {
      const value = planned.fields[field] ?? null;
      const column = table.entity.fields[field]?.column ?? 'text';
      const isUsers = column === 'sealed';
      const now = isUsers ? users(value) : typeof value === 'string' ? (nameOf(value) ?? value) : value;
      if (!before) return [field, now];
      // A stored secret counts as sealed: writing an equal one meanwhile is a conflict too, or would confirm a guess.
      const isSecret = isUsers || column.startsWith('secret');
      return [field, (isSecret ? before[field] : table.owned.read(owner, before, field)) ?? null, now];
    });
  return createHash('sha256')
    .update(JSON.stringify([planned.kind, before?.id ?? null, written]))
    .digest('base64url');
}

/** 'users.0.password' is about the column of `users.password`. */
const withoutIndex = (path: string): string => path.replaceAll(/\.\d+(?=\.|$)/g, '');

/** The errors of a row at their columns. */
export function placedErrors({ table, columns }: CellRows, errors: FieldErrors): CellError[] {
  const isAuth = Object.keys(errors).some((path) => /(^|\.)password$/.test(path));
  return Object.entries(errors).flatMap(([sent, message]): CellError[] => {
    const path = withoutIndex(sent);
    // Says the same again as the error of the password.
    if (isAuth && /(^|\.)authentication$/.test(path)) return [];
    const shown = path.replace(/Id$/, '');
    const field = path.split('.')[0] ?? '';
    const column =
      columns.find(({ target }) => target?.path === path) ??
      columns.find(
        ({ target }) =>
          target !== null && (target.path === `${shown}Id` || target.path.startsWith(`${shown}.`)),
      ) ??
      columns.find(({ target }) => target !== null && target.at === '' && target.field === field);
    const target = column ? undefined : targetAt(table.name, path);
    const where = target && target.at !== '' ? `${target.label}: ` : '';
    return [{ column: column?.header ?? null, message: `${where}${message}` }];
  });
}
