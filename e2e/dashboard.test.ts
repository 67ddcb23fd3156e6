import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { inDays, seeded } from './domain-steps.ts';
import { created } from './list-steps.ts';
import { assertAccessible, phone, shot, startHarness } from './harness.ts';

const { open, operator, url } = await startHarness();

describe('dashboard', () => {
  test('empty: greets, and links to every page and every first record', async () => {
    const page = await open('/', { as: await operator('olivia@dashboard.example') });
    await page.getByText('Welcome back, olivia').waitFor();
    await page.getByText('No recent activity').waitFor();
    await page.getByRole('link', { name: 'Step 1: Add a mailbox' }).waitFor();
    await assertAccessible(page, 'empty');
    await shot(page, 'dashboard-empty');
    const links = await page
      .locator('main a')
      .evaluateAll((anchors) => anchors.map((anchor) => [anchor.textContent, anchor.getAttribute('href')]));
    const target = (words: string) => links.find(([text]) => text?.includes(words))?.[1]?.split('?')[0];
    for (const [words, path] of [
      ['Email Accounts', '/emails'],
      ['Domains', '/domains'],
      ['Servers', '/servers'],
      ['Proxies', '/proxies'],
      ['Hostings', '/hostings'],
      ['CDN Accounts', '/cdn'],
      ['Registrator Accounts', '/registrator-accounts'],
      ['Add Email Account', '/emails'],
      ['Register Domain', '/domains'],
      ['Add Server', '/servers'],
      ['Configure Proxy', '/proxies'],
      ['Setup CDN', '/cdn'],
      ['Add Hosting', '/hostings'],
      ['Add a registrator account', '/registrator-accounts'],
    ] as const)
      assert.equal(target(words), path, words);
    await page.getByRole('link', { name: 'Step 1: Add a mailbox' }).click();
    await page.getByRole('dialog', { name: 'Add Email Account' }).waitFor();
  });

  test('shows counts, the five most urgent alerts and the latest activity', async () => {
    const days = [-40, -0.8, 2, 6, 13, 25, 300];
    const { someone } = await seeded(
      await operator(),
      ...days.map((day, index) => ({ domain: `site-${index}.example`, expirationDate: inDays(day) })),
      // Within 30 days, and no alert; and an alert without a date.
      { domain: 'blocked.example', expirationDate: inDays(-5), status: 'BLOCKED' },
      { domain: 'marked.example', status: 'EXPIRED' },
    );
    await someone.api('PUT', `/cdn/${await created(someone, 'cdn', 1)}`, { isActive: false });
    await created(someone, 'servers', 2);
    const { servers } = await someone.api<{ servers: { id: string }[] }>('GET', '/servers');
    await someone.api('PUT', `/servers/${servers[0]?.id}`, { status: 'MAINTENANCE' });
    const page = await open('/', { as: someone });
    await page.getByText('View All 7 Alerts').waitFor();
    for (const words of [
      'Expired 39 days ago',
      'Expired today',
      'Expires in 3 days',
      'Expires in 7 days',
      'Expires in 14 days',
    ])
      await page.getByText(words, { exact: true }).waitFor();
    assert.equal(await page.getByText('Expires in 26 days').count(), 0);
    await page.getByText('Status: ACTIVE').first().waitFor();
    await page.getByText('Email Account', { exact: true }).first().waitFor();
    await page.getByText('Just now').first().waitFor();
    const main = page.getByRole('main');
    assert.equal(await main.getByText(/Expire[sd] /).count(), 5);
    // The to-do list comes before the counters.
    const words = (await main.innerText()).toLowerCase();
    assert.ok(words.indexOf('overdue') < words.indexOf('active domains'));
    await assertAccessible(page, 'full');
    await shot(page, 'dashboard');
    // Each count is a link to a list of as many rows.
    for (const [name, figure, query] of [
      [/^Overdue/, 3, 'expiry=expired'],
      [/^Next 7 days/, 2, 'expiry=expiring&expiringInDays=7'],
      [/^Next 30 days/, 4, 'expiry=expiring'],
      [/^Active Domains/, 1, 'expiry=active'],
      [/^Expiring Soon/, 4, 'expiry=expiring'],
      [/^Expired/, 3, 'expiry=expired'],
      [/^In Maintenance/, 1, 'status=MAINTENANCE'],
      [/^View All 7 Alerts/, 7, 'expiry=expired%2Cexpiring'],
      [/^CDN Accounts/, 1, 'isActive=all'],
    ] as const) {
      const link = main.getByRole('link', { name });
      assert.match(
        (await link.innerText()).replaceAll(/\s+/g, ' '),
        new RegExp(`\\b${figure}\\b`),
        String(name),
      );
      await link.click();
      await page.waitForURL((address) => address.search.startsWith(`?${query}`));
      await page.locator('[data-row]').first().waitFor();
      assert.equal(await page.locator('[data-row]').count(), figure, String(name));
      await page.goBack();
    }
    await main.getByRole('link', { name: 'View site-2.example' }).click();
    await page.getByRole('dialog', { name: 'site-2.example' }).waitFor();
    assert.match(page.url(), /\/domains\?record=domains/);
  });

  test('has its numbers in the head of the panel, on a phone too', async () => {
    const days = [-50, -40, -30, -20, -10, -5, 0.2, 5, 20];
    const { someone } = await seeded(
      await operator(),
      ...days.map((day, index) => ({ domain: `site-${index}.example`, expirationDate: inDays(day) })),
    );
    const page = await open('/', { as: someone });
    const panel = page.getByRole('region', { name: 'Expiration Alerts' });
    await panel.getByRole('link', { name: 'View site-4.example' }).waitFor();
    assert.deepEqual(
      await panel.getByRole('list', { name: 'Domains by date' }).getByRole('link').allTextContents(),
      ['Overdue6', 'Next 7 days2', 'Next 30 days3'],
    );
    assert.equal(await panel.getByRole('link', { name: /^View site/ }).count(), 5);
    await assertAccessible(page, 'five overdue');
    await shot(page, 'dashboard-overdue');
    // The chart, drawn for a desktop, does not hold the page wide.
    await page
      .getByRole('link', { name: /: \d+ domains?$/ })
      .first()
      .waitFor();
    await page.setViewportSize(phone);
    await page.waitForFunction(() => document.documentElement.scrollWidth <= innerWidth);
    await shot(page, 'dashboard-overdue-phone');
  });

  test('shows skeletons while it loads, an error when it fails, and retries', async () => {
    const page = await open('/login', { as: await operator(), viewport: phone, theme: 'dark' });
    await page.waitForURL(`${url}/`);
    await page.getByRole('button', { name: 'Refresh' }).waitFor();
    const held = Promise.withResolvers<undefined>();
    await page.route('**/api/dashboard/stats', async (route) => {
      await held.promise;
      await route.fulfill({ status: 404, json: { error: { message: 'Out of order', code: 'NOT_FOUND' } } });
    });
    await page.reload();
    await page.locator('[data-skeleton-card]').nth(7).waitFor();
    assert.equal(await page.locator('[data-skeleton-card]').count(), 8);
    held.resolve(undefined);
    await page.getByText('Failed to load dashboard').first().waitFor();
    await page.getByText('Out of order').waitFor();
    await assertAccessible(page, 'failed');
    await page.unroute('**/api/dashboard/stats');
    await page.getByRole('button', { name: 'Try Again' }).click();
    await page.getByText('No recent activity').waitFor();
  });

  test('says which part of what is to be done could not be loaded, and keeps the rest', async () => {
    const page = await open('/login', { as: await operator() });
    await page.waitForURL(`${url}/`);
    await page.getByRole('region', { name: 'To do' }).waitFor();
    await page.route('**/api/deliveries?*', (route) =>
      route.fulfill({ status: 404, json: { error: { message: 'Out of order', code: 'NOT_FOUND' } } }),
    );
    await page.reload();
    await page.getByText('Failed to load what is to be done').waitFor();
    await page.getByText('No recent activity').waitFor();
    assert.equal(await page.getByRole('region', { name: 'To do' }).count(), 0, 'nothing is called nothing');
    await page.unroute('**/api/deliveries?*');
    await page.getByRole('button', { name: 'Try Again' }).click();
    await page.getByRole('region', { name: 'To do' }).waitFor();
  });
});
