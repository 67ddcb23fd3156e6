import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { type Operator, assertAccessible, startHarness } from './harness.ts';
import {
  addAccount,
  addEmail,
  addProxy,
  addType,
  button,
  choose,
  sentBy,
  showsFigure,
  textbox,
} from './registrator-steps.ts';

const { open, operator, url } = await startHarness();

const field = (label: string, type = 'string', required = true) => ({ label, type, required });

async function prepared() {
  const someone = await operator();
  const apiFields = {
    endpoint: field('Endpoint', 'url'),
    contact: field('Contact', 'email'),
    token: field('Token', 'password'),
    note: field('Note', 'string', false),
  };
  const withApi = await addType(someone, { name: 'Api Names', hasApi: true, apiFields });
  const other = await addType(someone, { name: 'Other Api', hasApi: true, apiFields: { key: field('Key') } });
  const plain = await addType(someone, { name: 'Plain Names' });
  const emailId = await addEmail(someone, 'one@example.com');
  await addEmail(someone, 'two@example.com');
  const proxyId = await addProxy(someone, 'Exit one');
  return { someone, withApi, other, plain, emailId, proxyId };
}

const openForm = async (as: Operator, form = 'new') => {
  const page = await open(`/registrator-accounts?form=${form}`, { as });
  const title = form === 'new' ? 'Add Registrator Account' : 'Edit Registrator Account';
  await page.getByRole('heading', { name: title }).waitFor();
  return page;
};

