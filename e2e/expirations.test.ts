import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { Page } from 'playwright-core';
import { dayMs } from '@quartermaster/contract/rules/expiry';
import { count, pick, seeded } from './domain-steps.ts';
import { type Operator, assertAccessible, downloaded, phone, shot, startHarness } from './harness.ts';
import { act, box, clipboard, created, focusedRow, select, toastShown } from './list-steps.ts';

const { open, operator } = await startHarness();

const row = (page: Page, text: string) => page.locator('[data-row]', { hasText: text });
const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name, exact: true });
const dialog = (page: Page, name: string) => page.getByRole('dialog', { name, exact: true });
const dates = (page: Page) => page.getByRole('region', { name: 'Dates' });
const dayIn = (days: number) => new Date(Date.now() + days * dayMs).toISOString().slice(0, 10);
const path = (page: Page) => new URL(page.url()).pathname + new URL(page.url()).search;

interface Stored {
  id: string;
  updatedAt: string;
}

/** Three domains, one of them without a date, and a server that is paid until a day. */
async function inventory(someone: Operator): Promise<{ server: string; date: Stored }> {
  await seeded(
    someone,
    {
      domain: 'soon.example',
      expirationDate: `${dayIn(5)}T00:00:00.000Z`,
      autoRenew: 'NO',
      price: 12.5,
      currency: 'EUR',
      payer: 'Acme Ltd',
      tags: [{ type: 'client', value: 'acme' }],
    },
    { domain: 'late.example', expirationDate: `${dayIn(-70)}T00:00:00.000Z` },
    { domain: 'unknown.example' },
  );
  const server = await created(someone, 'servers', 1);
  const body = { area: 'servers', recordId: server, what: 'server', date: dayIn(5) };
  const { date } = await someone.api<{ date: Stored }>('POST', '/dates', {
    ...body,
    label: 'VPS 12',
    autoRenew: 'YES',
    price: 9,
    currency: 'USD',
  });
  return { server, date };
}

