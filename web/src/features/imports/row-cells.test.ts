import type { ImportColumn, ImportRow } from '@quartermaster/contract/imports/imports.schema';
import { expect, test } from 'vitest';
import { previewed, shownColumns } from './row-cells.ts';

const column = (header: string, target: string): ImportColumn => ({
  header,
  target,
  examples: [],
  asks: null,
  guessed: false,
  secret: false,
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

test('a column that becomes nothing is shown where a row has an error in it', () => {
  const more = [
    ...columns,
    { ...column('Column 5', ''), target: null },
    { ...column('Column 6', ''), target: null },
  ];
  const headers = (errors: ImportRow['errors']) =>
    shownColumns({ columns: more }, [{ errors }]).map(({ header }) => header);
  expect(headers([])).toEqual(['Name', 'Registrar', 'Mail', 'Customer']);
  expect(headers([{ column: 'Column 5', message: 'x' }]).at(-1)).toBe('Column 5');
});
