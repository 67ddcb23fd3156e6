import { client } from '@quartermaster/contract/api/client';
import { describe, expect, test } from 'vitest';
import { headingsIn, inColumnOrder, inOrder, moved } from './column-order.ts';

const columns = ['name', 'status', 'server', 'tags'].map((id) => ({ id }));
const ids = (order: string[]) => inOrder(columns, order).map(({ id }) => id);

describe('the order of columns', () => {
  test('keeps the first column first, and columns that it does not know at the end', () => {
    expect(ids([])).toEqual(['name', 'status', 'server', 'tags']);
    expect(ids(['tags', 'name', 'gone', 'server'])).toEqual(['name', 'tags', 'server', 'status']);
  });

  test('moves a column to the place of another, to either side', () => {
    expect(moved(['a', 'b', 'c'], 'a', 'c')).toEqual(['b', 'c', 'a']);
    expect(moved(['a', 'b', 'c'], 'c', 'a')).toEqual(['c', 'a', 'b']);
    expect(moved(['a', 'b', 'c'], 'a', 'b')).toEqual(['b', 'a', 'c']);
  });

  test('orders the headings of a copied table, those without a column behind the one before them', () => {
    const shown = [
      { id: 'domain', header: 'Domain' },
      { id: 'created', header: 'Created', headings: ['Created At'] },
      { id: 'server', header: 'Server' },
      { id: 'status', header: 'Status' },
    ];
    expect(inColumnOrder(Object.keys(client.domains.csv), shown)).toEqual([
      'Domain',
      'Created At',
      'Server',
      'Server IP',
      'CDN',
      'Tags',
      'Comment',
      'Status',
      'Expiration Date',
      'Registrator',
      'Registrator Email',
    ]);
  });

  test('names the headings that columns show, in their order, without columns that no export has', () => {
    const shown = [
      { id: 'domain', header: 'Domain' },
      { id: 'server', header: 'Server', headings: ['Server', 'Server IP'] },
      { id: 'password', header: 'Password' },
      { id: 'status', header: 'Status' },
    ];
    expect(headingsIn(Object.keys(client.domains.csv), shown)).toEqual([
      'Domain',
      'Server',
      'Server IP',
      'Status',
    ]);
  });
});
