import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { count, row, seeded } from './domain-steps.ts';
import { startHarness } from './harness.ts';
import { act, bar, box, selected, toastShown, select, fromMenu } from './list-steps.ts';

const { open, operator } = await startHarness();

const tags = [{ type: 'client', value: 'acme' }];
const three = ['one', 'two', 'three'].map((name) => ({ domain: `${name}.example`, tags }));

describe('a selection after an action', () => {
  test('ends for what left the filter, which a link shows', async () => {
    const { someone } = await seeded(await operator(), ...three);
    const page = await open('/domains?tags=client:acme', { as: someone });
    await box(page, 'one.example').check();
    await box(page, 'two.example').check();
    await selected(page, '2');
    await fromMenu(page, 'Tag', 'Remove tag');
    const dialog = page.getByRole('dialog', { name: 'Remove a tag from 2 domains' });
    await select(dialog.getByLabel('Tag'), 'client: acme (2)');
    await dialog.getByRole('button', { name: 'Remove tag' }).click();
    await toastShown(page, '2 domains left this filter');
    await bar(page).waitFor({ state: 'detached' });
    await page.getByRole('button', { name: 'Show them' }).click();
    await row(page, 'one.example').waitFor();
    await row(page, 'two.example').waitFor();
    assert.equal(await row(page, 'three.example').count(), 0);
    await count(page, '2 of 3');
    await page.getByRole('button', { name: 'Remove filter Chosen' }).click();
    await row(page, 'three.example').waitFor();
  });

  test('is deleted only as far as the list shows it', async () => {
    const { someone } = await seeded(await operator(), ...three);
    const page = await open('/domains', { as: someone });
    const search = page.getByRole('searchbox');
    await box(page, 'one.example').check();
    await box(page, 'two.example').check();
    await search.fill('two');
    await row(page, 'one.example').waitFor({ state: 'detached' });
    await act(page, 'Delete').click();
    const dialog = page.getByRole('alertdialog');
    await dialog.getByText('1 domain that this list does not show is left out.').waitFor();
    await dialog.getByText('two.example').waitFor();
    await dialog.getByRole('button', { name: 'Delete 1 domain' }).click();
    await toastShown(page, '1 domain deleted');
    await search.fill('');
    await row(page, 'one.example').waitFor();
    assert.equal(await row(page, 'two.example').count(), 0);
  });
});
