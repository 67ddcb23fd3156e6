import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { Locator, Page } from 'playwright-core';
import { type Operator, assertAccessible, phone, shot, startHarness } from './harness.ts';
import { addPortfolio } from './secret-steps.ts';

const { open, operator } = await startHarness();

const pem = '-----BEGIN PRIVATE KEY-----\nMIIEvQIBADANBg\nkqhkiG9w0BAQEF\n-----END PRIVATE KEY-----\n';

const box = (scope: Page | Locator, name: string) => scope.getByRole('textbox', { name, exact: true });
const height = async (field: Locator) => (await field.boundingBox())?.height ?? 0;
const isMasked = (field: Locator) =>
  field.evaluate((element) => getComputedStyle(element).getPropertyValue('-webkit-text-security') === 'disc');
async function paste(page: Page, field: Locator, text: string): Promise<void> {
  await page.evaluate((copied) => navigator.clipboard.writeText(copied), text);
  await field.focus();
  await page.keyboard.press('Control+V');
}
async function sentBy<T>(page: Page, method: string, act: () => Promise<unknown>): Promise<T> {
  const [request] = await Promise.all([page.waitForRequest((one) => one.method() === method), act()]);
  return request.postDataJSON() as T;
}
interface Body {
  apiCredentials: Record<string, string>;
}
const credentialsOf = async ({ api }: Operator, path: string) =>
  Object.values(await api<Record<string, Body>>('GET', path))[0]?.apiCredentials;

describe('credentials of several lines', () => {
  test('keep their line breaks on paste, masked, and look like an input until then', async () => {
    const someone = await operator();
    await addPortfolio(someone);
    const page = await open('/hostings?form=new', { as: someone });
    await page.getByRole('button', { name: 'Google Cloud' }).click();
    await box(page, 'Name').fill('Cloud with a key');
    await page.getByRole('combobox', { name: 'Email Account' }).and(page.locator('input')).fill('ops@');
    await page.getByRole('option', { name: 'ops@example.com' }).first().click();
    await page.getByLabel('Account has API access').check();
    const key = box(page, 'Service Account Key');
    assert.equal(await height(key), await height(box(page, 'Name')));
    await box(page, 'Project ID').fill('  my-project ');
    await key.fill('x');
    assert.equal(await isMasked(key), true);
    await assertAccessible(page, 'a masked credential');
    await shot(page, 'credential-one-line');
    await key.fill('');
    await paste(page, key, pem.replaceAll('\n', '\r\n'));
    assert.equal(await key.inputValue(), pem);
    assert.equal(await isMasked(key), true);
    assert.ok((await height(key)) > 2 * (await height(box(page, 'Name'))));
    await assertAccessible(page, 'a masked key');
    await shot(page, 'credential-lines');
    const field = page.locator('div.relative').filter({ has: key });
    await field.getByRole('button', { name: 'Show characters' }).click();
    assert.equal(await isMasked(key), false);
    await shot(page, 'credential-lines-shown');
    await page.setViewportSize(phone);
    await shot(page, 'credential-lines-phone');
    const create = () => page.getByRole('button', { name: 'Create Hosting Account' }).click();
    const { apiCredentials } = await sentBy<Body>(page, 'POST', create);
    assert.deepEqual(apiCredentials, { projectId: 'my-project', serviceAccountKey: pem });
    await page.getByText('Hosting account created').waitFor();

    await page.getByRole('button', { name: 'More actions on Cloud with a key' }).click();
    await page.getByRole('button', { name: 'Edit Cloud with a key' }).click();
    const stored = page.locator('div.relative').filter({ has: key });
    await stored.getByRole('button', { name: 'Show characters' }).click();
    await stored.getByRole('button', { name: 'Hide characters' }).waitFor();
    assert.deepEqual([await key.inputValue(), await key.isEditable()], [pem, false]);
  });

  test('are kept under a free name, beside trimmed ones; Enter in one line saves', async () => {
    const someone = await operator();
    const { hostings } = await addPortfolio(someone);
    const page = await open(`/hostings?form=${hostings.id}`, { as: someone });
    const values = page.getByRole('textbox', { name: 'Value', exact: true });
    await page.getByRole('button', { name: 'Replace', exact: true }).first().click();
    await paste(page, values.first(), pem);
    await page.getByRole('button', { name: 'Add Credential' }).click();
    await page.getByLabel('Credential name').nth(2).fill('three');
    await values.nth(2).fill('  token ');
    await page.setViewportSize(phone);
    await shot(page, 'free-credentials-phone');
    // A field above that the edge of the dialog cuts would count as a small target.
    await page
      .getByLabel('Credential name')
      .first()
      .evaluate((field) => field.scrollIntoView({ block: 'start' }));
    await assertAccessible(page, 'free credentials on a phone');
    await shot(page, 'free-credentials-phone');
    await sentBy(page, 'PUT', () => page.keyboard.press('Enter'));
    await page.getByText('Hosting account updated').waitFor();
    assert.deepEqual(await credentialsOf(someone, `/hostings/${hostings.id}`), {
      one: pem,
      two: 'stored two',
      three: 'token',
    });
  });

  test('of registrators and CDN providers are sent whole; Shift+Enter adds a line', async () => {
    const someone = await operator();
    const { cdn, 'registrator-accounts': account } = await addPortfolio(someone);
    const page = await open(`/registrator-accounts?form=${account.id}`, { as: someone });
    const token = box(page, 'Token');
    const replaceOf = (name: string) => page.locator(`button[aria-description="${name}"]`);
    await replaceOf('Token').click();
    await token.fill(' pasted with a line break\n');
    const save = () => page.getByRole('button', { name: 'Update Account' }).click();
    const sent = await sentBy<Body>(page, 'PUT', save);
    assert.equal(sent.apiCredentials['token'], 'pasted with a line break');
    await page.getByText('Registrator account updated').waitFor();

    await page.goto(page.url().replace(/(:\d+)\/.*/, `$1/cdn?form=${cdn.id}`));
    await replaceOf('API Token').click();
    await page.keyboard.type('first');
    await page.keyboard.press('Shift+Enter');
    await page.keyboard.type('second');
    assert.equal(await box(page, 'API Token').inputValue(), 'first\nsecond');
    const body = await sentBy<Body>(page, 'PUT', () => page.keyboard.press('Control+Enter'));
    assert.deepEqual(body.apiCredentials, { apiToken: 'first\nsecond' });
  });
});
