import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { Locator, Page } from 'playwright-core';
import { type Operator, assertAccessible, downloaded, startHarness } from './harness.ts';
import { type RegistratorType, addType, button, showsFigure, typesOf } from './registrator-steps.ts';
import { optionsOf, select } from './list-steps.ts';

const { open, operator, url } = await startHarness();

const openTypes = async (as: Operator, query = '', more = {}) => {
  const page = await open(`/registrator-types${query}`, { as, ...more });
  await page.getByRole('heading', { name: 'Registrator Types' }).waitFor();
  return page;
};
const rowOf = (page: Page, name: string) =>
  page.getByRole('row').filter({ has: page.getByRole('rowheader', { name, exact: true }) });
const cells = async (row: Locator) => (await row.getByRole('cell').allTextContents()).slice(1, 6);

describe('registrator types', () => {
  test('shows global and own types with their websites and API fields', async () => {
    const someone = await operator();
    await addType(someone, { name: 'Plain Names' });
    await addType(someone, {
      name: 'Inhouse',
      websiteUrl: 'https://registry.example',
      hasApi: true,
      apiFields: Object.fromEntries(
        ['one', 'two', 'three'].map((name) => [name, { label: name, type: 'string', required: true }]),
      ),
    });
    const types = await typesOf(someone);
    const page = await openTypes(someone);
    await rowOf(page, 'Inhouse').waitFor();
    assert.deepEqual(await page.getByRole('columnheader').allTextContents(), [
      'Name',
      'Website',
      'API',
      'API Fields',
      'Type',
      'Created',
      'Actions',
    ]);
    const [website, api, apiFields, type] = await cells(rowOf(page, 'Inhouse'));
    assert.deepEqual([api, apiFields, type], ['Yes', 'one, two+1 more3 fields', 'Personal']);
    assert.equal(website, 'Visitregistry.example');
    assert.deepEqual((await cells(rowOf(page, 'Plain Names'))).slice(0, 4), ['—', 'No', '—', 'Personal']);
    const visit = rowOf(page, 'Inhouse').getByRole('link', { name: 'Visit' });
    assert.equal(await visit.getAttribute('rel'), 'noopener noreferrer');
    await rowOf(page, 'Inhouse').getByRole('button', { name: 'Copy website URL' }).click();
    await rowOf(page, 'Inhouse').getByText('✓ Copied').waitFor();
    assert.equal(await page.evaluate('navigator.clipboard.readText()'), 'https://registry.example');

    const goDaddy = page.getByRole('row').filter({ hasText: 'GoDaddy' });
    await goDaddy.getByRole('img', { name: 'Global type' }).waitFor();
    assert.equal(await rowOf(page, 'Inhouse').getByRole('img').count(), 0);
    const count = (which: (type: RegistratorType) => boolean) => String(types.filter(which).length);
    for (const [label, figure] of [
      ['Total Accessible', count(() => true)],
      ['Global Types', count(({ userId }) => userId === null)],
      ['Your Types', '2'],
      ['With API', count(({ hasApi }) => hasApi)],
    ] as const)
      await showsFigure(page, label, figure);
    await assertAccessible(page, 'list');
  });

  test('filters and search are kept in the address; the export holds the filtered rows', async () => {
    const someone = await operator();
    await addType(someone, { name: 'With', hasApi: true });
    await addType(someone, { name: 'Without', websiteUrl: 'https://find.example' });
    const page = await openTypes(someone);
    await rowOf(page, 'With').waitFor();
    const all = (await typesOf(someone)).length;
    const counted = (count: number) => page.getByText(`${count} of ${all}`, { exact: true }).waitFor();
    const filters = button(page, 'Filters');
    const global = page.getByLabel('Include Global Types');
    assert.equal(await global.isVisible(), false);
    await filters.click();
    assert.equal(await global.isChecked(), true);
    await global.uncheck();
    await counted(2);
    assert.deepEqual(await page.getByRole('rowheader').allInnerTexts(), ['Without', 'With']);
    const support = page.getByLabel('API Support');
    assert.deepEqual(await optionsOf(support), ['All', 'With API', 'Without API']);
    await select(support, 'With API');
    await counted(1);
    assert.deepEqual(await page.getByRole('rowheader').allInnerTexts(), ['With']);
    assert.match(page.url(), /includeGlobal=false&hasApi=true|hasApi=true&includeGlobal=false/);
    await page.reload();
    await counted(1);
    assert.equal(await global.isChecked(), false);

    await select(support, 'Without API');
    await page.getByRole('searchbox').fill('FIND.ex');
    await rowOf(page, 'Without').waitFor();
    const { name, text } = await downloaded(page, () => button(page, 'Export').click());
    assert.match(name, /^registrator-types-\d{4}-\d{2}-\d{2}\.json$/);
    const [exported, ...others] = JSON.parse(text) as RegistratorType[];
    assert.deepEqual([exported?.name, others.length], ['Without', 0]);

    await page.getByRole('searchbox').fill('nothing like it');
    await page.getByText('No matching registrator types found').waitFor();
    await page.getByText('Clear Filters').last().click();
    await page.getByRole('row').filter({ hasText: 'GoDaddy' }).waitFor();
    assert.equal(await global.isChecked(), true);
    assert.equal(page.url(), `${url}/registrator-types`);
  });

  test('global types can be neither edited nor deleted, and say so', async () => {
    const someone = await operator();
    const page = await openTypes(someone);
    const edit = button(page, 'Edit GoDaddy');
    assert.equal(await edit.getAttribute('aria-disabled'), 'true');
    const alert = page.getByRole('alertdialog');
    for (const verb of ['edit', 'delete']) {
      const action = button(page, `${verb === 'edit' ? 'Edit' : 'Delete'} GoDaddy`);
      await action.focus();
      await page.keyboard.press('Enter');
      await alert.getByText(`Cannot ${verb} global registrator types`).waitFor();
      await assertAccessible(page, `refusal to ${verb}`);
      await alert.getByRole('button', { name: 'OK' }).click();
      await alert.waitFor({ state: 'hidden' });
      assert.equal(
        await page.locator(':focus').getAttribute('aria-label'),
        await action.getAttribute('aria-label'),
      );
    }
    await page.getByRole('checkbox', { name: 'Select GoDaddy' }).click({ force: true });
    await alert.getByText('Cannot delete global registrator types').waitFor();
    await alert.getByRole('button', { name: 'OK' }).click();
    await page.getByRole('checkbox', { name: 'Select all loaded rows' }).click();
    assert.equal(
      await page.getByRole('group', { name: 'Selection' }).count(),
      0,
      'no global type is selected',
    );
    const global = (await typesOf(someone)).find(({ userId }) => userId === null);
    await page.goto(`${url}/registrator-types?form=${global?.id ?? ''}`);
    await alert.getByText('Cannot edit global registrator types').waitFor();
    await page.keyboard.press('Escape');
    await page.waitForURL(`${url}/registrator-types`);
  });
});
