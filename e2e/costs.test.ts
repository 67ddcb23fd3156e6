import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { Page } from 'playwright-core';
import { count, pick, seeded } from './domain-steps.ts';
import {
  type Operator,
  assertAccessibleInThemes,
  desktop,
  downloaded,
  phone,
  shot,
  startHarness,
} from './harness.ts';
import { created, optionsOf, select } from './list-steps.ts';

const { open, operator } = await startHarness();

const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name, exact: true });
const view = (page: Page, name: string) =>
  page.getByRole('navigation', { name: 'Views' }).getByRole('link', { name, exact: true });
const table = (page: Page) => page.getByRole('table', { name: 'Costs' });
const by = (page: Page) => page.getByRole('combobox', { name: 'Costs by' });
const row = (page: Page, name: string) =>
  table(page)
    .getByRole('row')
    .filter({ has: page.getByRole('rowheader', { name, exact: true }) });
const cells = async (page: Page, name: string) => row(page, name).getByRole('cell').allInnerTexts();

/** The middle of this month, or of one so many months later. */
const monthIn = (months: number) => {
  const day = new Date();
  day.setUTCMonth(day.getUTCMonth() + months, 15);
  return day;
};
const dayIn = (months: number) => `${monthIn(months).toISOString().slice(0, 10)}T00:00:00.000Z`;
const monthText = (months: number) =>
  monthIn(months).toLocaleDateString('en-US', { month: 'short', year: 'numeric', timeZone: 'UTC' });

const clients = ['acme', 'bluewave', 'northwind', 'ötztal', 'zebra'];

/** Domains of five clients in two currencies, a server that is paid by the month, and a domain without a price. */
async function portfolio(someone: Operator): Promise<void> {
  await seeded(
    someone,
    ...clients.map((value, at) => ({
      domain: `${at}.example`,
      expirationDate: dayIn(at + 1),
      price: 12.5 + at * 100,
      currency: at === 1 ? 'USD' : 'EUR',
      payer: at % 2 === 0 ? 'Studio' : null,
      tags: [{ type: 'client', value }],
    })),
    { domain: 'free.example', expirationDate: dayIn(3) },
    {
      domain: 'both.example',
      expirationDate: dayIn(2),
      price: 1.2,
      currency: 'EUR',
      tags: [
        { type: 'client', value: 'acme' },
        { type: 'client', value: 'zebra' },
        { type: 'project', value: 'shop' },
      ],
    },
  );
  const server = await created(someone, 'servers', 1);
  const paid = { paidUntil: dayIn(0), price: 20, currency: 'EUR', interval: 'MONTH', tags: [] };
  await someone.api('PUT', `/servers/${server}`, paid);
}

