import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { Page } from 'playwright-core';
import { fixtures } from '../server/test/fixtures/all.ts';
import { desktop, phone, startHarness } from './harness.ts';
import { created } from './list-steps.ts';

const { open, operator } = await startHarness();

/** Fields that rows show: nested ones, and those that servers of earlier versions do not send. */
const fields = [
  'tags',
  'users',
  'status',
  '_count',
  'secretFields',
  'apiCredentials',
  'apiFields',
  'sshPort',
];
const renewal = ['paidUntil', 'autoRenew', 'price', 'currency', 'payer', 'interval'];

/** Values that an answer may lack, in place of those that the server sends. */
async function withGaps(page: Page, path: string, listKey: string, gap: null | undefined) {
  await page.route(`**/api${path}?*`, async (route) => {
    const answer = await route.fetch();
    const body = (await answer.json()) as { data: Record<string, Record<string, unknown>[]> };
    for (const row of body.data[listKey] ?? [])
      for (const [name, value] of Object.entries(row))
        if ([...fields, ...renewal].includes(name) || typeof value === 'object') row[name] = gap;
    await route.fulfill({ response: answer, json: body });
  });
}

describe('a row without some of its values', () => {
  for (const [area, { crud }] of Object.entries(fixtures))
    for (const gap of [null, undefined])
      test(`${area}: is shown, with ${gap === null ? 'null' : 'nothing'} in their place`, async () => {
        const someone = await operator();
        const id = await created(someone, area, 1);
        const page = await open(crud.path, {
          as: someone,
          viewport: gap === null ? desktop : phone,
          prepare: (fresh) => withGaps(fresh, crud.path, crud.listKey, gap),
        });
        await page.locator(`[data-row="${id}"]`).waitFor();
        assert.equal(await page.getByText('Something went wrong').count(), 0);
      });
});
