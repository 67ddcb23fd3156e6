// Runs with --all: every chart, in both themes.
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { button, count, inDays, row, seeded } from './domain-steps.ts';
import { assertAccessible, phone, shot, startHarness } from './harness.ts';

const { open, operator, url } = await startHarness();

/** The first day of the month that many months from now, in UTC. */
const monthFrom = (months: number) => {
  const today = new Date();
  return new Date(Date.UTC(today.getUTCFullYear(), today.getUTCMonth() + months));
};
const name = (month: Date) =>
  month.toLocaleDateString('en-US', { month: 'long', year: 'numeric', timeZone: 'UTC' });

const someone = async () =>
  (
    await seeded(
      await operator(),
      { domain: 'first.example', expirationDate: monthFrom(3).toISOString() },
      { domain: 'second.example', expirationDate: new Date(monthFrom(4).getTime() - 1).toISOString() },
      { domain: 'later.example', expirationDate: monthFrom(4).toISOString(), status: 'BLOCKED' },
      { domain: 'gone.example', expirationDate: monthFrom(3).toISOString(), status: 'TRANSFERRED' },
      { domain: 'past.example', expirationDate: inDays(-90) },
      { domain: 'undated.example' },
    )
  ).someone;

describe('expiration chart', () => {
  test('a column opens its domains, by keyboard too, and each date filter can be removed', async () => {
    const page = await open('/', { as: await someone() });
    const chart = page.getByRole('group', { name: 'Domains that expire in each month' });
    const column = chart.getByRole('link', { name: `${name(monthFrom(3))}: 2 domains` });
    await column.waitFor();
    assert.equal(await chart.getByRole('link').count(), 2, 'months without expirations lead nowhere');
    await assertAccessible(page, 'chart');
    await chart.scrollIntoViewIfNeeded();
    await shot(page, 'expiration-chart');
    await column.focus();
    await page.keyboard.press('Enter');
    await page.waitForURL(/\/domains\?expiresFrom=\d{4}-\d\d-01&expiresTo=/);
    await count(page, '2 of 6');
    await row(page, 'first.example').waitFor();
    await row(page, 'second.example').waitFor();
    await assertAccessible(page, 'domains of a month');
    await button(page, 'Remove filter Expires to').click();
    await count(page, '3 of 6');
    await button(page, 'Clear Filters').click();
    await count(page, '6 domains');
  });

  test('is also a table, on a phone in the dark theme', async () => {
    const page = await open('/', { as: await someone(), viewport: phone, theme: 'dark' });
    const column = page.getByRole('link', { name: `${name(monthFrom(4))}: 1 domain` });
    const box = await column.boundingBox();
    assert.ok(box && box.width >= 24, 'wide enough to be hit');
    await assertAccessible(page, 'chart on a phone');
    await button(page, 'Show as Table').click();
    const cells = await page.getByRole('row').allTextContents();
    assert.ok(cells.includes(`${name(monthFrom(3))}2`), cells.join());
    await assertAccessible(page, 'table on a phone');
    await page.getByRole('link', { name: name(monthFrom(4)) }).click();
    await page.waitForURL(/expiresFrom/);
    await row(page, 'later.example').waitFor();
    await page.goto(`${url}/`);
    await button(page, 'Show as Table').waitFor();
  });

  test('says when nothing expires', async () => {
    const { someone } = await seeded(await operator(), { domain: 'never.example' });
    const page = await open('/', { as: someone });
    await page.getByText('No domain expires within the next 12 months').waitFor();
  });
});

describe('insights', () => {
  test('show domains by status and registrator on demand', async () => {
    for (const theme of ['light', 'dark'] as const) {
      const page = await open('/domains', { as: await someone(), theme });
      await row(page, 'first.example').waitFor();
      assert.equal(await page.getByRole('region', { name: 'Insights' }).count(), 0);
      await button(page, 'Insights').click();
      const region = page.getByRole('region', { name: 'Insights' });
      await region.getByRole('row', { name: 'ACTIVE 4 67%' }).waitFor();
      await region.getByRole('row', { name: 'Porkbun 6 100%' }).waitFor();
      await assertAccessible(page, 'insights');
      const { height, clientHeight } = await page.evaluate(() => ({
        height: document.documentElement.scrollHeight,
        clientHeight: document.documentElement.clientHeight,
      }));
      assert.equal(height, clientHeight, 'only the table scrolls');
      await button(page, 'Insights').click();
      await region.waitFor({ state: 'detached' });
    }
  });
});
