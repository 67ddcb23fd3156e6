// On both engines: each kind's columns, written and read.
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { Entity } from '@quartermaster/contract/api/entity';
import type { Column } from '@quartermaster/contract/api/fields';
import { entityOf, ownedTables, references } from '../src/records/kinds/entities.ts';
import type { OwnedTableName } from '../src/db/schema.ts';
import { textKeys } from '../src/records/table/text-keys.ts';
import { startApp } from './test-app.ts';

const app = await startApp();
const tables = await app.db.introspection.getTables();

const typeOf: Record<Column, string> = {
  text: 'text',
  integer: 'integer',
  money: 'bigint',
  flag: 'integer',
  time: 'bigint',
  json: 'text',
  secret: 'text',
  secrets: 'text',
  sealed: 'text',
};
/** PostgreSQL's names of the types in migrations. */
const postgresTypes: Record<string, string> = { int4: 'integer', int8: 'bigint' };

type Columns = Record<string, string>;

const bookkeeping: Columns = {
  ownerId: 'text',
  id: 'text',
  createdAt: 'bigint',
  updatedAt: 'bigint',
  searchText: 'text',
};

/** The columns for an entity's fields; a question mark marks those that may be null. */
function expectedColumns({ table, fields, global: isGlobal }: Entity): Columns {
  const columns = { ...bookkeeping };
  for (const [name, { column, nullable, caseless, mark }] of Object.entries(fields)) {
    columns[name] = typeOf[column] + (nullable ? '?' : '');
    if (column === 'secrets') columns[`${name}Names`] = 'text?';
    if (mark !== undefined) columns[mark] = 'integer';
    if (caseless) columns[`${name}Key`] = 'text';
  }
  for (const { column } of textKeys(table as OwnedTableName)) columns[column] = 'text?';
  // The maker; global records have none.
  if (isGlobal) columns['userId'] = 'text?';
  for (const { from, ownerColumn } of references) if (from === table) columns[ownerColumn] = 'text';
  return columns;
}

function migratedColumns(table: string): Columns {
  const found = tables.find(({ name }) => name === table);
  assert.ok(found, `no migration makes the table ${table}`);
  const columns = found.columns.map(({ name, dataType, isNullable }) => {
    const type = dataType.toLowerCase();
    return [name, (postgresTypes[type] ?? type) + (isNullable ? '?' : '')];
  });
  return Object.fromEntries(columns) as Columns;
}

describe('the migrated columns match the fields', () => {
  for (const table of ownedTables)
    test(table, () => assert.deepEqual(migratedColumns(table), expectedColumns(entityOf[table])));
});
