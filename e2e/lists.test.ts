import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { Page } from 'playwright-core';
import { fixtures } from '../server/test/fixtures/all.ts';
import { downloaded, startHarness } from './harness.ts';
import { act, allBox, bar, created, selected } from './list-steps.ts';

const { open, operator } = await startHarness();

const rows = (page: Page) => page.locator('[data-row]');

for (const [area, { crud }] of Object.entries(fixtures)) {
  const { path, one: noun, many: nouns } = crud;
  describe(nouns, () => {
    test('selects, exports and deletes several records', async () => {
      const someone = await operator();
      for (const n of [1, 2, 3]) await created(someone, area, n);
      // Includes global registrator types unless told not to.
      const own = path === '/registrator-types' ? `${path}?includeGlobal=false` : path;
      const page = await open(own, { as: someone });
      await rows(page).nth(2).waitFor();
      await allBox(page).check();
      await selected(page, '3');
      await rows(page).first().getByRole('checkbox').uncheck();
      await selected(page, '2');
      const hasTags = 'tags' in (fixtures[area]?.valid(1) ?? {});
      assert.equal(await act(page, 'Add tag').count(), hasTags ? 1 : 0);
      const hasStatus = !['emails', 'registrator-types'].includes(path.slice(1));
      assert.equal(await act(page, 'Set status').count(), hasStatus ? 1 : 0);
      const { text } = await downloaded(page, () => act(page, 'Export selection').click());
      if (path === '/registrator-types') assert.equal((JSON.parse(text) as unknown[]).length, 2);
      else assert.equal(text.trim().split('\r\n').length, 3);
      if (hasTags) {
        await act(page, 'Add tag').click();
        await page.getByLabel('Tag type').fill('batch');
        await page.getByLabel('Tag value').fill('one');
        await page.keyboard.press('Enter');
        await page.getByText(`Tag added to 2 ${nouns}`).first().waitFor();
      }
      await act(page, 'Delete').click();
      await page
        .getByRole('alertdialog')
        .getByRole('button', { name: `Delete 2 ${nouns}` })
        .click();
      await page.getByText(`2 ${nouns} deleted`).first().waitFor();
      await bar(page).waitFor({ state: 'detached' });
      await rows(page).nth(1).waitFor({ state: 'detached' });
      assert.equal(await rows(page).count(), 1);
    });

    test('every sortable column says so and toggles its direction', async () => {
      const someone = await operator();
      await created(someone, area, 1);
      const page = await open(path, { as: someone });
      await rows(page).first().waitFor();
      const sortable = page.getByRole('columnheader').filter({ has: page.getByRole('button') });
      const sorted = new Set<string>();
      for (const header of await sortable.all()) {
        assert.equal(await header.getAttribute('aria-sort'), 'none');
        await header.getByRole('button').click();
        await header.and(page.locator('[aria-sort=ascending]')).waitFor();
        sorted.add(new URL(page.url()).searchParams.get('sortBy') ?? '');
        await header.getByRole('button').click();
        await header.and(page.locator('[aria-sort=descending]')).waitFor();
        await header.getByRole('button').click();
        await header.and(page.locator('[aria-sort=none]')).waitFor();
      }
      assert.ok(sorted.size >= 4, `${noun}: sorted by ${[...sorted].join(', ')}`);
    });
  });
}
