import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import type { Page } from 'playwright-core';
import type { Mismatch } from '@quartermaster/contract/mismatches/mismatches.schema';
import { dayMs } from '@quartermaster/contract/rules/expiry';
import { rdapDomain, rdapListFile, startDns, startRdap } from '../server/test/lookup-servers.ts';
import { seeded } from './domain-steps.ts';
import { type Operator, assertAccessible, desktop, phone, shot, startHarness } from './harness.ts';
import { act, allBox, box, created, focusedRow, selected, toastShown } from './list-steps.ts';

const midnight = Math.floor(Date.now() / dayMs) * dayMs;
const dayIn = (days: number) => new Date(midnight + days * dayMs).toISOString();
/** As the interface writes a day. */
const shown = (days: number) =>
  new Date(midnight + days * dayMs).toLocaleDateString('en-US', { dateStyle: 'medium', timeZone: 'UTC' });
const found = { 'late.one': 380, 'none.two': 90, 'same.three': 200 };

const registry = () =>
  startRdap((name) => ({
    body: rdapDomain(
      name,
      new Date(midnight + (found[name as 'late.one'] ?? 0) * dayMs + dayMs / 3).toISOString(),
    ),
  }));
const [one, two, three] = [await registry(), await registry(), await registry()];
const dns = { 'late.one': { NS: ['ns1.example.net'], A: ['127.9.9.9'], MX: ['mx1.example.net'] } };
const { open, operator } = await startHarness({
  settings: {
    LOOK_UPS: 'on',
    EGRESS_ALLOW: '127.0.0.0/8',
    DNS_SERVERS: [await startDns(dns), await startDns(dns)].join(),
    RDAP_BOOTSTRAP: await rdapListFile({ one: one.url, two: two.url, three: three.url }),
  },
});

const row = (page: Page, text: string) => page.locator('[data-row]', { hasText: text });
const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name, exact: true });
const total = (page: Page, words: string) =>
  page.getByRole('search').getByText(words, { exact: true }).waitFor();

/** Three domains that were looked up: the registry knows a later date, the only one, and the same. */
async function looked(someone: Operator): Promise<void> {
  await someone.api('PUT', '/alert-settings', { look: { registration: true, dns: true, tls: false } });
  const serverId = await created(someone, 'servers', 1);
  await seeded(
    someone,
    { domain: 'late.one', expirationDate: dayIn(15), serverId },
    { domain: 'none.two' },
    { domain: 'same.three', expirationDate: dayIn(200) },
  );
  const open = [
    'late.one.expirationDate',
    'late.one.registrar',
    'late.one.server',
    'none.two.expirationDate',
  ];
  const all = [...open, 'none.two.registrar', 'same.three.registrar'];
  for (let tries = 0; tries < 300; tries += 1) {
    const { mismatches } = await someone.api<{ mismatches: Mismatch[] }>('GET', '/mismatches');
    if (mismatches.map(({ name, field }) => `${name}.${field}`).join() === all.join()) return;
    await pause(100);
  }
  assert.fail('nothing was looked up');
}

