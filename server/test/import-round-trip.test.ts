import assert from 'node:assert/strict';
import { test } from 'node:test';
import { fixtures } from './fixtures/all.ts';
import { preview, rowsOf, some } from './imports.ts';
import { createFrom, createRecord, fixtureOf, validBody } from './records.ts';
import { startApp } from './test-app.ts';

const app = await startApp();
const user = await app.user();

/** Texts that an export has to guard, and tags that look like several. */
const odd = {
  comment: `=1+1\n"quoted", -2; @three and 'four'`,
  tags: [
    { type: 'purpose', value: '=sum; other:value' },
    { type: '-type', value: '+value, more' },
  ],
};

for (const area of Object.keys(fixtures)) {
  const { crud } = fixtureOf(area);
  for (const format of crud.kind.csv ? ['csv', 'json'] : ['json'])
    test(`what ${area} export as ${format} is the same when it is imported`, async () => {
      await createRecord(user, area);
      const body = await validBody(user, area, { optional: true });
      await createFrom(user, area, 'tags' in body ? { ...body, ...odd } : body);
      await createRecord(user, area, { optional: true });
      const { text } = await user.call('GET', `${crud.path}/export?format=${format}`);
      const found = await preview(app, user, area, `${area}.${format}`, text);
      const rows = await rowsOf(user, found);
      const others = rows.filter(({ kind }) => kind !== 'same');
      // Global types are of the installation, and no workspace imports them.
      const skipped = others.filter(
        ({ kind, errors }) => kind === 'skip' && /^Global/.test(errors[0]?.message ?? ''),
      );
      assert.deepEqual(others.slice(0, 3), skipped.slice(0, 3));
      assert.equal(others.length, skipped.length);
      assert.ok((found.counts?.same ?? 0) >= 3, JSON.stringify(some(found.counts)));
    });
}

test("a registrar's list says what a renewal costs, in its own words and decimals", async () => {
  const { id } = await createRecord(user, 'domains');
  const { body } = await user.call<{ data: { domain: { domain: string } } }>('GET', `/domains/${id}`);
  const { domain } = body.data.domain;
  const file = `Domain Name;Auto Renewal;Renewal Price;Currency;Paid by\n${domain};no;"1.234,50";usd;Zed\n`;
  const found = await preview(app, user, 'domains', 'list.csv', file);
  const [row] = await rowsOf(user, found);
  const told = row?.changes.map(({ field, after }) => [field, after]);
  assert.deepEqual(told, [
    ['autoRenew', 'NO'],
    ['price', '1234.5'],
    ['currency', 'USD'],
    ['payer', 'Zed'],
  ]);
});

test('an amount is read with its decimals, and refused in words where they are unclear or too many', async () => {
  const { id } = await createRecord(user, 'domains');
  const { body } = await user.call<{ data: { domain: { domain: string } } }>('GET', `/domains/${id}`);
  const { domain } = body.data.domain;
  const told = async (name: string, content: string) => {
    const [row] = await rowsOf(user, await preview(app, user, 'domains', name, content));
    const change = row?.changes.find(({ field }) => field === 'price');
    return change?.after ?? row?.notes.map(({ message }) => message).join();
  };
  const unclear = (digits: string) =>
    `Are the last three digits decimals? Write ${digits}, or at most two decimals`;
  const tooMany = 'Price must have at most two decimals';
  const texts: [text: string, told: string][] = [
    ['9,99', '9.99'],
    ['0.12', '0.12'],
    ['9.9900000000000002', '9.99'],
    ['1 234', '1234'],
    ['1.234.567', '1234567'],
    ['1,234,567.8', '1234567.8'],
    ['0.125', tooMany],
    ['0,125', tooMany],
    ['1,234.567', tooMany],
    ['1234.567', tooMany],
    ['9.999', unclear('9999')],
    ['123,456', unclear('123456')],
    ['1,234.567,8', 'Price must be a number'],
    ['1.234.50', 'Price must be a number'],
  ];
  for (const [text, expected] of texts)
    assert.equal(await told('x.csv', `Domain;Price\n${domain};"${text}"\n`), expected, text);
  const numbers: [number: number, told: string][] = [
    [9.5, '9.5'],
    [1234.5, '1234.5'],
    [9.999, unclear('9999')],
    [1234.567, tooMany],
  ];
  for (const [price, expected] of numbers)
    assert.equal(await told('x.json', JSON.stringify([{ domain, price }])), expected, String(price));
});
