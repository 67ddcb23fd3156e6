import { describe, test } from 'node:test';
import { assertAccessible, password, startHarness } from './harness.ts';

const { open, output } = await startHarness({});

describe('the first registration, through a proxy', () => {
  test('asks for the setup code once the server does', async () => {
    const page = await open('/login', {
      prepare: (blank) => blank.setExtraHTTPHeaders({ 'x-forwarded-for': '192.0.2.1' }),
    });
    const submit = page.locator('form button[type=submit]');
    await page.getByRole('button', { name: 'Create one' }).click();
    await page.getByLabel('Email').fill('first@example.com');
    await page.getByLabel('Password', { exact: true }).fill(password);
    await page.getByLabel('Confirm password').fill(password);
    await submit.click();
    await page.getByText('Enter the setup code that the server printed to its log').waitFor();
    await assertAccessible(page, 'registration with a setup code');
    const [, code = ''] = /"Setup code: ([^"]+)"/.exec(output()) ?? [];
    await page.getByLabel('Setup code').fill('wrong');
    await submit.click();
    await page.getByText('The setup code is wrong').waitFor();
    await page.getByLabel('Setup code').fill(code);
    await submit.click();
    await page.getByRole('button', { name: 'User menu of first@example.com' }).waitFor();
  });
});
