import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { raised } from './alert-steps.ts';
import { inDays, seeded } from './domain-steps.ts';
import { assertAccessible, phone, shot, startHarness } from './harness.ts';
import { toastShown } from './list-steps.ts';

const { open, operator } = await startHarness();

describe('what is to be done', () => {
  test('is listed by what it asks for, eight rows each, and all of it opens in Alerts', async () => {
    const domains = Array.from({ length: 12 }, (_, at) => ({
      domain: `shop-${String(at).padStart(2, '0')}.example`,
      expirationDate: inDays(at + 1),
      tags: [{ type: 'client', value: at % 2 === 0 ? 'Acme Tools' : 'Bergmann & Söhne' }],
      autoRenew: 'YES',
      price: 12.5,
      currency: 'EUR',
    }));
    const { someone } = await seeded(await operator(), ...domains);
    await raised(someone, 12);
    const page = await open('/', { as: someone });
    const renew = page.getByRole('region', { name: 'To renew' });
    await renew.locator('[data-row]').nth(7).waitFor();
    assert.equal(await renew.locator('[data-row]').count(), 8);
    const first = renew.locator('[data-row]').first();
    for (const words of [
      'shop-00.example',
      /^Due (tomorrow|in 2 days)$/,
      'Acme Tools',
      'Auto renew: Yes',
      '€12.50',
    ])
      await first.getByText(words).first().waitFor();
    const unconfirmed = page.getByRole('region', { name: 'Renewal unconfirmed' });
    await unconfirmed.getByText('Nothing', { exact: true }).waitFor();
    // Without mail nobody can be told.
    const undelivered = page.getByRole('region', { name: 'Not delivered' });
    await undelivered.getByRole('link', { name: 'The default rule has no recipient' }).waitFor();
    const problems = page.getByRole('region', { name: 'Problems' });
    await problems.getByText('Nothing', { exact: true }).waitFor();
    await assertAccessible(page, 'to do');
    await shot(page, 'to-do');
    await first.getByRole('link', { name: 'shop-00.example' }).focus();
    await page.keyboard.press('a');
    await toastShown(page, '1 alert acknowledged');
    await renew.getByText('shop-00.example').waitFor({ state: 'detached' });
    const focused = page.locator(':focus');
    assert.equal(await focused.textContent(), 'shop-01.example', 'the focus goes on to the next row');
    await page.keyboard.press('r');
    await page.getByRole('dialog', { name: 'Renewed shop-01.example' }).getByLabel('Renewed until').waitFor();
    await page.keyboard.press('Enter');
    // Its alert is closed once the server has evaluated it.
    await renew.getByText('shop-01.example').waitFor({ state: 'detached' });
    await renew.getByRole('link', { name: 'All 10', exact: true }).click();
    await page.getByRole('button', { name: 'To renew', pressed: true }).waitFor();
    await page.locator('[data-row]').nth(9).waitFor();
    assert.equal(await page.locator('[data-row]').count(), 10);
    await page.getByRole('button', { name: 'To renew', pressed: true }).click();
    await page.getByRole('button', { name: 'To renew', pressed: true }).waitFor({ state: 'detached' });
    await page.goBack();
    await page.goBack();
    await renew.locator('[data-row]').first().waitFor();
    await page.setViewportSize(phone);
    await page.waitForFunction(() => document.documentElement.scrollWidth <= innerWidth);
    await assertAccessible(page, 'to do on a phone');
    await shot(page, 'to-do-phone');
  });
});
