import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { Page } from 'playwright-core';
import { row } from './domain-steps.ts';
import { assertAccessible, desktop, phone, shot, startHarness } from './harness.ts';
import { clipboard, focusOn, toastShown } from './list-steps.ts';
import { type Portfolio, drawer, mailbox, portfolio, secrets } from './portfolio-steps.ts';

const { open, operator, url } = await startHarness();

const title = (page: Page, name: string) => page.getByRole('heading', { level: 1, name, exact: true });
const fact = (page: Page, label: string) =>
  page
    .getByRole('term')
    .filter({ hasText: new RegExp(`^${label}$`) })
    .locator('xpath=following-sibling::dd');

/** A name, and facts that only the record's own page has to show. */
const shown: Record<keyof Portfolio, [name: string, label: string, text: string]> = {
  emails: [mailbox, 'Login URL', 'https://mail.example.com/login'],
  proxies: ['Exit 1', 'Port', '8080'],
  'registrator-types': ['House Registrar', 'Website URL', 'https://registrar.example.com'],
  'registrator-accounts': ['House Registrar', 'Email account', mailbox],
  hostings: ['Main cloud', 'Provider', 'Hetzner'],
  servers: ['Web 1', 'SSH command', 'ssh deploy@203.0.113.10'],
  cdn: ['BunnyCDN', 'Proxy', 'Exit 1'],
  domains: ['shop.example', 'Server', 'Web 1'],
};

