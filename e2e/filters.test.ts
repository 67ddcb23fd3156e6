import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { Page } from 'playwright-core';
import { choose, count, filter, form, inDays, pick, row, seeded } from './domain-steps.ts';
import { assertAccessible, phone, shot, startHarness } from './harness.ts';
import { focused, select } from './list-steps.ts';

const { open, operator, url } = await startHarness();

const tag = (type: string, value: string) => ({ type, value });

async function portfolio() {
  const { someone } = await seeded(
    await operator(),
    { domain: 'soon.example', expirationDate: inDays(50), tags: [tag('client', 'acme'), tag('env', 'prod')] },
    { domain: 'late.example', expirationDate: inDays(80), tags: [tag('client', 'acme')] },
    { domain: 'other.example', expirationDate: inDays(20), tags: [tag('client', 'globex')] },
  );
  const { registratorTypes } = await someone.api<{ registratorTypes: { id: string }[] }>(
    'GET',
    '/registrator-types?search=Namecheap',
  );
  const { emailAccounts } = await someone.api<{ emailAccounts: { id: string }[] }>('GET', '/emails');
  const { registratorAccount } = await someone.api<{ registratorAccount: { id: string } }>(
    'POST',
    '/registrator-accounts',
    { emailAccountId: emailAccounts[0]?.id, registratorTypeId: registratorTypes[0]?.id, isGoogleLogin: true },
  );
  await someone.api('POST', '/domains', {
    domain: 'moved.example',
    registratorAccountId: registratorAccount.id,
    status: 'BLOCKED',
  });
  return someone;
}

const list = (page: Page, label: string) => page.getByRole('listbox', { name: label });
const option = (page: Page, label: string, name: string) =>
  list(page, label).getByRole('option', { name, exact: true });

