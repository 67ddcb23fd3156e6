import { type Field, isCredentials, isReference } from '@quartermaster/contract/api/fields';
import { type Tag, tagText } from '@quartermaster/contract/rules/tags';
import { fieldLabel } from '@quartermaster/contract/rules/field-label';
import type { Owner } from '../../access/owner.ts';
import type { OwnedTableName } from '../../db/schema.ts';
import { UnsealError } from '../../secrets/seal.ts';
import { dates, datesInWords } from '../kinds/date-element.ts';
import { decodeColumn } from '../kinds/decode-column.ts';
import { entityOf } from '../kinds/entities.ts';
import type { Row } from '../kinds/row.ts';
import { isSecretPath } from '../kinds/secret-paths.ts';
import { type Names, nameIn } from './names.ts';

/** A visible value at a path in a record, before it is put in words. */
export interface ValueAt {
  path: string;
  label: string;
  value: unknown;
}

type Decoded = Readonly<Record<string, unknown>>;

/** The values of a credentials map that are no secrets; `record` tells which these are. */
function credentialsIn(table: OwnedTableName, field: string, record: Decoded, value: unknown): ValueAt[] {
  const entity = entityOf[table];
  return Object.entries((value ?? {}) as Record<string, unknown>).flatMap(([name, each]) => {
    const path = `${field}.${name}`;
    return isSecretPath(entity, record, path) ? [] : [{ path, label: name, value: each }];
  });
}

interface User {
  username: string;
  isDefault: boolean;
}

/** A list of users as their names; the default one is marked. */
const usersIn = (field: string, label: string, value: unknown): ValueAt[] => [
  {
    path: field,
    label,
    value: ((value ?? []) as User[]).map(({ username, isDefault }) =>
      isDefault ? `${username} (default)` : username,
    ),
  },
];

/** The visible values of one field of a row; what no key opens counts as none. */
export function visibleValues(
  { sealer }: Pick<Owner, 'sealer'>,
  table: OwnedTableName,
  recordId: string,
  field: string,
  record: Decoded,
  row: Row | undefined,
): ValueAt[] {
  const { fields, fieldLabels } = entityOf[table];
  const definition = fields[field] as Field;
  const label = fieldLabel(fieldLabels, field);
  if (definition.column === 'secret') return [];
  const stored = row?.[field] ?? null;
  let value: unknown = null;
  try {
    if (stored !== null) value = decodeColumn(sealer, table, recordId, field, definition.column, stored);
  } catch (error) {
    if (!(error instanceof UnsealError)) throw error;
    return [];
  }
  if (isCredentials(definition)) return credentialsIn(table, field, record, value);
  if (definition.column === 'sealed') return usersIn(field, label, value);
  if (definition === dates) return [{ path: field, label, value: datesInWords(value) }];
  return [{ path: field, label, value }];
}

/** The record that a field's value refers to. */
export function targetOf(table: OwnedTableName, path: string, value: unknown) {
  const definition = entityOf[table].fields[path];
  return definition && isReference(definition) && typeof value === 'string'
    ? { table: definition.to.table as OwnedTableName, recordId: value }
    : null;
}

/** A value as histories show it. */
export function inWords(table: OwnedTableName, path: string, value: unknown, names: Names): unknown {
  const target = targetOf(table, path, value);
  if (target) return nameIn(names, target);
  return path === 'tags' ? ((value ?? []) as Tag[]).map(tagText) : (value ?? null);
}
