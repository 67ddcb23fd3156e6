import type { ImportColumn, ImportRow } from '@quartermaster/contract/imports/imports.schema';
import { expect, test } from 'vitest';
import { previewed, rowInWords, shownColumns } from './row-cells.ts';

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

test('a note stands at its cell, which says how many others say the same', () => {
  const bad = [{ text: 'nobody', rows: 3, message: 'Not an address' }];
  const noted: ImportRow = {
    ...row,
    cells: { ...row.cells, Mail: ' nobody ' },
    errors: [],
    notes: [
      { column: 'Mail', kind: 'dropped', message: 'Not an address' },
      { column: 'Customer', kind: 'filled', message: 'Filled from row 7' },
    ],
  };
  const { cells } = previewed(
    noted,
    columns.map((each) => (each.header === 'Mail' ? { ...each, bad } : each)),
  );
  expect(cells.map(({ notes, isDropped, alike }) => [notes, isDropped, alike])).toEqual([
    [[], false, 0],
    [[], false, 0],
    [['Not an address'], true, 3],
    [['Filled from row 7'], false, 0],
  ]);
});

test('changes are written as on the page of the record', () => {
  const changes = [
    change('expirationDate', '2030-05-06T00:00:00.000Z', '2031-02-03'),
    change('autoRenew', 'UNKNOWN', 'NO'),
    change('price', null, '1234.5'),
    change('comment', null, '2031-02-03'),
    change('domain', null, 'xn--bcher-kva.example'),
  ];
  const { changes: words } = rowInWords({ ...row, changes }, undefined);
  expect(words.map(({ before, after }) => [before, after])).toEqual([
    ['May 6, 2030', 'Feb 3, 2031'],
    ['Unknown', 'No'],
    [null, '1,234.50'],
    [null, '2031-02-03'],
    [null, 'bücher.example'],
  ]);
});

test('a price is written in the currency that the row sets', () => {
  const changes = [change('price', '9', '14.9'), change('currency', 'USD', 'EUR')];
  const { changes: words } = rowInWords({ ...row, changes }, undefined);
  expect(words[0]).toMatchObject({ before: '$9.00', after: '€14.90' });
});