describe('filters', () => {
  test('filter by any of several registrators, with counts under the other filters', async () => {
    const page = await open('/domains', { as: await portfolio() });
    await count(page, '4 domains');
    await filter(page, 'Registrator').click();
    await option(page, 'Registrator', 'Porkbun · ops@example.com').waitFor();
    assert.deepEqual(await list(page, 'Registrator').getByRole('option').allTextContents(), [
      'All',
      'Porkbun · ops@example.com',
      'Namecheap · ops@example.com',
    ]);
    assert.match(await list(page, 'Registrator').innerText(), /Porkbun · ops@example\.com\s+3\s/);
    await assertAccessible(page, 'facet');
    await shot(page, 'facet');
    await option(page, 'Registrator', 'Namecheap · ops@example.com').click();
    await count(page, '1 of 4');
    await list(page, 'Registrator').waitFor({ state: 'detached' });
    await focused(page, filter(page, 'Registrator'));
    assert.equal(await filter(page, 'Registrator').textContent(), 'Registrator: Namecheap · ops@example.com');

    // Another one by keyboard: Space adds it, Enter finishes.
    await page.keyboard.type('pork');
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Space');
    await count(page, '4 of 4');
    await page.keyboard.press('Enter');
    await list(page, 'Registrator').waitFor({ state: 'detached' });
    assert.match(page.url(), /registratorAccountId=[^&]+%2C/);
    await page.reload();
    await count(page, '4 of 4');
    await page.getByText('Registrator: Namecheap · ops@example.com +1').waitFor();

    // A chosen value is named even if the other filters leave no records with it.
    await pick(page, 'Registrator', 'Namecheap · ops@example.com');
    await select(filter(page, 'Status'), 'Expired');
    await page.getByText('No domains found').waitFor();
    await page.getByText('Registrator: Namecheap · ops@example.com').waitFor();
    await pick(page, 'Registrator', 'All');
    await page.getByText('Registrator: Namecheap').waitFor({ state: 'detached' });
    await filter(page, 'Registrator').click();
    await page.keyboard.press('Escape');
    await focused(page, filter(page, 'Registrator'));
  });

  test('a key pressed before the list has the focus does not close it', async () => {
    const page = await open('/domains', { as: await portfolio() });
    await count(page, '4 domains');
    const button = filter(page, 'Status');
    // As Enter does while the button has the focus.
    await button.evaluate((element: HTMLElement) => element.click());
    await list(page, 'Status').waitFor();
    await button.evaluate((element: HTMLElement) => element.click());
    await focused(page, page.getByLabel('Find an option'));
    await page.keyboard.type('bloc');
    await page.keyboard.press('Enter');
    await count(page, '1 of 4');
  });

  test('take any of several tags of a type, and all of several types', async () => {
    const page = await open('/domains', { as: await portfolio() });
    await count(page, '4 domains');
    await filter(page, 'Tags').click();
    await option(page, 'Tags', 'client: acme').waitFor();
    await shot(page, 'facet-tags');
    await list(page, 'Tags').locator('[data-add="client:acme"]').click();
    await count(page, '2 of 4');
    await list(page, 'Tags').locator('[data-add="client:globex"]').click();
    await count(page, '3 of 4');
    await page.keyboard.type('env:p');
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Space');
    await count(page, '1 of 4');
    await row(page, 'soon.example').waitFor();
    await page.keyboard.press('Enter');
    await page.getByText('or client:globex').waitFor();
    await assertAccessible(page, 'filtered by tags');
    await shot(page, 'filtered-by-tags');
    const asked = () => new URL(page.url()).searchParams;
    assert.deepEqual([...asked()], [['tagsAny', 'client:acme,client:globex,env:prod']]);
    const remove = (name: string) => page.getByRole('button', { name: `Remove filter ${name}` }).click();
    await remove('env:prod');
    await count(page, '3 of 4');
    await remove('client:acme');
    await count(page, '1 of 4');
    await row(page, 'other.example').waitFor();

    // Addresses with `tags` ask for all, until more of a type is chosen than the one that they have.
    await page.goto(`${url}/domains?tags=client:acme,client:globex`);
    await count(page, '0 of 4');
    await remove('client:globex');
    await count(page, '2 of 4');
    await filter(page, 'Tags').click();
    await list(page, 'Tags').locator('[data-add="client:globex"]').click();
    await count(page, '3 of 4');
    await page.keyboard.press('Escape');
    // A tag of a row narrows the list.
    const inRow = (domain: string) => row(page, domain).getByRole('button', { name: 'client: acme' });
    await inRow('late.example').click();
    await count(page, '2 of 4');
    assert.deepEqual([...asked()], [['tagsAny', 'client:acme']]);
    await page.goto(`${url}/domains?tagsAny=env:prod`);
    await count(page, '1 of 4');
    await inRow('soon.example').click();
    await page.getByRole('button', { name: 'Remove filter client:acme' }).waitFor();
    await remove('env:prod');
    await count(page, '2 of 4');
    assert.deepEqual([...asked()], [['tags', 'client:acme']]);
    await remove('client:acme');
    await count(page, '4 domains');
  });

  test('find a tag with a comma by a chip, the filter and the palette', async () => {
    const { someone } = await seeded(
      await operator(),
      { domain: 'smith.example', tags: [tag('client', 'Smith, Jones'), tag('off', '50%2C')] },
      { domain: 'jones.example', tags: [tag('client', 'Jones')] },
    );
    const page = await open('/domains', { as: someone });
    const chip = page.getByRole('button', { name: 'Remove filter client:Smith, Jones' });
    const alone = async () => {
      await chip.waitFor();
      await count(page, '1 of 2');
      await row(page, 'smith.example').waitFor();
    };
    await row(page, 'smith.example').getByRole('button', { name: 'client: Smith, Jones' }).click();
    await alone();
    await page.reload();
    await alone();
    await chip.click();
    await count(page, '2 domains');
    await filter(page, 'Tags').click();
    await list(page, 'Tags').locator('[data-add="client:Smith, Jones"]').click();
    await list(page, 'Tags').locator('[data-add="off:50%2C"]').click();
    await page.getByRole('button', { name: 'Remove filter off:50%2C' }).waitFor();
    await alone();
    await page.goto(`${url}/domains`);
    await count(page, '2 domains');
    await page.keyboard.press('Control+k');
    await focused(page, page.getByRole('dialog').getByRole('combobox'));
    await page.keyboard.type('Smith, J');
    await page.getByRole('option', { name: 'Filter by client: Smith, Jones' }).click();
    await alone();
  });

  /** The same filter in three steps: a chord, a text and Enter. */
  async function byKeys(page: Page): Promise<void> {
    await page.goto(`${url}/domains`);
    await count(page, '4 domains');
    await page.keyboard.press('Control+k');
    await focused(page, page.getByRole('dialog').getByRole('combobox'));
    await page.keyboard.type('acme 60');
    await page
      .getByRole('option', { name: 'Filter by client: acme, expiring within 60 days' })
      .and(page.locator('[data-highlighted]'))
      .waitFor();
    await page.keyboard.press('Enter');
    await count(page, '1 of 4');
    await row(page, 'soon.example').waitFor();
  }

  test('show the domains of one client that expire in 60 days in 4 actions', async () => {
    const page = await open('/domains', { as: await portfolio() });
    await count(page, '4 domains');
    let actions = 0;
    const done = async (action: Promise<unknown>) => {
      await action;
      actions += 1;
    };
    await done(filter(page, 'Tags').click());
    await done(option(page, 'Tags', 'client: acme').click());
    await done(select(filter(page, 'Expiring Within'), 'Custom…'));
    await focused(page, page.getByLabel('Days from today'));
    await done(page.keyboard.type('60'));
    await count(page, '1 of 4');
    assert.ok(actions <= 4, `${actions} actions`);
    await row(page, 'soon.example').waitFor();
    await assertAccessible(page, 'custom days');
    await shot(page, 'expiring-custom');
    await page
      .getByRole('dialog', { name: 'Expiring within' })
      .getByLabel('To', { exact: true })
      .fill('2040-01-01');
    await count(page, '2 of 4');
    await filter(page, 'Expiring Within').getByText('Expiring Within', { exact: true }).waitFor();
    await page.keyboard.press('Escape');
    await focused(page, filter(page, 'Expiring Within'));
    const names = await page.locator('[data-row] th').allTextContents();
    assert.match(names.join(), /^soon.*late/, 'soonest first');
    await page.goto(`${url}/domains?cdnAccountId=none`);
    await page.getByRole('button', { name: 'Remove filter CDN Account: No CDN account' }).click();
    await page.waitForURL(`${url}/domains`);
    await byKeys(page);
  });

  test('views are saved under a name, replaced, renamed, opened and deleted', async () => {
    const someone = await portfolio();
    const page = await open('/domains?status=BLOCKED&form=new', { as: someone });
    await page.getByRole('dialog', { name: 'Add Domain' }).waitFor();
    await page.keyboard.press('Escape');
    await count(page, '1 of 4');
    const views = page.getByRole('button', { name: 'Saved views' });
    const panel = page.getByRole('dialog', { name: 'Saved views' });
    await views.click();
    await assertAccessible(page, 'views');
    await shot(page, 'views');
    await panel.getByLabel('Name of this view').fill('Trouble');
    await page.keyboard.press('Enter');
    await panel.getByRole('link', { name: 'Trouble' }).waitFor();
    await panel.getByRole('link', { name: 'No server' }).click();
    await count(page, '4 of 4');
    await page.getByText('Server: No server').waitFor();

    const { views: stored } = await someone.api<{ views: { area: string; query: string }[] }>(
      'GET',
      '/views',
    );
    assert.deepEqual(
      stored.map(({ area, query }) => [area, query]),
      [['domains', 'status=BLOCKED']],
    );
    await views.click();
    await panel.getByLabel('Name of this view').fill('trouble');
    await panel.getByRole('button', { name: 'Replace' }).click();
    await page.getByText('View saved').first().waitFor();
    await panel.getByRole('link', { name: 'Expiring in 30 days' }).click();
    await count(page, '1 of 4');
    await views.click();
    await panel.getByRole('link', { name: 'trouble' }).click();
    await count(page, '4 of 4');
    await views.click();
    await panel.getByRole('button', { name: 'Rename view trouble' }).click();
    await focused(page, panel.getByRole('textbox'));
    await page.keyboard.press('Control+a');
    await page.keyboard.type('All of mine');
    await panel.getByRole('button', { name: 'Rename', exact: true }).click();
    await panel.getByRole('link', { name: 'All of mine' }).waitFor();
    await panel.getByRole('link', { name: 'trouble' }).waitFor({ state: 'detached' });
    assert.equal(await panel.getByRole('button', { name: 'Save', exact: true }).count(), 1);
    await panel.getByRole('button', { name: 'Delete view All of mine' }).click();
    await panel.getByRole('link', { name: 'All of mine' }).waitFor({ state: 'detached' });
    await page.keyboard.press('Escape');
    await focused(page, views);
  });

  test('a new record hidden by the filters: the toast leads to it', async () => {
    const page = await open('/domains?status=BLOCKED', { as: await portfolio() });
    await count(page, '1 of 4');
    await page.getByRole('button', { name: 'Add Domain' }).click();
    await form(page).getByRole('textbox', { name: 'Domain' }).fill('hidden.example');
    await choose(page, 'Registrator account', 'Porkbun');
    await page.keyboard.press('Control+Enter');
    await page.getByText('Domain created, but the filters hide it').first().waitFor();
    await row(page, 'hidden.example').waitFor({ state: 'detached' });
    await page.getByRole('button', { name: 'Show it' }).click();
    await count(page, '5 domains');
    await row(page, 'hidden.example').waitFor();
  });

  test("use the device's own pickers on a phone", async () => {
    const page = await open('/domains', { as: await portfolio(), viewport: phone });
    await count(page, '4 domains');
    await page.getByRole('button', { name: 'Filters' }).click();
    await filter(page, 'Registrator').selectOption({ label: 'Namecheap · ops@example.com' });
    await count(page, '1 of 4');
    await filter(page, 'Registrator').selectOption({ label: 'All' });
    await filter(page, 'Tags').selectOption({ label: 'client: globex' });
    await count(page, '1 of 4');
    await page.getByRole('button', { name: 'Filters 1' }).click();
    await assertAccessible(page, 'filters folded');
    await shot(page, 'filters-phone');
  });
});
