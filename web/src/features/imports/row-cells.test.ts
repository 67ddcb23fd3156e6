import type { ImportColumn, ImportRow } from '@quartermaster/contract/imports/imports.schema';
import { expect, test } from 'vitest';
import { previewed } from './row-cells.ts';

const column = (header: string, target: string): ImportColumn => ({
  header,
  target,
  examples: [],
  asks: null,
  guessed: false,
  secret: false,
  bad: [],
});
const change = (field: string, before: string | null, after: string | null) => ({
  field,
  label: field,
  before,
  after,
});

const columns = [
  column('Name', 'domain'),
  column('Registrar', 'registratorAccount.registratorType.name'),
  column('Mail', 'registratorAccount.emailAccount.email'),
  column('Customer', 'tag:client'),
];
const row: ImportRow = {
  n: 1,
  line: 2,
  kind: 'update',
  cells: { Name: 'a.example', Registrar: 'Porkbun', Mail: 'a@example.com', Customer: 'Acme' },
  changes: [
    change('registratorAccountId', 'Namecheap', 'Porkbun'),
    change('tags', null, 'client:Acme'),
    change('comment', null, 'Moved'),
  ],
  errors: [
    { column: 'Mail', message: 'Not an address' },
    { column: null, message: 'Password is required' },
  ],
  notes: [],
  recordId: null,
  name: 'a.example',
};

test('a change stands at the first column that it comes from, and apart where none does', () => {
  const { cells, others } = previewed(row, columns);
  expect(cells.map(({ change: at }) => at?.after)).toEqual([undefined, 'Porkbun', undefined, 'client:Acme']);
  expect(others.map(({ after }) => after)).toEqual(['Moved']);
});

test('an error stands at its cell, and apart where no column has the value', () => {
  const { cells, errors } = previewed(row, columns);
  expect(cells.map((cell) => cell.errors)).toEqual([[], [], ['Not an address'], []]);
  expect(errors).toEqual(['Password is required']);
});
