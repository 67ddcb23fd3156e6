import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { type Operator, assertAccessible, shot, startHarness } from './harness.ts';
import {
  addField,
  addType,
  button,
  dialog,
  sentBy,
  showsFigure,
  textbox,
  typesOf,
} from './registrator-steps.ts';
import { optionsOf, select } from './list-steps.ts';

const { open, operator, url } = await startHarness();

const openTypes = async (as: Operator, query = '', more = {}) => {
  const page = await open(`/registrator-types${query}`, { as, ...more });
  // A form opened by the address hides the page behind it from assistive technology.
  await page.getByRole('heading', { name: 'Registrator Types', includeHidden: true }).waitFor();
  return page;
};

describe('registrator type form', () => {
  test('shows every validation message and edits fields; a created type comes first', async () => {
    const someone = await operator();
    const page = await openTypes(someone, '?form=new');
    const form = dialog(page, 'Add Registrator Type');
    const create = form.getByRole('button', { name: 'Create Type' });
    await create.click();
    await form.getByText('Name is required').waitFor();
    await textbox(form, 'Name').fill('n'.repeat(101));
    await form.getByText('Name is required').waitFor({ state: 'hidden' });
    await form.getByLabel('Website URL').fill('no address');
    await create.click();
    await form.getByText('Name must be less than 100 characters').waitFor();
    await form.getByText('Invalid URL format').waitFor();
    await form.getByLabel('Website URL').fill(`https://a.example/${'p'.repeat(500)}`);
    await create.click();
    await form.getByText('Website URL must be less than 500 characters').waitFor();

    await textbox(form, 'Name').fill('  My Registry ');
    await form.getByLabel('Website URL').fill('https://my.example');
    assert.equal(await button(page, 'Add Field').count(), 0);
    await form.getByLabel('This registrator offers API access').check();
    await button(page, 'Add Field').click();
    const naming = dialog(page, 'Add Field');
    await naming.getByRole('button', { name: 'Add', exact: true }).click();
    await naming.getByText('Field name is required').waitFor();
    await naming.getByLabel('Field name').fill('API Key');
    await assertAccessible(page, 'naming a field');
    await page.keyboard.press('Enter');
    await naming.waitFor({ state: 'hidden' });
    const field = form.getByRole('group', { name: 'Field api key' });
    assert.equal(await field.getByLabel('Label').inputValue(), 'API Key');

    await addField(page, ' api KEY ');
    await naming.getByText('Field with this name already exists').waitFor();
    await page.keyboard.press('Escape');
    await naming.waitFor({ state: 'hidden' });
    await form.waitFor();

    await field.getByLabel('Label').fill(' ');
    await create.click();
    await form.getByText('Field "api key" must have a label').waitFor();
    await assertAccessible(page, 'field with an error');
    await field.getByLabel('Label').fill('Key');
    await form.getByText('must have a label').waitFor({ state: 'hidden' });
    assert.deepEqual(await optionsOf(field.getByLabel('Type')), ['String', 'Email', 'Password', 'URL']);
    await select(field.getByLabel('Type'), 'Password');
    await field.getByLabel('Required').check();
    await addField(page, 'second');
    await button(page, 'Remove second').click();
    const body = await sentBy(page, 'POST', () => create.click());
    assert.deepEqual(body, {
      name: 'My Registry',
      websiteUrl: 'https://my.example',
      hasApi: true,
      apiFields: { 'api key': { label: 'Key', type: 'password', required: true } },
      isGlobal: false,
    });
    await form.waitFor({ state: 'hidden' });
    await page.getByText('Registrator type created').waitFor();
    assert.equal(await page.getByRole('rowheader').first().innerText(), 'My Registry');
    await showsFigure(page, 'Your Types', '1');
  });

  test('a field whose name says secret is masked, and readable only after a warning that stays in Problems', async () => {
    const someone = await operator();
    const page = await openTypes(someone, '?form=new');
    const form = dialog(page, 'Add Registrator Type');
    await textbox(form, 'Name').fill('Leaky');
    await form.getByLabel('This registrator offers API access').check();
    const types = { client_secret: 'Password', 'Auth Token': 'Password', Monkey: 'String' };
    for (const [name, type] of Object.entries(types)) {
      await addField(page, name);
      const field = form.getByRole('group', { name: `Field ${name.toLowerCase()}` });
      assert.equal(await field.getByLabel('Type').inputValue(), type, name);
    }
    const warning = form.getByText('Members without the right to secrets will read this field');
    assert.equal(await warning.count(), 0);
    const token = form.getByRole('group', { name: 'Field auth token' });
    await select(token.getByLabel('Type'), 'String');
    await warning.waitFor();
    await assertAccessible(page, 'a warning about a readable secret');
    await shot(page, 'readable-secret');
    await form.getByRole('button', { name: 'Create Type' }).click();
    await form.waitFor({ state: 'hidden' });

    await page.getByText('Members without the right to secrets will read Auth Token of Leaky').waitFor();
    await shot(page, 'readable-secret-saved');
    await page.goto(`${url}/`);
    const problem = page.getByRole('link', { name: /Secrets Typed as String\s+Registrator Types/ });
    await problem.waitFor();
    await shot(page, 'readable-secret-problem');
    await problem.click();
    await page.getByText('API Fields: Secrets Typed as String').waitFor();
    assert.deepEqual(await page.getByRole('rowheader').allInnerTexts(), ['Leaky']);
    await button(page, 'Edit Leaky').click();
    const edit = dialog(page, 'Edit Registrator Type');
    await edit.getByText('Members without the right to secrets will read this field').waitFor();
    await edit.getByLabel('Keep as readable').check();
    await edit.getByText('Members without the right to secrets read this field').waitFor();
    const body = await sentBy(page, 'PUT', () => edit.getByRole('button', { name: 'Update Type' }).click());
    const kept = { label: 'Auth Token', type: 'string', required: false, readable: true };
    assert.deepEqual((body as { apiFields: Record<string, object> }).apiFields['auth token'], kept);
    await edit.waitFor({ state: 'hidden' });
    await page.goto(`${url}/`);
    await page.getByText('No recent activity').waitFor();
    assert.equal(await problem.count(), 0);
  });

  test('Quick Setup fills the form; without an API there are no fields; names are unique', async () => {
    const someone = await operator();
    await addType(someone, { name: 'porkbun' });
    const page = await openTypes(someone);
    await button(page, 'Add Type').click();
    const form = dialog(page, 'Add Registrator Type');
    await form.getByRole('group', { name: 'Quick Setup' }).getByText('Porkbun').click();
    assert.equal(await textbox(form, 'Name').inputValue(), 'Porkbun');
    assert.equal(await form.getByLabel('Website URL').inputValue(), 'https://porkbun.com');
    const hasApi = form.getByLabel('This registrator offers API access');
    assert.equal(await hasApi.isChecked(), true);
    await form.getByRole('group', { name: 'Field apiKey' }).waitFor();
    await form.getByRole('button', { name: 'Create Type' }).click();
    await form.getByText('A registrator type with this name already exists').waitFor();

    await hasApi.uncheck();
    await hasApi.check();
    await form.getByText('No API fields yet').waitFor();
    await page.keyboard.press('Escape');
    await form.waitFor({ state: 'hidden' });
    assert.equal(page.url(), `${url}/registrator-types`);
    await button(page, 'Restore draft').click();
    assert.equal(await textbox(form, 'Name').inputValue(), 'Porkbun');
    await form.getByRole('button', { name: 'Cancel' }).click();
    await form.waitFor({ state: 'hidden' });
    assert.equal((await typesOf(someone)).filter(({ userId }) => userId !== null).length, 1);
  });

  test('an edit sends only what changed and keeps its place in the list', async () => {
    const someone = await operator();
    const fields = {
      token: { label: 'Token', type: 'password', required: true, placeholder: 'tok_…', description: 'Kept' },
    };
    await addType(someone, {
      name: 'Older',
      websiteUrl: 'https://old.example',
      hasApi: true,
      apiFields: fields,
    });
    await addType(someone, { name: 'Newer' });
    const page = await openTypes(someone);
    await button(page, 'Edit Older').click();
    const form = dialog(page, 'Edit Registrator Type');
    await form.getByLabel('Label').waitFor();
    assert.equal(await form.getByText('Quick Setup').count(), 0);
    await form.getByLabel('Website URL').fill('');
    await form.getByLabel('Label').fill('API Token');
    const body = await sentBy(page, 'PUT', () => page.keyboard.press('Control+Enter'));
    assert.deepEqual(body, {
      websiteUrl: null,
      apiFields: { token: { ...fields.token, label: 'API Token' } },
    });
    await form.waitFor({ state: 'hidden' });
    assert.deepEqual((await page.getByRole('rowheader').allInnerTexts()).slice(0, 2), ['Newer', 'Older']);

    await button(page, 'Edit Older').click();
    await form.getByLabel('This registrator offers API access').uncheck();
    await form.getByRole('button', { name: 'Update Type' }).click();
    await form.waitFor({ state: 'hidden' });
    const older = (await typesOf(someone)).find(({ name }) => name === 'Older');
    assert.deepEqual([older?.hasApi, older?.apiFields], [false, {}]);
  });
});
