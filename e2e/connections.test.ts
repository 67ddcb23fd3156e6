import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { Page } from 'playwright-core';
import { assertAccessible, desktop, phone, shot, startHarness } from './harness.ts';
import { focused, onRow } from './list-steps.ts';
import { type Portfolio, drawer, mailbox, portfolio } from './portfolio-steps.ts';

const { open, operator, url } = await startHarness();

const names: Record<keyof Portfolio, string> = {
  emails: mailbox,
  proxies: 'Exit 1',
  'registrator-types': 'House Registrar',
  'registrator-accounts': 'House Registrar',
  hostings: 'Main cloud',
  servers: 'Web 1',
  cdn: 'BunnyCDN',
  domains: 'shop-1.example',
};
/** From top to bottom: what a record uses, then what uses it. */
const expectedGroups: Record<keyof Portfolio, string[]> = {
  emails: ['Registrator account 1', 'Hosting account 1', 'CDN account 1', 'Server 1', 'Domains 3'],
  proxies: ['Registrator account 1', 'CDN account 1', 'Domains 3'],
  'registrator-types': ['Registrator account 1', 'Domains 3'],
  'registrator-accounts': ['Registrator type 1', 'Proxy 1', 'Email account 1', 'Domains 3'],
  hostings: ['Email account 1', 'Server 1', 'Domains 3'],
  servers: ['Email account 1', 'Hosting account 1', 'Domains 3'],
  cdn: ['Proxy 1', 'Email account 1', 'Domains 3'],
  domains: [
    'Registrator type 1',
    'Proxy 1',
    'Email account 1',
    'Registrator account 1',
    'Hosting account 1',
    'CDN account 1',
    'Server 1',
  ],
};
const areas = Object.keys(expectedGroups) as (keyof Portfolio)[];
const three = ['shop-1.example', 'shop-2.example', 'shop-3.example'];

const rowOf = (page: Page, id: string) => page.locator(`[data-row="${id}"]`);
const connect = (page: Page, id: string) => rowOf(page, id).getByRole('button', { name: /^Connections of/ });
const named = (page: Page, name: string) => drawer(page).getByRole('heading', { level: 2, name });
const closed = (page: Page) => drawer(page).waitFor({ state: 'detached' });
const search = (page: Page) => new URL(page.url()).searchParams;

/** 'Domains 3' for 'Domains 3 via registrator accounts'. */
async function groups(page: Page): Promise<string[]> {
  await drawer(page).getByRole('heading', { level: 3 }).first().waitFor();
  const texts = await drawer(page).getByRole('heading', { level: 4 }).allInnerTexts();
  return texts.map((text) => text.replace(/\s+/g, ' ').replace(/ via .*/, ''));
}

