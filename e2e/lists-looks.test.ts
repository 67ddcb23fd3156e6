import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { fixtures } from '../server/test/fixtures/all.ts';
import { button } from './domain-steps.ts';
import { assertAccessibleInThemes, desktop, phone, startHarness } from './harness.ts';
import { created, focusedRow, selected } from './list-steps.ts';

const { open, operator } = await startHarness();

describe('selected, compact rows are accessible', () => {
  for (const [area, { crud }] of Object.entries(fixtures))
    test(crud.many, async () => {
      const someone = await operator();
      for (const n of [1, 2, 3]) await created(someone, area, n);
      for (const [size, viewport] of Object.entries({ desktop, phone })) {
        const page = await open(crud.path, { as: someone, viewport });
        await page.locator('[data-row]').nth(2).waitFor();
        await page.locator('[data-row]').first().focus();
        await page.keyboard.press('x');
        await selected(page, '1');
        assert.equal(await focusedRow(page).count(), 1);
        await button(page, 'View').click();
        await page.getByRole('radio', { name: 'Compact' }).check({ force: true });
        await page.keyboard.press('Escape');
        await page.getByRole('radio').first().waitFor({ state: 'detached' });
        await assertAccessibleInThemes(page, `${area}, ${size}`, `${area}-compact-${size}`);
      }
    });
});