describe('the page of a record', () => {
  test('shows every kind with its fields, what it uses and what uses it', async () => {
    const someone = await operator();
    const ids = await portfolio(someone);
    const page = await open('/', { as: someone });
    for (const [area, [name, label, text]] of Object.entries(shown)) {
      await page.goto(`${url}/${area}/${ids[area as keyof Portfolio]}`);
      await title(page, name).waitFor();
      await fact(page, label).getByText(text, { exact: true }).waitFor();
      assert.equal(await page.locator('form, input, select, textarea').count(), 0, area);
      await assertAccessible(page, area);
    }
    await page.goto(`${url}/emails/${ids.emails}`);
    const used = page.getByRole('region', { name: 'Used by' });
    for (const name of ['House Registrar', 'Main cloud', 'BunnyCDN', 'Web 1', 'shop.example'])
      await used.getByRole('link', { name }).waitFor();
    await used.getByRole('link', { name: 'Web 1' }).click();
    await title(page, 'Web 1').waitFor();
    await page.getByRole('link', { name: 'Depends on it' }).click();
    await page.getByText('via hosting accounts').waitFor();
    assert.match(page.url(), /\/servers\/[0-9a-f-]+\?tab=connections$/);
    await page.goBack();
    await title(page, mailbox).waitFor();
  });

  test('has what one signs in with first, and folds its empty fields', async () => {
    const someone = await operator();
    const ids = await portfolio(someone);
    const page = await open(`/cdn/${ids.cdn}`, { as: someone });
    const regions = page.getByRole('main').getByRole('region');
    const named = async () => {
      await page.getByRole('region', { name: 'Details' }).waitFor();
      const labels = await regions.evaluateAll((all) => all.map((each) => each.getAttribute('aria-label')));
      return labels.slice(0, 2);
    };
    assert.deepEqual(await named(), ['Credentials', 'Details']);
    await page.getByRole('region', { name: 'Credentials' }).getByText('Hidden password').waitFor();
    await page.goto(`${url}/servers/${ids.servers}`);
    assert.deepEqual(await named(), ['deploy', 'Details']);
    await page.goto(`${url}/domains/${ids.domains}`);
    assert.deepEqual(await named(), ['Details', 'Renewal']);
    const folded = page.getByText('2 empty fields');
    assert.equal(await fact(page, 'Comment').isVisible(), false);
    await folded.click();
    for (const label of ['Comment', 'Secure note'])
      assert.equal(await fact(page, label).innerText(), '—', label);
    await assertAccessible(page, 'empty fields');
    await shot(page, 'record-empty-fields');
    await someone.api('PUT', `/domains/${ids.domains}`, { comment: 'About it' });
    await page.reload();
    await fact(page, 'Comment').getByText('About it').waitFor();
    await page.getByText('1 empty field', { exact: true }).waitFor();
  });

  test('counts what depends on it, and lists and draws that beside each other', async () => {
    const someone = await operator();
    const ids = await portfolio(someone, ['one.example', 'two.example']);
    for (const tab of ['connections', 'impact']) {
      const page = await open(`/emails/${ids.emails}?tab=${tab}`, { as: someone });
      await page.getByRole('heading', { level: 2, name: 'Depends on it' }).waitFor();
      await page.getByText(/^Required by: .*2 domains/).waitFor();
      await page.getByText(/^Can be reset with this mailbox:/).waitFor();
      await page.getByRole('heading', { level: 4, name: /^Domains 2/ }).waitFor();
      await page.getByRole('region', { name: 'Picture' }).waitFor();
      await assertAccessible(page, 'what depends on it');
      await shot(page, 'record-depends');
    }
    type Total = { area: string; direction: string; total: number };
    for (const [area, id] of Object.entries(ids)) {
      const { groups } = await someone.api<{ groups: Total[] }>('GET', `/${area}/${id}/relations`);
      const { counts } = await someone.api<{
        counts: { area: string; direction: string; requires: number; uses: number }[];
      }>('GET', `/${area}/${id}/impact`);
      const [related, impact] = [
        groups.map((each) => `${each.direction} ${each.area} ${each.total}`),
        counts.map((each) => `${each.direction} ${each.area} ${each.requires + each.uses}`),
      ];
      assert.deepEqual(related.toSorted(), impact.toSorted(), area);
    }
    const small = await open(`/domains/${ids.domains}?tab=impact`, { as: someone, viewport: phone });
    await small.getByText('Nothing depends on it.').waitFor();
    await small.getByRole('heading', { level: 3, name: 'Uses' }).waitFor();
    await assertAccessible(small, 'what a domain uses, on a phone');
    await shot(small, 'record-depends-phone');
    for (const [area, label] of [
      ['domains', 'Registration & DNS'],
      ['servers', 'Certificate'],
      ['proxies', 'Dates'],
    ] as const) {
      await small.goto(`${url}/${area}/${ids[area]}?tab=facts`);
      await small.getByRole('heading', { level: 2, name: label }).waitFor();
    }
  });

  test('says of an unknown record that it was not found, for each kind', async () => {
    const page = await open('/', { as: await operator() });
    for (const [area, name] of [
      ['domains', 'Domain not found'],
      ['emails', 'Email account not found'],
      ['registrator-types', 'Registrator type not found'],
    ]) {
      await page.goto(`${url}/${area}/00000000-0000-4000-8000-000000000000`);
      await page.getByRole('main').getByText(String(name), { exact: true }).last().waitFor();
      assert.match(page.url(), new RegExp(`/${area}/0000`));
    }
    await page.goto(`${url}/emails/nonsense`);
    await page.getByText('Email account not found').last().waitFor();
    await assertAccessible(page, 'a record that does not exist');
    await page.getByRole('link', { name: 'All Email Accounts' }).click();
    await page.getByRole('heading', { level: 1, name: 'Email Accounts' }).waitFor();
  });

  test('opens from a name beside the list, in a new tab with the middle button, and leads to the form and back', async () => {
    const someone = await operator();
    const ids = await portfolio(someone, ['two.example', 'one.example']);
    const page = await open('/domains?search=example', { as: someone });
    const name = row(page, 'one.example').getByRole('button', { name: 'one.example', exact: true });
    const [tab] = await Promise.all([page.context().waitForEvent('page'), name.click({ button: 'middle' })]);
    await title(tab, 'one.example').waitFor();
    assert.match(tab.url(), /\/domains\/[0-9a-f-]{36}$/);
    await tab.close();

    await name.click();
    await drawer(page).getByRole('heading', { level: 2, name: 'one.example' }).waitFor();
    await page.getByRole('button', { name: 'Next record' }).click();
    await drawer(page).getByRole('heading', { level: 2, name: 'two.example' }).waitFor();
    assert.ok(await page.getByRole('button', { name: 'Next record' }).isDisabled());
    await page.keyboard.press('Alt+ArrowUp');
    await drawer(page).getByRole('heading', { level: 2, name: 'one.example' }).waitFor();
    await page.keyboard.press('Alt+ArrowDown');
    await drawer(page).getByRole('heading', { level: 2, name: 'two.example' }).waitFor();

    await page.keyboard.press('e');
    await page.waitForURL(/form=/);
    assert.equal(new URL(page.url()).searchParams.get('search'), 'example', 'the list behind stays');
    const form = page.getByRole('dialog', { name: 'Edit Domain' });
    await form.getByLabel('Comment').fill('seen on its page');
    await form.getByRole('button', { name: 'Update Domain' }).click();
    await drawer(page).getByText('seen on its page').waitFor();
    await drawer(page).getByRole('link', { name: 'Open as a page' }).click();
    await title(page, 'two.example').waitFor();
    await page.getByRole('button', { name: 'Previous record' }).click();
    await title(page, 'one.example').waitFor();

    await page.goto(`${url}/domains/${ids.domains}`);
    await page.getByRole('button', { name: 'More actions' }).click();
    await page.getByRole('button', { name: 'Delete', exact: true }).click();
    await page.getByRole('alertdialog').getByText('Are you sure you want to delete this domain?').waitFor();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click();
    await toastShown(page, 'Domain deleted');
    await page.getByRole('heading', { level: 1, name: 'Domains' }).waitFor();
    assert.equal(await row(page, 'two.example').count(), 0);

    await page.goto(`${url}/domains/${ids.domains}`);
    await page.getByText('This domain was deleted.').waitFor();
    await page.getByRole('button', { name: 'Restore' }).click();
    await title(page, 'two.example').waitFor();
  });

  test('closed, it gives the focus to the row that it was stepped to', async () => {
    const someone = await operator();
    await portfolio(someone, ['two.example', 'one.example']);
    const page = await open('/domains', { as: someone });
    await row(page, 'one.example').getByRole('button', { name: 'one.example', exact: true }).click();
    await drawer(page).getByRole('heading', { level: 2, name: 'one.example' }).waitFor();
    await page.keyboard.press('Alt+ArrowDown');
    await drawer(page).getByRole('heading', { level: 2, name: 'two.example' }).waitFor();
    await page.keyboard.press('Escape');
    await drawer(page).waitFor({ state: 'detached' });
    await focusOn(page, 'two.example');
  });

  test('reveals, copies and enlarges secrets, each of which is logged', async () => {
    const someone = await operator();
    const ids = await portfolio(someone);
    const page = await open(`/servers/${ids.servers}`, { as: someone });
    const password = fact(page, 'Password');
    await password.getByText('••••••••').waitFor();
    assert.equal(await page.getByText(secrets.server).count(), 0);
    await page.getByRole('button', { name: 'Reveal password of deploy' }).click();
    await password.getByText(secrets.server, { exact: true }).waitFor();
    await page.getByRole('button', { name: 'Hide password of deploy' }).click();
    await password.getByText('••••••••').waitFor();
    assert.equal(await page.getByText(secrets.server).count(), 0);
    await page.getByRole('button', { name: 'Copy password of deploy' }).click();
    await password.getByText('✓ Copied').waitFor();
    assert.equal(await clipboard(page), secrets.server);

    await page.clock.install();
    await page.getByRole('button', { name: 'Large type of password of deploy' }).click();
    const large = page.getByRole('dialog', { name: 'Password of deploy' });
    await large.getByText(secrets.server, { exact: true }).waitFor();
    await assertAccessible(page, 'large type');
    await page.clock.fastForward(30_000);
    await large.waitFor();
    await page.clock.fastForward(30_000);
    await large.waitFor({ state: 'detached' });

    type Views = { secretViews: { fieldName: string | null; via: string }[] };
    const { secretViews } = await someone.api<Views>('GET', '/secret-views?limit=10');
    // The API answered the records with which the test began.
    const here = secretViews.filter(({ via }) => via !== 'record');
    assert.deepEqual(here.map(({ fieldName, via }) => `${fieldName} ${via}`).toSorted(), [
      'password of deploy copy',
      'password of deploy reveal',
      'password of deploy reveal',
    ]);
  });

  for (const [size, viewport] of Object.entries({ desktop, phone }))
    test(`is accessible beside a list, and fills a phone: ${size}`, async () => {
      const someone = await operator();
      const ids = await portfolio(someone);
      const page = await open('/', { as: someone, viewport });
      for (const area of ['servers', 'cdn', 'domains'] as const) {
        await page.goto(`${url}/${area}?record=${area}:${ids[area]}`);
        await drawer(page).getByRole('region', { name: 'Details' }).waitFor();
        await assertAccessible(page, area);
        await shot(page, `record-${area}-${size}`);
      }
      const box = await drawer(page).boundingBox();
      assert.ok(box);
      if (size === 'phone') assert.deepEqual([box.x, box.width, box.height], [0, 390, 844]);
      else assert.ok(box.width < 700);
    });
});
