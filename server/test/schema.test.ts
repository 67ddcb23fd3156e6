import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { entityOf, ownedTables, references } from '../src/records/entities.ts';
import { startApp } from './test-app.ts';

const { db } = await startApp();
const tables = new Map((await db.introspection.getTables()).map((table) => [table.name, table]));

/** What a column takes, and whether it may be empty. */
const shape = (type: string, isNullable: boolean) => `${type}${isNullable ? '?' : ''}`;
const isText = (type: string) => /text|char/i.test(type);
const numbers = ['integer', 'flag', 'time'];

describe('the tables have the columns of the contract', () => {
  for (const table of ownedTables)
    test(table, () => {
      const { fields } = entityOf[table];
      const expected = Object.entries(fields).flatMap(([name, { column, nullable, caseless }]) => [
        [name, shape(numbers.includes(column) ? 'number' : 'text', nullable)],
        ...(caseless ? [[`${name}Key`, 'text']] : []),
      ]);
      const owners = references
        .filter(({ from, ownerColumn }) => from === table && ownerColumn !== 'ownerId')
        .map(({ ownerColumn }) => [ownerColumn, 'text']);
      const found = (tables.get(table)?.columns ?? []).map(({ name, dataType, isNullable }) => [
        name,
        shape(isText(dataType) ? 'text' : 'number', isNullable),
      ]);
      assert.deepEqual(Object.fromEntries(found), {
        ownerId: 'text',
        id: 'text',
        createdAt: 'number',
        updatedAt: 'number',
        searchText: 'text',
        ...Object.fromEntries([...expected, ...owners]),
      });
    });
});