describe('registrator account form', () => {
  test('every validation message clears as its field is edited', async () => {
    const { someone } = await prepared();
    const page = await openForm(someone);
    const create = button(page, 'Create Account');
    const says = (text: string) => page.getByText(text, { exact: true }).waitFor();
    const nowSilent = (text: string) => page.getByText(text, { exact: true }).waitFor({ state: 'hidden' });
    await create.click();
    await says('Email account is required');
    await says('Registrator type is required');
    await says('Password is required when not using Google Login');
    const neither = 'Please select an authentication method: either enter a password or enable Google Login';
    await says(neither);
    await choose(page, 'Email Account', 'one@example.com');
    await nowSilent('Email account is required');
    await choose(page, 'Registrator Type', 'Api Names');
    await nowSilent('Registrator type is required');
    await textbox(page, 'Password').fill('typed');
    await nowSilent('Password is required when not using Google Login');
    const google = page.getByLabel('Use Google Login instead of password');
    await google.check();
    await nowSilent(neither);
    assert.equal(await textbox(page, 'Password').count(), 0);
    await google.uncheck();
    assert.equal(await textbox(page, 'Password').inputValue(), '');

    await page.getByLabel('Account has API access').check();
    await textbox(page, 'Endpoint').fill('nowhere');
    await textbox(page, 'Contact').fill('nobody');
    await page.getByLabel('Comment').fill('c'.repeat(1001));
    await create.click();
    await says('Endpoint must be a valid URL');
    await says('Contact must be a valid email');
    await says('Token is required');
    await page.getByText(/^Token is required, .*Contact must be a valid email/).waitFor();
    await says('Comment must be less than 1000 characters');
    await assertAccessible(page, 'errors of credentials');
    await textbox(page, 'Contact').fill('a@example.com');
    await nowSilent('Contact must be a valid email');
    await says('Token is required');

    const tags = page.getByLabel('Tags', { exact: true });
    for (let index = 0; index <= 20; index += 1) {
      await tags.fill(`env:${index}`);
      await tags.press('Enter');
    }
    await says('Maximum 20 tags allowed');
  });

  test('offers API access only where the type has an API, and resets it for another type', async () => {
    const { someone } = await prepared();
    const page = await openForm(someone);
    const access = page.getByLabel('Account has API access');
    assert.equal(await access.isDisabled(), true);
    await choose(page, 'Registrator Type', 'Plain Names');
    await page.getByText('Plain Names has no API.').waitFor();
    assert.equal(await access.isDisabled(), true);
    await choose(page, 'Registrator Type', 'Api Names');
    await access.check();
    await textbox(page, 'Token').fill('tok');
    await choose(page, 'Registrator Type', 'Other Api');
    assert.equal(await access.isChecked(), false);
    await choose(page, 'Registrator Type', 'Api Names');
    assert.equal(await access.isChecked(), false);
    await access.check();
    assert.equal(await textbox(page, 'Token').inputValue(), '');
  });

  test('a new account comes first and is counted; the same pair is refused; Escape cancels', async () => {
    const { someone, withApi, plain, emailId, proxyId } = await prepared();
    await addAccount(someone, { emailAccountId: emailId, registratorTypeId: plain.id, isGoogleLogin: true });
    const page = await openForm(someone);
    assert.equal(await page.getByLabel('Active', { exact: true }).count(), 0);
    await choose(page, 'Email Account', 'one@example.com');
    await choose(page, 'Registrator Type', 'Plain Names');
    await textbox(page, 'Password').fill(' spaced secret ');
    await button(page, 'Create Account').click();
    await page
      .getByText('There is an account of this registrator type with this email account already')
      .waitFor();

    await choose(page, 'Registrator Type', 'Api Names');
    await page.getByLabel('Account has API access').check();
    await textbox(page, 'Endpoint').fill('https://api.example');
    await textbox(page, 'Contact').fill('a@example.com');
    await textbox(page, 'Token').fill('tok');
    await choose(page, 'Proxy', 'Exit one');
    await page.getByLabel('Tags', { exact: true }).fill('client:acme');
    await page.getByLabel('Tags', { exact: true }).press('Enter');
    const body = await sentBy(page, 'POST', () => button(page, 'Create Account').click());
    assert.deepEqual(body, {
      emailAccountId: emailId,
      registratorTypeId: withApi.id,
      password: ' spaced secret ',
      isGoogleLogin: false,
      hasApiAccess: true,
      apiCredentials: { endpoint: 'https://api.example', contact: 'a@example.com', token: 'tok' },
      proxyId,
      tags: [{ type: 'client', value: 'acme' }],
      isActive: true,
    });
    await page.getByText('Registrator account created').waitFor();
    assert.equal(page.url(), `${url}/registrator-accounts`);
    const first = page.getByRole('row').nth(1);
    assert.deepEqual((await first.getByRole('cell').allTextContents()).slice(3, 7), [
      'Configured',
      'Exit one203.0.113.7:3128',
      'client: acme',
      'Active (API)',
    ]);
    await showsFigure(page, 'Total Accounts', '2');
    await showsFigure(page, 'With API Access', '1');

    await button(page, 'Add Account').click();
    const heading = page.getByRole('heading', { name: 'Add Registrator Account' });
    await heading.waitFor();
    await page.keyboard.press('Escape');
    await heading.waitFor({ state: 'hidden' });
    assert.equal(page.url(), `${url}/registrator-accounts`);
  });

  test('an edit sends only what changed; another type drops the old credentials', async () => {
    const { someone, withApi, other, emailId, proxyId } = await prepared();
    const apiCredentials = { endpoint: 'https://api.example', contact: 'a@example.com', token: 'tok' };
    const id = await addAccount(someone, {
      emailAccountId: emailId,
      registratorTypeId: withApi.id,
      password: 'old',
      hasApiAccess: true,
      apiCredentials,
      proxyId,
    });
    const page = await openForm(someone, id);
    assert.equal(await textbox(page, 'Token').inputValue(), '••••••••');
    await page.getByLabel('Active', { exact: true }).uncheck();
    await page.getByLabel('Use Google Login instead of password').check();
    await choose(page, 'Proxy', 'No proxy');
    assert.deepEqual(await sentBy(page, 'PUT', () => button(page, 'Update Account').click()), {
      password: null,
      isGoogleLogin: true,
      proxyId: null,
      isActive: false,
    });
    await page.getByRole('cell', { name: 'Inactive', exact: true }).waitFor();
    await page.getByRole('cell', { name: 'Google Login', exact: true }).waitFor();

    await button(page, 'Edit one@example.com at Api Names').click();
    await choose(page, 'Registrator Type', 'Other Api');
    assert.equal(await page.getByLabel('Account has API access').isChecked(), true);
    await textbox(page, 'Key').fill('new');
    assert.deepEqual(await sentBy(page, 'PUT', () => page.keyboard.press('Control+Enter')), {
      registratorTypeId: other.id,
      apiCredentials: { key: 'new' },
    });
    await page.getByRole('cell', { name: 'Other Api', exact: true }).waitFor();
  });
});