describe('connections', () => {
  test('open from every row of every page; Back and Escape close them and return the focus', async () => {
    const someone = await operator();
    const ids = await portfolio(someone, three);
    const page = await open('/', { as: someone });
    for (const area of areas) {
      await page.goto(`${url}/${area}`);
      await connect(page, ids[area]).click();
      await named(page, names[area]).waitFor();
      assert.deepEqual(await groups(page), expectedGroups[area], area);
      assert.equal(search(page).get('connections'), `${area}:${ids[area]}`);
      await page.keyboard.press('Escape');
      await closed(page);
      assert.equal(search(page).has('connections'), false);
      await focused(page, connect(page, ids[area]));
    }
    await connect(page, ids.domains).click();
    await named(page, names.domains).waitFor();
    await page.goBack();
    await closed(page);
    await rowOf(page, ids.domains).focus();
    await page.keyboard.press('o');
    await named(page, names.domains).waitFor();
  });

  test('navigate from record to record and back, and close in one step', async () => {
    const someone = await operator();
    const ids = await portfolio(someone, three);
    const page = await open('/emails', { as: someone });
    await page.getByRole('searchbox').fill('ops');
    await connect(page, ids.emails).click();
    await drawer(page).getByText('via hosting accounts').waitFor();
    await drawer(page).getByRole('link', { name: 'House Registrar' }).click();
    await focused(page, named(page, 'House Registrar'));
    await drawer(page).getByRole('link', { name: 'shop-2.example Active' }).click();
    await named(page, 'shop-2.example').waitFor();
    await page.goBack();
    await named(page, 'House Registrar').waitFor();
    await drawer(page).getByRole('button', { name: 'Back' }).click();
    await named(page, mailbox).waitFor();
    assert.equal(await drawer(page).getByRole('button', { name: 'Back' }).count(), 0);
    await drawer(page).getByRole('link', { name: 'Web 1' }).click();
    await named(page, 'Web 1').waitFor();
    await drawer(page).getByRole('button', { name: 'Close' }).click();
    await closed(page);
    assert.equal(page.url(), `${url}/emails?search=ops`);

    await connect(page, ids.emails).click();
    await drawer(page).getByRole('link', { name: 'Main cloud' }).click();
    await named(page, 'Main cloud').waitFor();
    await drawer(page).getByRole('link', { name: 'Edit' }).click();
    await page.getByRole('heading', { name: 'Edit Hosting Account' }).waitFor();
  });

  test('open from a link, over the dashboard too; an id without a record is ignored', async () => {
    const someone = await operator();
    const ids = await portfolio(someone);
    const page = await open(`/?connections=servers:${ids.servers}`, { as: someone });
    await named(page, 'Web 1').waitFor();
    await drawer(page).getByRole('link', { name: 'shop.example' }).click();
    await named(page, 'shop.example').waitFor();
    await page.keyboard.press('Escape');
    await closed(page);
    assert.equal(page.url(), `${url}/`);

    await page.goto(`${url}/emails?connections=emails:nothing`);
    await rowOf(page, ids.emails).waitFor();
    assert.equal(await drawer(page).count(), 0);
    await page.goto(`${url}/emails?connections=servers:${ids.emails}`);
    await named(page, 'Server not found').waitFor();
    await page.keyboard.press('Escape');
    await closed(page);
  });

  test('the list of connected records holds as many as were counted', async () => {
    const someone = await operator();
    const ids = await portfolio(someone, [
      ...three,
      ...Array.from({ length: 9 }, (_, n) => `more-${n}.example`),
    ]);
    const account = await someone.api<{ emailAccount: { id: string } }>('POST', '/emails', {
      email: 'other@example.com',
      password: 'x',
    });
    const other = await someone.api<{ registratorAccount: { id: string } }>('POST', '/registrator-accounts', {
      emailAccountId: account.emailAccount.id,
      registratorTypeId: ids['registrator-types'],
      isGoogleLogin: true,
    });
    await someone.api('POST', '/domains', {
      domain: 'unconnected.example',
      registratorAccountId: other.registratorAccount.id,
    });
    await someone.api('PUT', `/cdn/${ids.cdn}`, { isActive: false });
    await someone.api('POST', '/cdn', {
      provider: 'keycdn',
      emailAccountId: ids.emails,
      isGoogleLogin: true,
      apiCredentials: { apiKey: 'k' },
    });

    const page = await open(`/emails?connections=emails:${ids.emails}`, { as: someone });
    await drawer(page).getByRole('link', { name: 'Show all 12 in Domains' }).click();
    await page.getByText('Connected with ops@example.com').waitFor();
    await page.getByRole('search').getByText('12 of 13').waitFor();
    assert.equal(await page.getByText('unconnected.example').count(), 0);
    await page.getByRole('searchbox').fill('more-');
    await page.getByRole('search').getByText('9 of 13').waitFor();
    await page.getByRole('searchbox').fill('');
    // The address follows once typing pauses.
    await page.waitForURL(({ searchParams }) => !searchParams.has('search'));
    await page.reload();
    await page.getByRole('search').getByText('12 of 13').waitFor();
    await page.getByRole('button', { name: 'Remove filter Connected with ops@example.com' }).click();
    await page.getByRole('search').getByText('13 domains').waitFor();
    await page.goBack();
    await page.getByRole('search').getByText('12 of 13').waitFor();
    await page.getByRole('button', { name: 'Clear Filters' }).click();
    await page.getByRole('search').getByText('13 domains').waitFor();

    await page.goto(`${url}/emails?connections=emails:${ids.emails}`);
    await drawer(page).getByRole('link', { name: 'Show all 2 in CDN' }).click();
    await page.getByRole('heading', { name: 'CDN Accounts' }).waitFor();
    await rowOf(page, ids.cdn).waitFor();
    assert.equal(await page.locator('[data-row]').count(), 2);

    for (const area of areas.filter((each) => each !== 'domains')) {
      await page.goto(
        `${url}/${area}?relatedTo=domains:${ids.domains}${area === 'cdn' ? '&isActive=all' : ''}`,
      );
      await page.getByText('Connected with shop-1.example').waitFor();
      await rowOf(page, ids[area]).waitFor();
      assert.equal(await page.locator('[data-row]').count(), 1, area);
    }
  });

  test('the delete dialog names what blocks the delete and links to it', async () => {
    const someone = await operator();
    const ids = await portfolio(someone, [...three, 'shop-4.example', 'shop-5.example']);
    const page = await open('/emails', { as: someone });
    const question = page.getByRole('alertdialog');
    await page.getByRole('button', { name: `Delete ${mailbox}` }).click();
    await question
      .getByText(
        'It can’t be deleted now: 1 registrator account, 1 hosting account, and 1 CDN account use it.',
      )
      .waitFor();
    await focused(page, question.getByRole('button', { name: 'Cancel' }));
    await assertAccessible(page, 'refused up front');
    await question.getByRole('link', { name: 'Main cloud · Hetzner' }).click();
    await page.getByRole('heading', { level: 1, name: 'Main cloud' }).waitFor();

    await page.goto(`${url}/registrator-accounts`);
    await rowOf(page, ids['registrator-accounts'])
      .getByRole('button', { name: /^Delete/ })
      .click();
    await question.getByText('It can’t be deleted now: 5 domains use it.').waitFor();
    assert.equal(await question.getByRole('link').count(), 4);
    await shot(page, 'delete-refused');
    await question.getByRole('link', { name: 'and 2 more' }).click();
    await page.getByRole('search').getByText('5 of 5').waitFor();

    await page.goto(`${url}/cdn`);
    await rowOf(page, ids.cdn)
      .getByRole('button', { name: /^Delete/ })
      .click();
    await question.getByText('5 domains use it and will be detached.').waitFor();
    assert.equal(await question.getByText('It can’t be deleted now').count(), 0);
    await question.getByRole('button', { name: 'Cancel' }).click();
    await page.goto(`${url}/domains`);
    await rowOf(page, ids.domains)
      .getByRole('button', { name: /^Delete/ })
      .click();
    await question.waitFor();
    assert.equal(await question.getByRole('link').count(), 0);
  });

  test('names are rendered as text, whatever they contain', async () => {
    const someone = await operator();
    const ids = await portfolio(someone);
    const hostile = '<img src=x onerror=alert(1)>"]<script>';
    await someone.api('PUT', `/servers/${ids.servers}`, { name: hostile });
    const page = await open(`/hostings?connections=hostings:${ids.hostings}`, { as: someone });
    await drawer(page).getByRole('link', { name: hostile }).click();
    await named(page, hostile).waitFor();
    assert.equal(await drawer(page).locator('img, script').count(), 0);
    await page.goto(`${url}/domains?relatedTo=servers:${ids.servers}`);
    await page.getByText(`Connected with ${hostile}`).waitFor();
  });

  test('a failure shows an error and can be retried', async () => {
    const someone = await operator();
    const ids = await portfolio(someone);
    const page = await open('/emails', { as: someone });
    await page.route('**/relations', (route) =>
      route.fulfill({ status: 429, json: { error: { message: 'Too many at once', code: 'RATE_LIMITED' } } }),
    );
    await connect(page, ids.emails).click();
    await drawer(page).getByText('Too many at once').waitFor();
    await page.unroute('**/relations');
    await drawer(page).getByRole('button', { name: 'Try Again' }).click();
    await named(page, mailbox).waitFor();
  });

  for (const [size, viewport] of Object.entries({ desktop, phone }))
    test(`are accessible: ${size}`, async () => {
      const someone = await operator();
      const ids = await portfolio(someone, three);
      const page = await open('/emails', { as: someone, viewport });
      for (const area of ['emails', 'servers', 'domains'] as const) {
        await page.goto(`${url}/${area}?connections=${area}:${ids[area]}`);
        await groups(page);
        await assertAccessible(page, area);
        await shot(page, `connections-${area}-${size}`);
      }
      await page.goto(`${url}/servers?relatedTo=emails:${ids.emails}`);
      await page.getByText('Connected with ops@example.com').waitFor();
      await rowOf(page, ids.servers).waitFor();
      await assertAccessible(page, 'a list of what is connected');
      await onRow(page, 'Delete', 'Web 1');
      await page.getByText('3 domains use it and will be detached.').waitFor();
      await assertAccessible(page, 'what will be detached');
    });
});
