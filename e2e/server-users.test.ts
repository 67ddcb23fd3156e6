import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { Page } from 'playwright-core';
import { startHarness } from './harness.ts';
import { created } from './list-steps.ts';

const { open, operator } = await startHarness();

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });
const user = (page: Page, number: number) =>
  page.getByRole('region', { name: `User ${number}`, exact: true });

describe("a server form's users", () => {
  test('keep their messages until their own field is edited or they are removed', async () => {
    const page = await open('/servers', { as: await operator() });
    await button(page, 'Add Server').first().click();
    await button(page, 'Create Server').click();
    const missing = user(page, 1).getByText('User 1: Password is required');
    await missing.waitFor();
    await button(page, 'Add User').click();
    await user(page, 1).getByLabel('Username').fill('root');
    await user(page, 1).getByText('User 1: Username is required').waitFor({ state: 'detached' });
    await button(page, 'Remove User 2').click();
    await missing.waitFor();
    await page.getByText('Name is required').waitFor();
    await user(page, 1).getByLabel('Password').fill('x');
    await missing.waitFor({ state: 'detached' });
  });

  test('send a key that was emptied as null, and none that was never set', async () => {
    const someone = await operator();
    const id = await created(someone, 'servers', 1);
    const users = ['root', 'deploy'].map((username, at) => ({
      username,
      password: 'x',
      isDefault: at === 0,
      ...(at === 0 && { sshKey: 'KEY' }),
    }));
    const { server } = await someone.api<{ server: { name: string } }>('PUT', `/servers/${id}`, { users });
    const page = await open('/servers', { as: someone });
    await button(page, `Edit ${server.name}`).click();
    const key = user(page, 1);
    await key.getByRole('button', { name: 'Replace' }).last().click();
    const sent = page.waitForRequest((request) => request.method() === 'PUT');
    await button(page, 'Update Server').click();
    const body = (await sent).postDataJSON() as { users: Record<string, unknown>[] };
    assert.deepEqual(
      body.users.map(({ username, sshKey }) => [username, sshKey]),
      [
        ['root', null],
        ['deploy', undefined],
      ],
    );
    assert.ok(body.users.every((each) => !('password' in each)));
  });
});
