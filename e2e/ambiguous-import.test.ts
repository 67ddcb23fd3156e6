import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { Page } from 'playwright-core';
import { button, row, withAccount } from './domain-steps.ts';
import { assertAccessible, phone, shot, startHarness } from './harness.ts';
import { optionsOf, select } from './list-steps.ts';

const { open, operator } = await startHarness();

async function paste(page: Page, text: string): Promise<void> {
  await page.getByLabel('Or paste').fill(text);
  await button(page, 'Read the text').click();
  await page.getByRole('heading', { name: 'Columns' }).waitFor();
}

describe('a name that several records fit', () => {
  test('is given one of them, which later files take and a person may change', async () => {
    const { someone } = await withAccount(await operator(), 'ops@acme.example');
    await withAccount(someone, 'clients@acme.example');
    const page = await open('/import?area=domains', { as: someone });
    const names = Array.from({ length: 12 }, (_, n) => `shop-${n}.example;Porkbun`);
    await paste(page, ['Domain;Registrar', ...names, 'other.example;Acme Names'].join('\n'));
    await page.getByRole('heading', { name: 'Several records fit (1)' }).waitFor();
    await page.getByText('Registrator account · 12 rows · 2 fit', { exact: true }).waitFor();
    await page.getByText('0 new, 0 changed, 13 with errors, 2 undecided').waitFor();
    const picker = page.getByLabel('Record for Porkbun', { exact: true });
    assert.deepEqual((await optionsOf(picker)).sort(), [
      'Choose one',
      'Leave out',
      'Porkbun (clients@acme.example)',
      'Porkbun (ops@acme.example)',
    ]);
    await assertAccessible(page, 'columns with a name that several records fit');
    await shot(page, 'import-several-fit');
    await select(picker, 'Porkbun (clients@acme.example)');
    await page.getByText('12 new, 0 changed, 1 with errors, 1 undecided').waitFor();
    assert.equal(await picker.inputValue(), 'Porkbun (clients@acme.example)');
    // What becomes of names that do not exist leaves the pick as it is.
    await button(page, 'Create all').click();
    await button(page, 'All are created').waitFor();
    assert.equal(await picker.inputValue(), 'Porkbun (clients@acme.example)');
    await page.getByRole('link', { name: 'Preview' }).click();
    await page.getByText('Porkbun (clients@acme.example)').first().waitFor();
    await button(page, 'Import 12 · 1 not imported').click();
    await page.getByRole('link', { name: 'Show them' }).click();
    await row(page, 'shop-3.example').getByText('clients@acme.example').first().waitFor();

    await page.goto(`${new URL(page.url()).origin}/import?area=domains`);
    await paste(page, 'Domain;Registrar\nlater-1.example;PORKBUN\nlater-2.example;porkbun.com');
    await page
      .getByText('Registrator account · 2 rows · 2 fit · remembered from an earlier import', { exact: true })
      .waitFor();
    await page.getByText('2 new, 0 changed, 0 with errors').waitFor();
    await page.setViewportSize(phone);
    const native = page.getByLabel('Record for PORKBUN', { exact: true });
    await native.scrollIntoViewIfNeeded();
    assert.ok(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth));
    await assertAccessible(page, 'columns with a remembered record on a phone');
    await shot(page, 'import-several-fit-phone');
    await page.emulateMedia({ colorScheme: 'dark' });
    await shot(page, 'import-several-fit-phone-dark');
    await native.selectOption('Porkbun (ops@acme.example)');
    await page.getByText('Registrator account · 2 rows · 2 fit', { exact: true }).waitFor();
    await native.selectOption('Leave out');
    await page.getByText('0 new, 0 changed, 2 with errors').waitFor();
    await native.selectOption('Choose one');
    await page.getByText('0 new, 0 changed, 2 with errors, 1 undecided').waitFor();
    await page.setViewportSize({ width: 1440, height: 900 });
    await shot(page, 'import-several-fit-dark');
  });
});