describe('what expires', () => {
  test('is one list with months, filters and keys, and a card each on a phone', async () => {
    const someone = await operator();
    await inventory(someone);
    const page = await open('/', { as: someone });
    await page.getByText('Expirations in the Next 12 Months').waitFor();
    await page.keyboard.press('g');
    await page.keyboard.press('x');
    await page.waitForURL(/\/expirations$/);
    await page.getByRole('heading', { name: 'Expirations', level: 1 }).waitFor();
    assert.match(await page.title(), /^Expirations/);
    await count(page, '4 dates');

    const soon = await row(page, 'soon.example').innerText();
    for (const words of ['Domain', '5 days left', 'Entered by hand', 'No', '€12.50', 'Acme Ltd'])
      assert.ok(soon.includes(words), `${words} in ${soon}`);
    const vps = await row(page, 'VPS 12').innerText();
    for (const words of ['Server', '5 days left', 'Yes', '$9.00']) assert.ok(vps.includes(words), vps);
    assert.match(await row(page, 'late.example').innerText(), /70 days ago/);
    assert.match(await row(page, 'unknown.example').innerText(), /No date\s*Not checked/);
    assert.doesNotMatch(await page.locator('main, body').last().innerText(), /Expires in|Expired/);
    await assertAccessible(page, 'expirations');
    await shot(page, 'expirations');

    // The month of both, with what each currency costs; another click takes the filter away.
    const month = page
      .getByRole('list', { name: 'Months' })
      .getByRole('button', { name: /€12\.50\s*\$9\.00/ });
    await month.click();
    await page.waitForURL(/from=\d{4}-\d\d-01&to=/);
    await count(page, '2 dates');
    await month.click();
    await count(page, '4 dates');
    await button(page, /^Earlier\s*1/).click();
    await row(page, 'soon.example').waitFor({ state: 'detached' });
    await row(page, 'late.example').waitFor();
    await button(page, 'Clear Filters').click();

    await button(page, 'Not checked 1').click();
    await page.waitForURL(/state=unchecked&hasDate=false/);
    await count(page, '1 date');
    await button(page, 'Remove filter Without a date').waitFor();
    // A month lists what it counts, which is what has a date.
    await month.click();
    await count(page, '2 dates');
    await button(page, 'Clear Filters').click();
    await pick(page, 'What', 'Server');
    await page.waitForURL(/what=server/);
    await count(page, '1 date');
    await button(page, 'Clear Filters').click();
    await pick(page, 'Within', '30 days');
    await count(page, '3 dates');
    await pick(page, 'Registrar', 'Porkbun · ops@example.com');
    await count(page, '2 dates');
    await pick(page, 'Tags', 'client: acme');
    await count(page, '1 date');
    const file = await downloaded(page, () => button(page, 'Export CSV').click());
    assert.equal(file.name, 'expirations.csv');
    assert.equal(file.text.trim().split('\n').length, 2, 'the header and the one row that the filters leave');
    assert.match(file.text, /^soon\.example,domain,/m);
    await button(page, 'Text for a mail').click();
    const mail = page.getByRole('dialog', { name: 'Text for a mail' });
    await mail.getByText(/^soon\.example, Domain, \w{3} \d+, 20\d\d/).waitFor();
    const href = await mail.getByRole('link', { name: 'Write a mail' }).getAttribute('href');
    assert.match(href ?? '', /^mailto:\?body=soon\.example%2C%20Domain/);
    await assertAccessible(page, 'text for a mail');
    await shot(page, 'text-for-a-mail');
    await mail.getByRole('button', { name: 'Copy' }).click();
    await mail.waitFor({ state: 'detached' });
    assert.match(await clipboard(page), /^soon\.example, Domain, [^\n]+$/);
    await button(page, 'Clear Filters').click();

    await button(page, 'Name').click();
    await page.waitForURL(/sortBy=name/);
    await page.locator('[data-row]').first().filter({ hasText: 'late.example' }).waitFor();
    await page.keyboard.press('/');
    await page.keyboard.type('vps');
    await page.waitForURL(/search=vps/);
    await row(page, 'soon.example').waitFor({ state: 'detached' });
    await page.keyboard.press('Enter');
    await focusedRow(page).filter({ hasText: 'VPS 12' }).waitFor();
    await page.keyboard.press('Enter');
    await page.waitForURL(/record=servers/);
    await dates(page).getByText('VPS 12').waitFor();
    await page.keyboard.press('Escape');
    await dates(page).waitFor({ state: 'detached' });
    assert.match(path(page), /^\/expirations\?search=vps/);
    await page.getByRole('searchbox').fill('nothing like it');
    await page.getByText('Nothing like that here').waitFor();
    await page.getByRole('searchbox').fill('');

    await page.keyboard.press('Control+k');
    await page.keyboard.type('expirations');
    await page.getByRole('option', { name: 'Expirations', exact: true }).waitFor();
    await page.keyboard.press('Escape');

    await page.setViewportSize(phone);
    await page.getByRole('listitem').filter({ hasText: 'soon.example' }).waitFor();
    assert.ok(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth));
    await assertAccessible(page, 'expirations on a phone');
    await shot(page, 'expirations-phone');
  });

  test('is acted on where rows are selected, as it applies to them', async () => {
    const someone = await operator();
    await inventory(someone);
    const page = await open('/expirations', { as: someone });
    await page.getByRole('checkbox', { name: /^Select .*, VPS 12$/ }).check();
    await act(page, 'Set auto renew').waitFor();
    assert.equal(await act(page, 'Check now').count(), 0, 'nothing is looked up about a paid server');
    await box(page, 'soon.example').check();
    await act(page, 'Check now').waitFor();
    assert.equal(await act(page, 'Use registry value').count(), 0, 'nothing was found otherwise');
    await assertAccessible(page, 'selected expirations');
    await shot(page, 'expirations-selected');
    await act(page, 'Set auto renew').click();
    await act(page, 'Unknown').click();
    await toastShown(page, 'Auto renew set: 2 dates');
    await row(page, 'soon.example').getByText('Unknown').waitFor();
    await row(page, 'VPS 12').getByText('Unknown').waitFor();
    await button(page, 'Undo').click();
    await row(page, 'soon.example').getByText('No', { exact: true }).waitFor();
    await row(page, 'VPS 12').getByText('Yes', { exact: true }).waitFor();
    await box(page, 'soon.example').check();
    await act(page, 'Check now').click();
    await toastShown(page, 'There is nothing to look up');
  });

  test('says so once while nothing that is looked up answers', async () => {
    const someone = await operator();
    await inventory(someone);
    const page = await open('/expirations', {
      as: someone,
      prepare: (fresh) =>
        fresh.route('**/api/expirations?*', async (route) => {
          const response = await route.fetch();
          const { data, ...rest } = (await response.json()) as { data: object };
          const failing = { ...data, lookUpsFailSince: new Date(Date.now() - dayMs).toISOString() };
          await route.fulfill({ response, json: { ...rest, data: failing } });
        }),
    });
    await page
      .getByRole('status')
      .getByText(/^Look-ups fail since .+; nothing else is affected$/)
      .waitFor();
    await row(page, 'soon.example').waitFor();
    await assertAccessible(page, 'failing look-ups');
    await shot(page, 'expirations-failing');
  });

  test('is nothing at first, and the page says so', async () => {
    const page = await open('/expirations', { as: await operator() });
    await page.getByText('Nothing expires yet').waitFor();
    await page.keyboard.press('?');
    const keys = dialog(page, 'Keyboard shortcuts');
    await keys.getByText('Expirations').waitFor();
    await shot(page, 'expirations-empty');
  });
});

