// Runs with --all: it draws thousands of connected records.
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { Page } from 'playwright-core';
import {
  type Operator,
  assertAccessible,
  desktop,
  downloaded,
  phone,
  shot,
  startHarness,
} from './harness.ts';
import { focused } from './list-steps.ts';
import { mailbox, portfolio } from './portfolio-steps.ts';

const { open, operator, url } = await startHarness();

const picture = (page: Page) => page.getByRole('region', { name: 'Picture' });
const node = (page: Page, name: string | RegExp) => picture(page).getByRole('button', { name });
const names = (count: number) => Array.from({ length: count }, (_, n) => `shop-${n}.example`);

/** The picture of the portfolio's mailbox. */
async function mailboxPicture(someone: Operator, id: string, viewport = desktop): Promise<Page> {
  const page = await open(`/emails/${id}?tab=connections`, { as: someone, viewport });
  await page.getByText('via hosting accounts').waitFor();
  // Beside the list where there is room.
  if (viewport === phone) await page.getByRole('button', { name: 'Picture' }).click();
  await node(page, new RegExp(`^${mailbox}`)).waitFor();
  return page;
}

describe('the picture of what is connected', () => {
  test('is loaded when it is opened, folds large groups, opens them, and says what connects them', async () => {
    const someone = await operator();
    const ids = await portfolio(someone, names(9));
    const page = await open(`/emails/${ids.emails}`, { as: someone, loadsAhead: true });
    const drawn = () =>
      page.evaluate(() =>
        performance.getEntriesByType('resource').some(({ name }) => /record-picture.*\.js/.test(name)),
      );
    await page.getByRole('region', { name: 'Used by' }).getByText('House Registrar').waitFor();
    await page.waitForLoadState('networkidle');
    assert.equal(await drawn(), false);
    await page.getByRole('link', { name: 'Depends on it' }).click();
    await page.getByText('via hosting accounts').waitFor();
    await node(page, '9 domains').waitFor();
    assert.ok(await drawn());
    assert.equal(await node(page, /^shop-/).count(), 0);
    for (const words of ['registered with', 'runs on', 'served by', 'hosted at', 'reset by'])
      await picture(page).getByText(words, { exact: true }).first().waitFor();
    // Whoever has the mailbox can reset these.
    for (const name of [/^House Registrar/, /^Main cloud/, /^BunnyCDN/])
      await node(page, name).getByText('can be reset by it').waitFor();
    assert.equal(
      await node(page, /^Web 1/)
        .getByText('can be reset by it')
        .count(),
      0,
    );
    await assertAccessible(page, 'a folded picture');
    await shot(page, 'picture');

    await node(page, '9 domains').click();
    await node(page, /^shop-8\.example/).waitFor();
    assert.equal(await node(page, /^shop-/).count(), 9);
    await page.getByRole('button', { name: 'Fold groups' }).click();
    await node(page, '9 domains').waitFor();

    await page.reload();
    await node(page, '9 domains').waitFor();
    await node(page, /^House Registrar/).click();
    await page.getByRole('heading', { level: 1, name: 'House Registrar' }).waitFor();
  });

  test('is used by keyboard along its edges, saved as PNG, and printed', async () => {
    const someone = await operator();
    const ids = await portfolio(someone, names(2));
    const page = await mailboxPicture(someone, ids.emails);
    await node(page, new RegExp(`^${mailbox}`)).focus();
    await page.keyboard.press('ArrowRight');
    await picture(page).locator('[data-node]:focus').getByText('can be reset by it').waitFor();
    await page.keyboard.press('ArrowLeft');
    await focused(page, node(page, new RegExp(`^${mailbox}`)));
    await node(page, /^House Registrar/).focus();
    await page.keyboard.press('ArrowRight');
    await focused(page, node(page, /^shop-/));
    const topOf = async (name: RegExp) => (await node(page, name).boundingBox())?.y ?? 0;
    const isFirstAbove = (await topOf(/^shop-0/)) < (await topOf(/^shop-1/));
    const [upper, lower] = isFirstAbove ? [/^shop-0/, /^shop-1/] : [/^shop-1/, /^shop-0/];
    await page.keyboard.press('ArrowUp');
    await focused(page, node(page, upper));
    await page.keyboard.press('ArrowDown');
    await focused(page, node(page, lower));

    const file = await downloaded(page, () => page.getByRole('button', { name: 'Save as PNG' }).click());
    assert.equal(file.name, `${mailbox}.png`);
    assert.match(file.text.slice(0, 8), /PNG/);

    await page.emulateMedia({ media: 'print' });
    assert.ok(await node(page, /^shop-0/).isVisible());
    assert.equal(await page.getByRole('button', { name: 'Save as PNG' }).count(), 0);
    await page.emulateMedia({ media: 'screen' });

    await node(page, /^shop-0/).focus();
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { level: 1, name: 'shop-0.example' }).waitFor();
  });

  test('of the workspace names the records on which most depends, and stays small with 2,000 domains', async () => {
    const someone = await operator();
    const ids = await portfolio(someone, []);
    await someone.api('POST', '/domains/bulk-import', {
      domains: names(2000).map((domain) => ({ domain, registratorAccountId: ids['registrator-accounts'] })),
    });
    const page = await open('/map', { as: someone });
    const first = page
      .getByRole('region', { name: 'Single points of failure' })
      .getByRole('listitem')
      .first();
    await first.getByText('email account · 2,004 depend on it').waitFor();
    await node(page, '2,000 domains').waitFor();
    assert.ok((await picture(page).locator('[data-node]').count()) < 10);
    await assertAccessible(page, 'the map');
    await shot(page, 'map');
    await node(page, '2,000 domains').click();
    await node(page, '1,970 domains more').waitFor();
    assert.equal(await node(page, /^shop-/).count(), 30);
    await first.getByRole('link').click();
    await page.getByRole('heading', { level: 1, name: mailbox }).waitFor();
    assert.match(page.url(), new RegExp(`/emails/${ids.emails}$`));
  });

  test('fits a phone', async () => {
    const someone = await operator();
    const ids = await portfolio(someone, names(3));
    const page = await mailboxPicture(someone, ids.emails, phone);
    await assertAccessible(page, 'a picture on a phone');
    await shot(page, 'picture-phone');
    await page.goto(`${url}/map`);
    await node(page, /^shop-0/).waitFor();
    const json = { error: { message: 'Busy', code: 'RATE_LIMITED' } };
    await page.route('**/api/graph/heaviest', (route) => route.fulfill({ status: 429, json }), { times: 1 });
    await page.reload();
    await page.getByText('Failed to load the single points of failure').waitFor();
    await node(page, /^shop-0/).waitFor();
    await page.getByRole('button', { name: 'Try Again' }).click();
    await page.getByRole('region', { name: 'Single points of failure' }).waitFor();
    assert.ok(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth));
  });

  test('of records that need no other says so', async () => {
    const someone = await operator();
    await someone.api('POST', '/emails', { email: mailbox, password: 'x' });
    const page = await open('/map', { as: someone });
    await page.getByText('Nothing depends on any record yet.').waitFor();
  });
});
