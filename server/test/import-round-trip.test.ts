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
