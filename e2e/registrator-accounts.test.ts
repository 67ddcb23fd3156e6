import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { Page } from 'playwright-core';
import { type Operator, assertAccessible, downloaded, startHarness } from './harness.ts';
import { pick } from './domain-steps.ts';
import { addAccount, addEmail, addProxy, addType, button, showsFigure } from './registrator-steps.ts';
import { select } from './list-steps.ts';

const { open, operator, url } = await startHarness();

const openAccounts = async (as: Operator, query = '', more = {}) => {
  const page = await open(`/registrator-accounts${query}`, { as, ...more });
  await page.getByRole('heading', { name: 'Registrator Accounts' }).waitFor();
  return page;
};
const rowOf = (page: Page, email: string) =>
  page.getByRole('row').filter({ has: page.getByRole('rowheader', { name: email }) });
const emails = (page: Page) => page.getByRole('rowheader').allInnerTexts();

/** Accounts in every state, one for each mailbox. */
async function portfolio(someone: Operator): Promise<void> {
  const needs = (label: string, required = true) => ({ label, type: 'string', required });
  const withApi = await addType(someone, {
    name: 'Api Names',
    hasApi: true,
    apiFields: { key: needs('Key'), secret: needs('Secret'), hint: needs('Hint', false) },
  });
  const plain = await addType(someone, { name: 'Plain Names' });
  const proxyId = await addProxy(someone, 'Exit one');
  const api = { registratorTypeId: withApi.id, hasApiAccess: true };
  for (const [email, account] of [
    ['off@example.com', { registratorTypeId: plain.id, password: 'secret-1', isActive: false }],
    ['google@example.com', { registratorTypeId: plain.id, isGoogleLogin: true, comment: 'Holds =renewals' }],
    [
      'full@example.com',
      { ...api, password: 'secret-22', apiCredentials: { key: 'k', secret: 's' }, proxyId },
    ],
    ['part@example.com', { ...api, isGoogleLogin: true, apiCredentials: { key: 'k', secret: 's' } }],
  ] as const)
    await addAccount(someone, {
      emailAccountId: await addEmail(someone, email),
      tags: [{ type: 'client', value: email.split('@')[0] }],
      ...account,
    });
  // A type can gain API fields later.
  await someone.api('PUT', `/registrator-types/${withApi.id}`, {
    apiFields: { ...withApi.apiFields, more: needs('More') },
  });
  await someone.api('PUT', `/registrator-accounts/${await idOf(someone, 'full@example.com')}`, {
    apiCredentials: { key: 'k', secret: 's', more: 'm' },
  });
}

async function idOf({ api }: Operator, search: string): Promise<string> {
  const path = `/registrator-accounts?search=${search}`;
  const { registratorAccounts } = await api<{ registratorAccounts: { id: string }[] }>('GET', path);
  return registratorAccounts[0]?.id ?? '';
}