describe('dates on a record', () => {
  test('are added, changed, deleted and restored, on its page and in its form', async () => {
    const someone = await operator();
    const { server, date } = await inventory(someone);
    const page = await open(`/servers/${server}?tab=facts`, { as: someone });
    await dates(page).getByText('5 days left').waitFor();
    await assertAccessible(page, 'the dates of a server');
    await shot(page, 'dates');

    await button(page, 'Add date').click();
    const added = dialog(page, 'Add date');
    assert.equal(await added.getByLabel('What').inputValue(), 'Server', 'what a server usually is paid for');
    await added.getByLabel('Price').fill('a lot');
    await added.getByRole('button', { name: 'Add date' }).click();
    await added.getByText('Date must be a day, YYYY-MM-DD').waitFor();
    await added.getByText('Price must be a number').waitFor();
    await select(added.getByLabel('What'), 'API key');
    await added.getByLabel(/^Date/).fill(dayIn(40));
    await added.getByLabel('Label').fill('Backups');
    await added.getByLabel('Price').fill('7,25');
    await added.getByLabel('Currency').fill('eur');
    await assertAccessible(page, 'a date');
    await shot(page, 'date-dialog');
    await added.getByRole('button', { name: 'Add date' }).click();
    await toastShown(page, 'Date added');
    await dates(page).getByText('€7.25').waitFor();

    await button(page, 'Delete API key, Backups').click();
    await dates(page).getByText('Backups').waitFor({ state: 'detached' });
    await page
      .getByRole('dialog')
      .filter({ hasText: 'Date deleted' })
      .getByRole('button', { name: 'Undo' })
      .click();
    await dates(page).getByText('Backups').waitFor();

    // Somebody else changes the price and the payer meanwhile; only what both changed is asked about.
    await button(page, 'Edit Server, VPS 12').click();
    const edited = dialog(page, 'Edit date');
    await edited.getByLabel('Price').fill('11');
    await edited.getByLabel('Label').fill('VPS 13');
    await someone.api('PUT', `/dates/${date.id}`, { price: 10, payer: 'Beta' });
    await edited.getByRole('button', { name: 'Save date' }).click();
    await edited.getByText('This date was changed meanwhile.').waitFor();
    await assertAccessible(page, 'a date that was changed meanwhile');
    await shot(page, 'date-conflict');
    await edited.getByRole('button', { name: 'Take theirs' }).click();
    await edited.getByRole('button', { name: 'Save date' }).click();
    await edited.waitFor({ state: 'detached' });
    await dates(page).getByText('Server, VPS 13').waitFor();
    await dates(page).getByText('Renews itself · $10.00 · paid by Beta').waitFor();

    // In the form, where the dialog's keys and submit stay in the dialog.
    await page.goto(new URL(`/servers?form=${server}`, page.url()).href);
    await button(page, 'Edit Server, VPS 13').click();
    await edited.getByLabel('Payer').fill('Gamma');
    await page.keyboard.press('Control+Enter');
    await page.keyboard.press('Enter');
    await edited.waitFor({ state: 'detached' });
    await dates(page).getByText('paid by Gamma').waitFor();
    await dates(page).scrollIntoViewIfNeeded();
    await shot(page, 'dates-form');
    assert.match(path(page), /form=/, 'the form is still open');
    await someone.api('DELETE', `/dates/${date.id}`);
    await button(page, 'Edit Server, VPS 13').click();
    await edited.getByLabel('Label').fill('VPS 14');
    await edited.getByRole('button', { name: 'Save date' }).click();
    await edited.getByText('This date was deleted meanwhile.').waitFor();
    await edited.getByRole('button', { name: 'Create it anew' }).click();
    await dates(page).getByText('VPS 14').waitFor();
    await page.setViewportSize(phone);
    await dates(page).scrollIntoViewIfNeeded();
    await shot(page, 'dates-form-phone');
  });

  test('a domain has its renewal in the form, on its page and its card', async () => {
    const someone = await operator();
    await inventory(someone);
    const found = await someone.api<{ domains: { id: string }[] }>('GET', '/domains?search=soon.example');
    const key = { area: 'domains', recordId: found.domains[0]?.id, what: 'key', label: 'DNS' };
    await someone.api('POST', '/dates', { ...key, date: '2031-05-01' });
    const page = await open('/domains', { as: someone });
    await button(page, 'Edit soon.example').click();
    const form = dialog(page, 'Edit Domain');
    await dates(page).getByText('API key, DNS').scrollIntoViewIfNeeded();
    await shot(page, 'domain-dates-form');
    assert.equal(await form.getByLabel('Price').inputValue(), '12.50');
    await select(form.getByLabel('Auto renew'), 'Yes');
    await form.getByLabel('Price').fill('13,40');
    await form.getByLabel('Currency').fill('chf');
    await form.getByLabel('Payer').scrollIntoViewIfNeeded();
    await shot(page, 'domain-renewal-form');
    await button(page, 'Update Domain').click();
    await form.waitFor({ state: 'detached' });
    await button(page, 'soon.example').click();
    const renewal = page.getByRole('region', { name: 'Renewal' });
    await renewal.getByText('CHF').waitFor();
    assert.match(
      (await renewal.innerText()).replaceAll(/\s+/g, ' '),
      /Auto renew Yes Price CHF 13\.40 Payer Acme/,
    );
    await assertAccessible(page, 'the renewal of a domain');
    await shot(page, 'domain-renewal');
    await page.getByRole('link', { name: 'Registration & DNS' }).click();
    await button(page, 'Edit API key, DNS').click();
    await dialog(page, 'Edit date').getByLabel('Payer').fill('Beta');
    await button(page, 'Save date').click();
    await dates(page).getByText('paid by Beta').waitFor();
    await shot(page, 'domain-dates');
    await button(page, 'Delete API key, DNS').click();
    await toastShown(page, 'Date deleted');
    await page.keyboard.press('Escape');
    await page.setViewportSize(phone);
    await page.getByText('Renews itself').first().waitFor();
    await shot(page, 'domain-renewal-phone');
  });

  test('a viewer sees dates and no buttons; the time zone and the age of passwords are set in Settings', async () => {
    const someone = await operator();
    const { server } = await inventory(someone);
    const page = await open('/settings?section=quiet-hours', { as: someone });
    await page.getByRole('heading', { name: 'Time zone and quiet hours' }).waitFor();
    await page.getByLabel('Time zone', { exact: true }).fill('Mars/Base');
    await button(page, 'Save').click();
    await page.getByText(/Time zone must be one such as/).waitFor();
    await page.getByLabel('Time zone', { exact: true }).fill('Pacific/Auckland');
    await assertAccessible(page, 'the time zone');
    await button(page, 'Save').click();
    await toastShown(page, 'Settings saved');
    await page.goto(new URL('/settings?section=checks', page.url()).href);
    await page.getByLabel('Passwords expire after days').fill('0');
    await button(page, 'Save').click();
    await page.getByText(/The age of passwords must be a number of days/).waitFor();
    await page.getByLabel('Passwords expire after days').fill('90');
    await assertAccessible(page, 'the checks');
    const kept = page.waitForResponse((answer) => answer.request().method() === 'PUT');
    await button(page, 'Save').click();
    await kept;
    const { settings } = await someone.api<{ settings: Record<string, unknown> }>('GET', '/alert-settings');
    assert.equal(settings['timeZone'], 'Pacific/Auckland');
    assert.equal(settings['passwordMaxAgeDays'], 90);
    assert.equal(settings['silentAfterDays'], 7, 'the others stay');
    await page.getByLabel('DNS').uncheck();
    const saved = page.waitForResponse((answer) => answer.request().method() === 'PUT');
    await button(page, 'Save').click();
    await saved;
    const { settings: later } = await someone.api<{ settings: Record<string, unknown> }>(
      'GET',
      '/alert-settings',
    );
    assert.deepEqual(later['look'], { registration: true, dns: false, tls: true });
    assert.equal(later['timeZone'], 'Pacific/Auckland');
    await page.goto(new URL('/expirations?what=password', page.url()).href);
    await row(page, 'ops@example.com').getByText('90 days left').waitFor();

    const reader = await operator();
    const { url: link } = await someone.api<{ url: string }>('POST', '/invitations', {
      email: reader.email,
      role: 'VIEWER',
    });
    const viewer = await open(link.slice(new URL(link).origin.length), { as: reader });
    await button(viewer, 'Join the workspace').click();
    // A session that is just being renewed would be lost if the page went away long before the answer.
    await viewer.getByRole('region', { name: 'Overview' }).waitFor();
    await viewer.goto(new URL(`/servers/${server}?tab=facts`, viewer.url()).href);
    await dates(viewer).getByText('VPS 12').waitFor();
    assert.equal(
      await dates(viewer)
        .getByRole('button', { name: /^(Add|Edit|Delete) / })
        .count(),
      0,
    );
    await viewer.goto(new URL('/expirations', viewer.url()).href);
    await row(viewer, 'VPS 12').getByRole('link', { name: 'Server' }).click();
    await dates(viewer).getByText('VPS 12').waitFor();
  });
});