describe('costs', () => {
  test('are a table by client and month, with what each currency comes to', async () => {
    const someone = await operator();
    await portfolio(someone);
    const page = await open('/expirations', { as: someone });
    await count(page, '8 dates');
    await page.getByRole('search').getByText('€971.20 + $112.50', { exact: true }).waitFor();
    await assertAccessibleInThemes(page, 'the sum of the dates');
    await shot(page, 'costs-dates');
    await view(page, 'Costs').click();
    await page.waitForURL(/\/expirations\?view=costs$/);
    assert.equal(await view(page, 'Costs').getAttribute('aria-current'), 'page');
    await row(page, 'Total in EUR').waitFor();
    const headings = await table(page).getByRole('columnheader').allInnerTexts();
    assert.deepEqual(headings.slice(0, 4), ['client', 'Total', monthText(0), monthText(1)]);
    assert.equal(headings.length, 14);
    assert.deepEqual(await table(page).getByRole('rowheader').allInnerTexts(), [
      'Total in EUR',
      'Total in USD',
      'acme',
      'acme, zebra',
      'bluewave',
      'northwind',
      'ötztal',
      'zebra',
      'No client',
    ]);
    assert.deepEqual((await cells(page, 'Total in EUR')).slice(0, 4), [
      '€1,191.20',
      '€20.00',
      '€32.50',
      '€21.20',
    ]);
    assert.deepEqual((await cells(page, 'acme')).slice(0, 4), ['€12.50', '—', '€12.50', '—']);
    assert.deepEqual((await cells(page, 'acme, zebra')).slice(0, 4), ['€1.20', '—', '—', '€1.20']);
    assert.deepEqual((await cells(page, 'Total in USD')).slice(0, 4), ['$112.50', '—', '—', '$112.50']);
    assert.equal((await cells(page, 'No client'))[0], '€240.00');
    await assertAccessibleInThemes(page, 'costs');
    await shot(page, 'costs');
    const file = await downloaded(page, () => button(page, 'Export CSV').click());
    assert.equal(file.name, 'costs.csv');
    const lines = file.text.trim().split('\r\n');
    assert.match(lines[0] ?? '', /^client,Currency,\d{4}-\d\d,.*,Total$/);
    assert.equal(lines[1], 'acme,EUR,0,12.5,0,0,0,0,0,0,0,0,0,0,12.5');

    await page.emulateMedia({ colorScheme: 'dark' });
    await shot(page, 'costs-dark');
    await page.setViewportSize(phone);
    const card = page.getByRole('list', { name: 'Costs' }).getByRole('listitem');
    await card.filter({ hasText: 'acme, zebra' }).waitFor();
    await shot(page, 'costs-phone-dark');
    await page.emulateMedia({ colorScheme: 'light' });
    assert.ok(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth));
    await assertAccessibleInThemes(page, 'costs on a phone');
    await shot(page, 'costs-phone');
    await page.setViewportSize(desktop);
    await page.emulateMedia({ media: 'print' });
    await row(page, 'acme').waitFor();
    assert.ok(await button(page, 'Export CSV').isHidden());
    await shot(page, 'costs-print');
  });

  test('are summed by what is chosen, for a year or two, of what the filters leave', async () => {
    const someone = await operator();
    await portfolio(someone);
    const page = await open('/expirations?view=costs', { as: someone });
    await row(page, 'acme').waitFor();
    await by(page).focus();
    assert.deepEqual(await optionsOf(by(page)), ['Registrar', 'Payer', 'client', 'project', 'provider']);
    await select(by(page), 'Registrar');
    await page.waitForURL(/by=registrar/);
    await row(page, 'Porkbun').first().waitFor();
    await row(page, 'No registrar').waitFor();
    await select(by(page), 'Payer');
    await row(page, 'Studio').waitFor();
    await select(by(page), 'project');
    await page.waitForURL(/tagType=project/);
    await row(page, 'shop').waitFor();
    assert.equal((await cells(page, 'shop'))[0], '€1.20');
    await button(page, '24 months').click();
    await page.waitForURL(/months=24/);
    await table(page)
      .getByRole('columnheader', { name: monthText(23) })
      .waitFor();
    await row(page, 'shop').getByText('€2.40').waitFor();
    assert.equal((await cells(page, 'shop'))[0], '€2.40');
    await shot(page, 'costs-24');
    await page.reload();
    await row(page, 'shop').waitFor();
    await pick(page, 'What', 'Server');
    await row(page, 'shop').waitFor({ state: 'detached' });
    assert.equal((await cells(page, 'Total'))[0], '€480.00', 'one currency needs no name');
    await button(page, 'Clear Filters').click();
    await row(page, 'shop').waitFor();
    assert.match(page.url(), /view=costs&tagType=project&months=24$/, 'the view stays');
    await page.getByRole('searchbox').fill('nothing like it');
    await page.getByText('Nothing like that here').waitFor();
    await assertAccessibleInThemes(page, 'no costs that match');
    await page.getByRole('searchbox').fill('');
    await view(page, 'Dates').click();
    await page.waitForURL(/\/expirations$/);
    await count(page, '8 dates');
  });

  test('are found in the palette, empty at first, and say what failed', async () => {
    const someone = await operator();
    const page = await open('/domains', { as: someone });
    await page.locator('h1').waitFor();
    await page.keyboard.press('Control+k');
    await page.getByRole('dialog').getByRole('combobox').fill('costs');
    await page.getByRole('option', { name: /^Costs/ }).click();
    await page.waitForURL(/\/expirations\?view=costs$/);
    await page.getByText('No costs in the next 12 months').waitFor();
    assert.ok(await button(page, 'Export CSV').isDisabled());
    await assertAccessibleInThemes(page, 'no costs');
    await shot(page, 'costs-empty');
    await page.route('**/expirations/costs?*', (route) => route.abort('failed'));
    await button(page, '24 months').click();
    await page.getByText('Failed to load costs').waitFor();
    await page.unroute('**/expirations/costs?*');
    await button(page, 'Try Again').click();
    await page.getByText('No costs in the next 24 months').waitFor();
  });

  test('of a list are exported with a column of a type of tags', async () => {
    const someone = await operator();
    await portfolio(someone);
    const page = await open('/expirations', { as: someone });
    await count(page, '8 dates');
    await button(page, 'Export with tags').click();
    const file = await downloaded(page, () => button(page, 'With client').click());
    const lines = file.text.trim().split('\r\n');
    assert.match(lines[0] ?? '', /,Tags,client$/);
    assert.ok(lines.some((line) => line.startsWith('both.example,') && line.endsWith(',"acme, zebra"')));
  });
});
