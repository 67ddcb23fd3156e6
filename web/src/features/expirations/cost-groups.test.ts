import assert from 'node:assert/strict';
import type { ExpirationCost } from '@quartermaster/contract/expirations/expirations.schema';
import { test } from 'vitest';
import { costsFile, inOrder, keyText, totalsOf } from './cost-groups.ts';

const cost = (key: string | null, currency: string | null, ...amounts: number[]): ExpirationCost => ({
  key,
  currency,
  months: amounts.map((amount, at) => ({ month: `2027-0${at + 1}`, amount })),
  total: amounts.reduce((sum, amount) => sum + amount, 0),
});

test('totals add up to the hundredth, those without a currency last', () => {
  const costs = [
    cost(null, null, 1, 0),
    cost('a', 'USD', 5, 0),
    cost('a', 'EUR', 0.1, 0),
    cost('b', 'EUR', 0.2, 0.7),
  ];
  assert.deepEqual(
    totalsOf(costs).map(({ label, months, total }) => [label, ...months.map(({ amount }) => amount), total]),
    [
      ['Total in EUR', 0.3, 0.7, 1],
      ['Total in USD', 5, 0, 5],
      ['Total without a currency', 1, 0, 1],
    ],
  );
  assert.deepEqual(
    totalsOf([cost('a', 'EUR', 1)]).map(({ label }) => label),
    ['Total'],
  );
  assert.deepEqual(totalsOf([]), []);
});

test('rows are in the order of the alphabet by key, then currency, and what has no key is last', () => {
  const costs = [
    cost(null, 'EUR', 1),
    cost('zebra', null, 1),
    cost('zebra', 'CHF', 1),
    cost('Ötztal', 'EUR', 1),
  ];
  assert.deepEqual(
    inOrder(costs).map(({ key, currency }) => `${key} ${currency}`),
    ['Ötztal EUR', 'zebra CHF', 'zebra null', 'null EUR'],
  );
  assert.equal(keyText(null, 'Payer'), 'No payer');
});

test('a file has a column for each month, also under a heading that reads as another', async () => {
  const text = await costsFile([cost('=1', 'EUR', 1.5, 0), cost(null, null, 0, 2)], 'Total').text();
  assert.equal(text, "Total,Currency,2027-01,2027-02,Total\r\n'=1,EUR,1.5,0,1.5\r\n,,0,2,2\r\n");
});