describe('registrator accounts', () => {
  test('empty: explains, and opens the form of a mailbox first', async () => {
    const page = await openAccounts(await operator());
    await page.getByText('No registrator accounts found').waitFor();
    await button(page, 'Add First Account').click();
    await page.getByRole('heading', { name: 'Add Registrator Account' }).waitFor();
    await page.getByText('There is no email account to choose yet.').waitFor();
    await assertAccessible(page, 'form without mailboxes');
    await button(page, 'New email account').click();
    await page.getByRole('dialog', { name: 'Add Email Account' }).waitFor();
    assert.equal(page.url(), `${url}/registrator-accounts?form=new`);
  });

  test('shows how each account signs in, its API and its status', async () => {
    const someone = await operator();
    await portfolio(someone);
    const page = await openAccounts(someone);
    await rowOf(page, 'full@example.com').waitFor();
    assert.deepEqual(await page.getByRole('columnheader').allTextContents(), [
      'Email Account',
      'Registrator Type',
      'Authentication',
      'API Status',
      'Proxy',
      'Tags',
      'Status',
      'Created',
      'Actions',
    ]);
    const texts = async (email: string) =>
      (await rowOf(page, email).getByRole('cell').allTextContents()).slice(1, 7);
    assert.deepEqual(await texts('full@example.com'), [
      'Api Names',
      'Password••••••••Hidden password',
      'Configured',
      'Exit one203.0.113.7:3128',
      'client: full',
      'Active (API)',
    ]);
    assert.deepEqual(await texts('part@example.com'), [
      'Api Names',
      'Google Login',
      'Incomplete',
      '—',
      'client: part',
      'Active (API Incomplete)',
    ]);
    assert.deepEqual((await texts('google@example.com')).slice(1, 3), ['Google Login', 'No API']);
    assert.equal((await texts('off@example.com'))[5], 'Inactive');
    for (const [label, figure] of [
      ['Total Accounts', '4'],
      ['Active Accounts', '3'],
      ['With API Access', '2'],
    ] as const)
      await showsFigure(page, label, figure);
    await button(rowOf(page, 'full@example.com'), 'Copy password').click();
    await rowOf(page, 'full@example.com').getByText('✓ Copied').waitFor();
    assert.equal(await page.evaluate('navigator.clipboard.readText()'), 'secret-22');
    await assertAccessible(page, 'list');
  });

  test('filters, search and tags are kept in the address; the export holds the filtered rows', async () => {
    const someone = await operator();
    await portfolio(someone);
    const page = await openAccounts(someone);
    await rowOf(page, 'full@example.com').waitFor();
    assert.equal(await page.getByLabel('API Access').isVisible(), false);
    await button(page, 'Filters').click();
    const filter = async (label: string, option: string, left: string[]) => {
      if (label === 'Email Account') await pick(page, label, option);
      else await select(page.getByLabel(label, { exact: true }), option);
      await page.getByText(`${left.length} of 4`).waitFor();
      assert.deepEqual(await emails(page), left);
    };
    await filter('Status', 'Active only', ['part@example.com', 'full@example.com', 'google@example.com']);
    await filter('API Access', 'With API', ['part@example.com', 'full@example.com']);
    await filter('Email Account', 'full@example.com', ['full@example.com']);
    await page.reload();
    await page.getByText('1 of 4').waitFor();
    assert.deepEqual(await emails(page), ['full@example.com']);
    await filter('Registrator Type', 'Plain Names', []);
    await page.getByText('No registrator accounts found').waitFor();
    assert.equal(await button(page, 'Add First Account').count(), 0);
    await button(page, 'Clear Filters').last().click();
    await page.getByText('4 registrator accounts').waitFor();
    assert.equal(page.url(), `${url}/registrator-accounts`);
    await filter('Status', 'Inactive only', ['off@example.com']);
    await button(page, 'Clear Filters').click();

    await page.getByRole('searchbox').fill('RENEW');
    await page.getByText('1 of 4').waitFor();
    assert.deepEqual(await emails(page), ['google@example.com']);
    await button(rowOf(page, 'google@example.com'), 'client: google').click();
    await page.getByText('Tag: client:google').waitFor();
    const { name, text } = await downloaded(page, () => button(page, 'Export').click());
    assert.equal(name, 'registrator-accounts.csv');
    const [header, row, end] = text.split('\r\n');
    assert.equal(
      header,
      'Email Account,Registrator Type,Google Login,API Access,Proxy,Active,Tags,Comment,Created At',
    );
    assert.match(
      row ?? '',
      /^google@example\.com,Plain Names,Yes,No,,Yes,client:google,Holds =renewals,\d{4}-\d{2}-\d{2}T/,
    );
    assert.equal(end, '');
    assert.doesNotMatch(text, /secret/);
  });

  test('a failed load and a failed export show an error and can be retried', async () => {
    const page = await openAccounts(await operator());
    const refusal = { status: 404, json: { error: { message: 'Not today', code: 'NOT_FOUND' } } };
    await page.route('**/api/registrator-accounts?*', (route) => route.fulfill(refusal));
    await page.reload();
    const banner = page.getByRole('alert').filter({ hasText: 'Failed to load registrator accounts' });
    await banner.getByText('Not today').waitFor();
    await page.route('**/api/registrator-accounts/export*', (route) => route.fulfill(refusal));
    await button(page, 'Export').click();
    await page.getByRole('alert').getByText('Export failed').waitFor();
    await page.unroute('**/api/registrator-accounts?*');
    await button(banner, 'Try Again').click();
    await page.getByText('No registrator accounts found').waitFor();
    await banner.waitFor({ state: 'hidden' });
  });
});
