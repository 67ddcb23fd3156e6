import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { Page } from 'playwright-core';
import { dayMs } from '@quartermaster/contract/rules/expiry';
import { seeded } from './domain-steps.ts';
import { type Operator, assertAccessibleInThemes, phone, shot, startHarness } from './harness.ts';
import { toastShown } from './list-steps.ts';

const { open, operator } = await startHarness();

const dayIn = (days: number) =>
  `${new Date(Date.now() + days * dayMs).toISOString().slice(0, 10)}T00:00:00.000Z`;
const row = (page: Page, text: string) => page.locator('[data-row]', { hasText: text });
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });

/** Waits until the server has looked. */
async function raised(someone: Operator, count: number): Promise<void> {
  for (let tries = 0; tries < 300; tries += 1) {
    const { stats } = await someone.api<{ stats: { open: number } }>('GET', '/alerts/stats');
    if (stats.open === count) return;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  assert.fail('no alerts were raised');
}

describe('alerts', () => {
  test('are in the bell, on the dashboard and on their page, where they are acted on by keys', async () => {
    const someone = await operator();
    await seeded(
      someone,
      { domain: 'soon.example', expirationDate: dayIn(5) },
      { domain: 'later.example', expirationDate: dayIn(25) },
      { domain: 'gone.example', expirationDate: dayIn(-9) },
      { domain: 'far.example', expirationDate: dayIn(300) },
    );
    await raised(someone, 3);
    const page = await open('/', { as: someone });
    const block = page.getByRole('region', { name: 'To renew' });
    await block.getByRole('link', { name: 'gone.example: Domain, 9 days ago' }).waitFor();
    assert.equal(await block.getByRole('link').count(), 3);
    await shot(page, 'alerts-dashboard');
    await button(page, 'Alerts, 3 open').click();
    await button(page, 'Acknowledge soon.example').waitFor();
    await shot(page, 'alerts-bell');
    await button(page, 'Acknowledge soon.example').click();
    await toastShown(page, '1 alert acknowledged');
    await button(page, 'Alerts, 2 open').waitFor();
    await page.getByRole('link', { name: 'All alerts' }).click();
    await page.waitForURL(/\/alerts$/);
    await row(page, 'later.example').waitFor();
    await assertAccessibleInThemes(page, 'alerts');
    await shot(page, 'alerts-page');
    await page.keyboard.press('j');
    await page.keyboard.press('j');
    await page.keyboard.press('z');
    await toastShown(page, '1 alert snoozed');
    await row(page, 'later.example').waitFor({ state: 'detached' });
    await button(page, 'Snoozed').click();
    await row(page, 'later.example').getByRole('button', { name: 'Reopen later.example' }).click();
    await row(page, 'later.example').waitFor({ state: 'detached' });
    await button(page, 'All').click();
    await button(page, 'Details of soon.example').click();
    const drawer = page.getByRole('dialog', { name: 'soon.example' });
    await drawer.getByText('Acknowledged').waitFor();
    await drawer.getByText('Nobody was told.').waitFor();
    await shot(page, 'alerts-drawer');
    await page.keyboard.press('Escape');
    await page.goto(`${new URL(page.url()).origin}/expirations`);
    await page.getByRole('checkbox', { name: 'Select gone.example' }).check();
    const selection = page.getByRole('group', { name: 'Selection' });
    await selection.getByText('1 selected').waitFor();
    await shot(page, 'alerts-selected');
    await selection.getByRole('button', { name: 'Let expire' }).click();
    await toastShown(page, '1 alert let expire');
    await selection.waitFor({ state: 'detached' });
    const small = await open('/alerts', { as: someone, viewport: phone, theme: 'dark' });
    await row(small, 'later.example').waitFor();
    await shot(small, 'alerts-phone');
  });

  test('have a default rule as chips, and rules for a tag', async () => {
    const someone = await operator();
    const page = await open('/settings?section=alerts', { as: someone });
    const when = page.getByRole('region', { name: 'When', exact: true });
    await when.getByText('This rule reaches nobody.').waitFor();
    await when.getByRole('button', { name: '60 days before' }).click();
    await when.getByLabel('Other days before').fill('45');
    await when.getByRole('button', { name: 'Add a distance' }).click();
    await when.getByRole('button', { name: 'Save rule' }).click();
    await toastShown(page, 'Rule saved');
    await button(page, 'Add rule').click();
    const dialog = page.getByRole('dialog', { name: 'Add rule' });
    await dialog.getByLabel('Name').fill('Acme');
    await dialog.getByLabel('Tag').fill('client:acme');
    await dialog.getByRole('button', { name: 'Add', exact: true }).click();
    const others = page.getByRole('region', { name: 'Other rules' });
    await others.getByText('client: acme').waitFor();
    await shot(page, 'alerts-rules');
    const { alertRules } = await someone.api<{ alertRules: { distances: number[]; tag: object | null }[] }>(
      'GET',
      '/alert-rules',
    );
    assert.deepEqual(
      alertRules.map(({ distances, tag }) => [distances.includes(60), distances.includes(45), tag]),
      [
        [false, true, null],
        [true, false, { type: 'client', value: 'acme' }],
      ],
    );
  });
});
