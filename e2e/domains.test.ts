import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { button, count, filter, inDays, pick, row, seeded } from './domain-steps.ts';
import { assertAccessible, downloaded, phone, shot, startHarness } from './harness.ts';
import { optionsOf, select } from './list-steps.ts';

const { open, operator } = await startHarness();

describe('domains', () => {
  test('filters, tags and search are kept in the address; search finds the Unicode name', async () => {
    const { someone } = await seeded(
      await operator(),
      { domain: 'xn--mnchen-3ya.de', expirationDate: inDays(200) },
      // With a Cyrillic letter among Latin ones.
      { domain: 'xn--pypal-4ve.com', status: 'BLOCKED' },
      { domain: 'example.com', expirationDate: inDays(5), tags: [{ type: 'env', value: 'prod' }] },
    );
    const page = await open('/domains', { as: someone });
    await count(page, '3 domains');
    await page.getByRole('searchbox').fill('MÜNCH');
    await count(page, '1 of 3');
    await row(page, 'münchen.de').waitFor();
    await page.getByRole('searchbox').fill('nothing like it');
    await page.getByText('No domains found').waitFor();
    await button(page, 'Clear Filters').last().click();
    await count(page, '3 domains');

    await select(filter(page, 'Status'), 'Blocked');
    await row(page, 'xn--pypal-4ve.com').getByTitle('p\u0430ypal.com').waitFor();
    await count(page, '1 of 3');
    await page.reload();
    await count(page, '1 of 3');
    await button(page, 'Clear Filters').click();
    await pick(page, 'Registrator', 'Porkbun · ops@example.com');
    await count(page, '3 of 3');
    await select(filter(page, 'Expiring Within'), '7 days');
    await count(page, '1 of 3');
    await select(filter(page, 'Expiring Within'), '1 year');
    await count(page, '2 of 3');
    assert.deepEqual(await optionsOf(filter(page, 'Expiring Within')), [
      'All',
      '7 days',
      '30 days',
      '90 days',
      '1 year',
      'Custom…',
    ]);
    await button(page, 'Clear Filters').click();
    await row(page, 'example.com').getByRole('button', { name: 'env: prod' }).click();
    await count(page, '1 of 3');
    await button(page, 'Remove filter env:prod').click();
    await count(page, '3 domains');
  });

  test('the banner counts and links to what expires; Check Expiration updates statuses', async () => {
    const { someone } = await seeded(
      await operator(),
      { domain: 'overdue.example', expirationDate: inDays(-3) },
      { domain: 'soon.example', expirationDate: inDays(9) },
      { domain: 'far.example', expirationDate: inDays(300) },
      { domain: 'today.example', expirationDate: inDays(-0.6), status: 'BLOCKED' },
    );
    const page = await open('/domains', { as: someone });
    await page.getByText('Domain Expiration Alert').waitFor();
    await page.getByText('1 expired and 1 expiring within 30 days').waitFor();
    await row(page, 'overdue.example').getByText('Expired 2 days ago').waitFor();
    await row(page, 'soon.example').getByText('10 days left').waitFor();
    await row(page, 'today.example').getByText('Expired today').waitFor();
    for (const label of ['Total Domains', 'Active Domains', 'Expiring Soon', 'Expired'])
      await page.getByText(label, { exact: true }).first().waitFor();
    // A filter and an order that would hide the domains in the banner.
    await select(filter(page, 'Status'), 'Blocked');
    await page.getByRole('searchbox').fill('nowhere');
    await page.getByText('No domains found').waitFor();
    await button(page, 'View Expiring').click();
    await count(page, '3 of 4');
    await filter(page, 'Expiring Within').getByText('Expiring Within: 30 days').waitFor();
    await filter(page, 'Status').getByText('Status', { exact: true }).waitFor();
    const expiration = page.getByRole('columnheader', { name: 'Expiration Date' });
    await expiration.and(page.locator('[aria-sort=ascending]')).waitFor();
    const names = await page.locator('[data-row] th').allTextContents();
    assert.match(names.join(), /^overdue.*today.*soon/, 'soonest first');
    await page.getByRole('link', { name: 'Expiring Soon 1' }).click();
    await count(page, '1 of 4');
    await row(page, 'soon.example').waitFor();
    await button(page, 'Remove filter Expiry: Expiring soon').click();
    await count(page, '4 domains');

    await button(page, 'Check Expiration').click();
    await page.getByText('Updated 2 domain(s) expiration status').waitFor();
    await row(page, 'overdue.example')
      .getByText(/^Expired$/i)
      .waitFor();
    await row(page, 'soon.example')
      .getByText(/^Expiring$/i)
      .waitFor();
    await row(page, 'today.example')
      .getByText(/^Blocked$/i)
      .waitFor();
    await button(page, 'Check Expiration').click();
    await page.getByText('All domain statuses are up to date').waitFor();
  });

  test('exports the rows shown', async () => {
    const { someone } = await seeded(
      await operator(),
      { domain: 'hidden.example' },
      { domain: 'example.com', tags: [{ type: 'env', value: 'prod' }], comment: '=1+1' },
    );
    const page = await open('/domains', { as: someone });
    await count(page, '2 domains');
    await page.getByRole('searchbox').fill('env:prod');
    await count(page, '1 of 2');
    const { name, text } = await downloaded(page, () => button(page, 'Export').click());
    assert.equal(name, 'domains.csv');
    const [header, line, end] = text.replace('\ufeff', '').split('\r\n');
    assert.equal(
      header,
      'Domain,Status,Expiration Date,Registrator,Registrator Email,Server,Server IP,CDN,Tags,Comment,Created At',
    );
    assert.match(line ?? '', /^example\.com,ACTIVE,,Porkbun,ops@example\.com,,,,env:prod,'=1\+1,20/);
    assert.equal(end, '');
  });

  test('exports chosen columns in a chosen format, from a menu on a phone', async () => {
    const { someone } = await seeded(
      await operator(),
      { domain: 'hidden.example' },
      {
        domain: 'example.com',
        tags: [{ type: 'env', value: 'prod' }],
        comment: '=1+1',
        expirationDate: '2031-02-03',
      },
    );
    const page = await open('/domains?search=env:prod', { as: someone });
    await row(page, 'example.com').waitFor();
    await button(page, 'Export options').click();
    const dialog = page.getByRole('dialog', { name: 'Export 1 domain' });
    const boxes = dialog.getByRole('checkbox');
    const chosen = () =>
      boxes.evaluateAll((all) =>
        all
          .filter((each) => (each as HTMLInputElement).checked)
          .map((each) => each.parentElement?.textContent),
      );
    await dialog.waitFor();
    const usual = (await chosen()).join();
    await assertAccessible(page, 'export options');
    await shot(page, 'export-options');
    const asUsual = await downloaded(page, () => button(page, 'Export').last().click());
    assert.equal(asUsual.text.replace('\ufeff', '').split('\r\n')[0], usual);

    await button(page, 'Export options').click();
    await dialog.getByRole('button', { name: 'None' }).click();
    assert.ok(await dialog.getByRole('button', { name: 'Export', exact: true }).isDisabled());
    for (const heading of ['Comment', 'CDN Account ID', 'Domain'])
      await dialog.getByLabel(heading, { exact: true }).check();
    const csv = await downloaded(page, () =>
      dialog.getByRole('button', { name: 'Export', exact: true }).click(),
    );
    assert.equal(csv.name, 'domains.csv');
    assert.equal(csv.text.replace('\ufeff', ''), "Domain,Comment,CDN Account ID\r\nexample.com,'=1+1,\r\n");
    await button(page, 'Export options').click();
    await dialog.getByText('JSON', { exact: true }).click();
    const json = await downloaded(page, () =>
      dialog.getByRole('button', { name: 'Export', exact: true }).click(),
    );
    assert.equal(json.name, 'domains.json');
    const [record] = JSON.parse(json.text) as Record<string, unknown>[];
    assert.equal(Object.keys(record ?? {}).join(), usual);
    assert.equal(record?.['Comment'], '=1+1');

    await button(page, 'Export options').click();
    await dialog.getByText('As shown', { exact: true }).click();
    await shot(page, 'export-as-shown');
    const shown = await downloaded(page, () =>
      dialog.getByRole('button', { name: 'Export', exact: true }).click(),
    );
    const [headings, cells] = shown.text.replace('\ufeff', '').split('\r\n');
    assert.equal(
      headings,
      'Domain,Status,Expiration Date,Registrator,Registrator Email,Server,Server IP,Tags,Comment,Created At',
    );
    assert.match(
      cells ?? '',
      /^example\.com,Active,"Feb 3, 2031",Porkbun,ops@example\.com,,,env:prod,'=1\+1,"\w{3} \d+, 20/,
    );
    await page.setViewportSize(phone);
    await button(page, 'More actions').click();
    await button(page, 'Export options').click();
    await dialog.waitFor();
    await assertAccessible(page, 'export options on a phone', '[role=dialog]');
    await shot(page, 'export-options-phone');
  });

  test('a failure shows a banner that can be dismissed', async () => {
    const { someone } = await seeded(await operator(), { domain: 'example.com' });
    const page = await open('/domains', { as: someone });
    await row(page, 'example.com').waitFor();
    const refusal = { status: 429, json: { error: { message: 'Too many at once', code: 'RATE_LIMITED' } } };
    const fails = async (title: string) => {
      const banner = page.getByRole('alert').filter({ hasText: title });
      await banner.getByText('Too many at once').waitFor();
      await banner.getByRole('button', { name: 'Dismiss' }).click();
      await banner.waitFor({ state: 'detached' });
    };
    await page.route('**/api/domains/check-expiration', (route) => route.fulfill(refusal));
    await button(page, 'Check Expiration').click();
    await fails('Failed to check expiration');
    await page.route('**/api/domains/*', (route) => route.fulfill(refusal));
    await button(page, 'Delete example.com').click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click();
    await fails('Failed to delete domain');
    await row(page, 'example.com').waitFor();
    await page.route('**/api/domains?*', (route) => route.fulfill(refusal));
    await select(filter(page, 'Status'), 'Active');
    await fails('Failed to load domains');

    // A success after a failure removes its banner; nothing else does.
    await page.unroute('**/api/domains?*');
    await button(page, 'Clear Filters').click();
    const failed = page.getByRole('alert').filter({ hasText: 'Failed to delete domain' });
    const remove = async () => {
      await button(page, 'Delete example.com').click();
      await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click();
    };
    await remove();
    await failed.waitFor();
    await select(filter(page, 'Status'), 'Active');
    await row(page, 'example.com').waitFor();
    await failed.waitFor();
    await page.unroute('**/api/domains/*');
    await remove();
    await page.getByText('No domains found').waitFor();
    await failed.waitFor({ state: 'detached' });
  });

  test('a list without an answer reports so after 10 s, until one arrives', async () => {
    const { someone } = await seeded(await operator(), { domain: 'example.com' });
    const begun = Date.now();
    const page = await open('/domains', {
      as: someone,
      prepare: (fresh) => fresh.route('**/api/domains?*', () => undefined),
    });
    const banner = page.getByRole('alert').filter({ hasText: 'Failed to load domains' });
    await banner.waitFor();
    assert.ok(Date.now() - begun < 18_000, 'no attempt after the first');
    await page.unroute('**/api/domains?*');
    const answer = Promise.withResolvers<void>();
    await page.route('**/api/domains?*', async (route) => {
      await answer.promise;
      await route.continue();
    });
    await banner.getByRole('button', { name: 'Try Again' }).click();
    await page.waitForRequest('**/api/domains?*').catch(() => undefined);
    assert.ok(await banner.isVisible(), 'stays while it is tried again');
    answer.resolve();
    await row(page, 'example.com').waitFor();
    await banner.waitFor({ state: 'detached' });
  });

  test('stats and banner fold to a line, which is remembered, and fold by themselves on a low screen', async () => {
    const { someone } = await seeded(await operator(), { domain: 'soon.example', expirationDate: inDays(6) });
    const page = await open('/domains', { as: someone });
    await page.getByText('Domain Expiration Alert').waitFor();
    const top = async () => (await row(page, 'soon.example').boundingBox())?.y ?? 0;
    const before = await top();
    await shot(page, 'domains-unfolded');
    await button(page, 'Fold cards').click();
    await button(page, 'Show cards').waitFor();
    await shot(page, 'domains-folded-now');
    const after = await top();
    assert.ok(after < before - 70, `${before} to ${after}`);
    await page.reload();
    await button(page, 'Show cards').waitFor();
    await page.getByText('Domain Expiration Alert').waitFor();
    await assertAccessible(page, 'folded');
    await shot(page, 'domains-folded');
    await button(page, 'Show cards').click();
    await button(page, 'Insights').click();
    await page.getByText('By stored status').waitFor();
    // Each count says whether it follows the date or the stored status.
    assert.equal(await page.getByText('by date', { exact: true }).count(), 3);
    await shot(page, 'domains-insights');
    await button(page, 'Insights').click();
    await page.getByText('by date', { exact: true }).first().waitFor({ state: 'detached' });
    await select(filter(page, 'Status'), 'Active');
    await page.getByText('by stored status', { exact: true }).waitFor();
    assert.equal(await page.getByText('by date', { exact: true }).count(), 3);
    await shot(page, 'domains-by-status');

    const low = await open('/domains', { as: someone, viewport: { width: 720, height: 450 } });
    await row(low, 'soon.example').waitFor();
    await shot(low, 'domains-low');
    const first = await row(low, 'soon.example').boundingBox();
    assert.ok(first && first.y < 450, `no row in view: ${first?.y}`);
  });
});