describe('what was looked up', () => {
  test('is said beside the date of a domain: in the list, on its page and in its form', async () => {
    const someone = await operator();
    await looked(someone);
    const page = await open('/domains', { as: someone });
    const cell = (name: string) => row(page, name).getByRole('cell').nth(2);
    const texts = (name: string) => cell(name).locator('.stacked > *').allTextContents();
    await row(page, 'late.one')
      .getByText(`Registry: ${shown(380)}`)
      .waitFor();
    assert.deepEqual(await texts('late.one'), [shown(15), '15 days left', `Registry: ${shown(380)}`]);
    assert.deepEqual(await texts('none.two'), ['Never', `Registry: ${shown(90)}`]);
    assert.deepEqual(await texts('same.three'), [shown(200), '200 days left']);
    const height = async (name: string) => (await row(page, name).boundingBox())?.height;
    assert.equal(await height('late.one'), await height('same.three'));
    await assertAccessible(page, 'domains with another date');
    await shot(page, 'domains-other-date');

    await button(page, 'late.one').click();
    const details = page.getByRole('region', { name: 'Details' });
    await details.getByText(`Registry: ${shown(380)}`).waitFor();
    await page.getByRole('link', { name: 'Registration & DNS' }).click();
    const registration = page.getByRole('region', { name: 'Registration' });
    await registration.getByText(`Recorded: ${shown(15)}`).waitFor();
    assert.deepEqual(await registration.getByRole('term').allTextContents(), [
      ...['Expires', 'Registrar', 'Registered', 'Statuses', 'Name servers', 'DNSSEC'],
    ]);
    assert.equal(await registration.getByText(shown(15)).count(), 1, 'the typed date stands there once');
    const records = page.getByRole('region', { name: 'DNS' });
    assert.deepEqual(await records.getByRole('term').allTextContents(), [
      'Name servers',
      'IPv4',
      'IPv6',
      'CNAME',
      'Mail servers',
    ]);
    await records.getByText('The domain does not point to its server’s address').waitFor();
    await assertAccessible(page, 'facts');
    await shot(page, 'facts');
    await page.setViewportSize(phone);
    const isWider = (element: Element) => element.getBoundingClientRect().right > innerWidth;
    assert.equal(await registration.evaluate(isWider), false);
    await shot(page, 'facts-phone');
    await page.setViewportSize(desktop);
    await page.keyboard.press('Escape');
    await button(page, 'same.three').click();
    await page.getByRole('link', { name: 'Registration & DNS' }).click();
    await registration.getByText(/^Registry, .*, as typed$/).waitFor();
    await page.keyboard.press('Escape');

    await button(page, 'none.two').click();
    await details.getByText(/^No date/).waitFor();
    await page.keyboard.press('Escape');

    await button(page, 'Edit late.one').click();
    const form = page.getByRole('dialog', { name: 'Edit Domain' });
    await form.getByText(new RegExp(`^Registry: ${shown(380)}, .+`)).waitFor();
    await assertAccessible(page, 'the date of the registry in the form');
    await shot(page, 'domain-form-registry');
    await form.getByRole('button', { name: 'Use registry value' }).click();
    assert.equal(await form.getByLabel('Expiration date').inputValue(), dayIn(380).slice(0, 10));
    assert.equal(await form.getByRole('button', { name: 'Use registry value' }).count(), 0);
    await form.getByRole('button', { name: 'Update Domain' }).click();
    await form.waitFor({ state: 'detached' });
    await row(page, 'late.one').getByText('Registry:').waitFor({ state: 'detached' });
    await page.setViewportSize(phone);
    await row(page, 'none.two')
      .getByText(`Registry: ${shown(90)}`)
      .waitFor();
    await assertAccessible(page, 'cards with another date');
    await shot(page, 'domains-other-date-phone');
  });

  test('is taken over and ignored where it does not match, one by one and together', async () => {
    const someone = await operator();
    await looked(someone);
    const page = await open('/mismatches', { as: someone });
    await total(page, '6 differences');
    await button(page, 'Expiration date 2').click();
    await page.waitForURL(/field=expirationDate/);
    await total(page, '2 differences');
    await button(page, /^Ignore: late\.one/).click();
    await page.getByLabel('Reason').fill('The registrar lags');
    await page.getByRole('dialog').getByRole('button', { name: 'Ignore' }).click();
    await total(page, '1 difference');
    await button(page, 'Ignored').click();
    await row(page, 'late.one').getByText('(ignored: The registrar lags)').waitFor();
    await button(page, /^Do not ignore: late\.one/).click();
    await page.getByText('Nothing like that here').waitFor();
    await button(page, 'Ignored').click();
    await total(page, '2 differences');

    // Keys, as in other lists.
    await page.keyboard.press('/');
    await page.keyboard.press('Enter');
    await focusedRow(page).filter({ hasText: 'late.one' }).waitFor();
    await page.keyboard.press('x');
    await selected(page, '1');
    await allBox(page).check();
    await selected(page, '2');
    await assertAccessible(page, 'selected differences');
    await shot(page, 'mismatches-selected');
    await act(page, 'Use registry values').click();
    await toastShown(page, '2 values updated');
    await page.getByText('Nothing like that here').waitFor();
    await button(page, 'Undo').click();
    await total(page, '2 differences');
    await button(page, 'All 6').click();
    await total(page, '6 differences');
    assert.equal(
      await row(page, 'Example Registrar')
        .getByRole('button', { name: /^Use (registry|found) value/ })
        .count(),
      0,
    );
    await page.setViewportSize(phone);
    assert.ok(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth));
    await assertAccessible(page, 'differences on a phone');
    await shot(page, 'mismatches-phone');
  });

  test('is calm only about what was looked up', async () => {
    const someone = await operator();
    // No registry answers for such a name, and nothing else is asked.
    const look = { registration: true, dns: false, tls: false };
    await someone.api('PUT', '/alert-settings', { look });
    await seeded(someone, { domain: 'silent.nowhere' });
    const page = await open('/mismatches', { as: someone });
    await page.getByText('Not checked yet: 1 domain', { exact: true }).waitFor();
    await assertAccessible(page, 'differences of what was not looked up');
    await shot(page, 'mismatches-unchecked');
    await page
      .getByRole('link', { name: /Quartermaster/ })
      .first()
      .click();
    const problems = page.getByRole('region', { name: 'Problems' });
    await problems.getByText('Not checked yet: 1 domain', { exact: true }).waitFor();
    assert.equal(await page.getByText(/^Nothing (needs attention|to do)/).count(), 0);
    await shot(page, 'dashboard-unchecked');
    // What is switched off is not waited for.
    const off = { registration: false, dns: false, tls: false };
    await someone.api('PUT', '/alert-settings', { look: off });
    await page.reload();
    await problems.getByText('Nothing', { exact: true }).waitFor();
    // Without mail, the default rule has no recipient.
    const { alertRules } = await someone.api<{ alertRules: { id: string }[] }>('GET', '/alert-rules');
    await someone.api('PUT', `/alert-rules/${alertRules[0]?.id}`, { isActive: false });
    await page.reload();
    await page.getByText('Nothing needs attention', { exact: true }).waitFor();
    await shot(page, 'dashboard-calm');
    await page.goto(new URL('/mismatches', page.url()).href);
    await page.getByText('No differences', { exact: true }).waitFor();
  });

  test('is taken over from the list of all that expires, whose rows are selected as in other lists', async () => {
    const someone = await operator();
    await looked(someone);
    const page = await open('/expirations', { as: someone });
    await row(page, 'late.one').getByText(shown(380)).waitFor();
    await allBox(page).check();
    await selected(page, '3');
    await page.keyboard.press('Escape');
    await act(page, 'Check now').waitFor({ state: 'detached' });
    assert.equal(await allBox(page).isChecked(), false);
    await row(page, 'none.two').focus();
    await page.keyboard.press('x');
    await page.keyboard.press('Shift+ArrowDown');
    await selected(page, '2');
    assert.equal(await page.locator('[data-row][data-selected]').count(), 2);
    await act(page, 'Use registry value').waitFor();
    await assertAccessible(page, 'selected dates of the registry');
    await shot(page, 'expirations-registry');
    await page.keyboard.press('Escape');
    await box(page, 'none.two').check();
    await act(page, 'Use registry value').click();
    await toastShown(page, '1 value updated');
    const { mismatches } = await someone.api<{ mismatches: Mismatch[] }>(
      'GET',
      '/mismatches?field=expirationDate',
    );
    assert.deepEqual(
      mismatches.map(({ name }) => name),
      ['late.one'],
    );
  });
});
