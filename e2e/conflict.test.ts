import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { Page } from 'playwright-core';
import { type Stored, button, form, row, seeded } from './domain-steps.ts';
import { type Operator, assertAccessible, desktop, phone, shot, startHarness } from './harness.ts';
import { toastShown, focused } from './list-steps.ts';

const { open, operator, url } = await startHarness();

interface Full extends Stored {
  comment: string | null;
  status: string;
  tags: { type: string; value: string }[];
}

/** A domain open in a form with unsaved input, changed by someone else meanwhile. */
async function overtaken(theirs: object, options: Parameters<typeof open>[1] = {}) {
  const { someone, stored } = await seeded(await operator(), { domain: 'one.example', comment: 'before' });
  const id = stored[0]?.id ?? '';
  const page = await open(`/domains?form=${id}`, { as: someone, ...options });
  await form(page).getByLabel('Comment').fill('mine');
  await someone.api('PUT', `/domains/${id}`, theirs);
  await button(page, 'Update Domain').click();
  return { page, someone, id };
}

const both = { status: 'BLOCKED', comment: 'theirs' };
const met = (page: Page) => form(page).getByText('This domain was changed meanwhile.');
const choice = (page: Page) => form(page).getByRole('group', { name: 'Changed meanwhile' });
const now = async (someone: Operator, id: string) =>
  (await someone.api<{ domain: Full }>('GET', `/domains/${id}`)).domain;

describe('edit conflicts', () => {
  test('two people edit different fields of one domain: both are saved, and nobody is asked', async () => {
    const theirs = { status: 'BLOCKED', tags: [{ type: 'client', value: 'acme' }] };
    const { page, someone, id } = await overtaken(theirs);
    await form(page).waitFor({ state: 'detached' });
    await toastShown(page, 'Domain updated');
    const { comment, status, tags } = await now(someone, id);
    assert.deepEqual({ comment, status, tags }, { ...theirs, comment: 'mine' });
    await row(page, 'one.example').getByText('Blocked').waitFor();
  });

  test('a field that both edited is asked about, and no other', async () => {
    const { page, someone, id } = await overtaken(both);
    await met(page).waitFor();
    await form(page).getByText('Choose what holds: comment.').waitFor();
    assert.equal(await choice(page).getByRole('paragraph').textContent(), 'Now: theirs / Yours: mine');
    await focused(page, button(page, 'Keep mine'));
    assert.equal(await form(page).getByLabel('Status').inputValue(), 'Blocked');
    await button(page, 'Update Domain').click();
    await focused(page, button(page, 'Keep mine'));
    assert.equal((await now(someone, id)).comment, 'theirs');
    await button(page, 'Take theirs').click();
    await met(page).waitFor({ state: 'detached' });
    assert.equal(await form(page).getByLabel('Comment').inputValue(), 'theirs');
    await form(page).getByLabel('Comment').fill('theirs and mine');
    await button(page, 'Update Domain').click();
    await form(page).waitFor({ state: 'detached' });
    const { comment, status } = await now(someone, id);
    assert.deepEqual({ comment, status }, { comment: 'theirs and mine', status: 'BLOCKED' });
  });

  test('the edited value is kept on request', async () => {
    const { page, someone, id } = await overtaken(both);
    await button(page, 'Keep mine').click();
    await button(page, 'Update Domain').click();
    await form(page).waitFor({ state: 'detached' });
    const { comment, status } = await now(someone, id);
    assert.deepEqual({ comment, status }, { comment: 'mine', status: 'BLOCKED' });
  });

  test('a choice leaves the focus in the form: on the next choice, then on the button that saves', async () => {
    const { page, someone, id } = await overtaken({ comment: 'theirs', domain: 'two.example' });
    await met(page).waitFor();
    const first = choice(page).nth(0);
    if ((await choice(page).count()) === 2) {
      await first.getByRole('button', { name: 'Keep mine' }).click();
      await focused(page, choice(page).getByRole('button', { name: 'Keep mine' }));
    }
    await page.keyboard.press('Enter');
    await met(page).waitFor({ state: 'detached' });
    await focused(page, button(page, 'Update Domain'));
    await page.keyboard.press('Control+Enter');
    await form(page).waitFor({ state: 'detached' });
    assert.equal((await now(someone, id)).comment, 'mine');
  });

  test('a record deleted meanwhile can be created again from the form', async () => {
    const { someone, stored } = await seeded(await operator(), { domain: 'one.example' });
    const page = await open('/domains', { as: someone });
    await button(page, 'Edit one.example').click();
    await form(page).getByLabel('Comment').fill('mine');
    await someone.api('DELETE', `/domains/${stored[0]?.id}`);
    await button(page, 'Update Domain').click();
    await form(page).getByText('This domain was deleted meanwhile.').waitFor();
    assert.equal(await row(page, 'one.example').count(), 0);
    await assertAccessible(page, 'deleted meanwhile');
    await button(page, 'Create it anew').click();
    await form(page).waitFor({ state: 'detached' });
    await toastShown(page, 'Domain created');
    await row(page, 'one.example').getByText('mine').waitFor();
  });

  test('the address of a deleted record says so, and is corrected', async () => {
    const { someone } = await seeded(await operator(), { domain: 'one.example' });
    const page = await open('/domains?search=one&form=00000000-0000-4000-8000-000000000000', { as: someone });
    await page.getByText('Domain not found', { exact: true }).waitFor();
    await button(page, 'Dismiss').click();
    await page.waitForURL(/\/domains\?search=one$/);
    assert.equal(await page.getByText('Domain not found').count(), 0);
    await page.goto(`${url}/registrator-accounts?form=nonsense`);
    await page.getByText('Registrator account not found', { exact: true }).waitFor();
  });

  test('a form without edits saves over the latest version without asking', async () => {
    const { someone, stored } = await seeded(await operator(), { domain: 'one.example' });
    const page = await open('/domains', { as: someone });
    for (const comment of ['first', 'second']) {
      await button(page, 'Edit one.example').click();
      await form(page).getByLabel('Comment').fill(comment);
      await button(page, 'Update Domain').click();
      await form(page).waitFor({ state: 'detached' });
    }
    assert.equal((await now(someone, stored[0]?.id ?? '')).comment, 'second');
  });

  test('what somebody else has just changed is shown when the tab is looked at again, on a card too', async () => {
    const { someone, stored } = await seeded(await operator(), { domain: 'one.example' });
    const page = await open('/domains', { as: someone, viewport: phone });
    const card = page.locator('li[data-row]');
    await card.getByText(/^Created [A-Z]/).waitFor();
    await someone.api('PUT', `/domains/${stored[0]?.id}`, { comment: 'theirs' });
    await page.evaluate(() => dispatchEvent(new Event('visibilitychange')));
    await card.getByText('theirs').waitFor();
  });

  test('a delete asks again about a changed record', async () => {
    const { someone, stored } = await seeded(await operator(), { domain: 'one.example' });
    const page = await open('/domains', { as: someone });
    await row(page, 'one.example').waitFor();
    await someone.api('PUT', `/domains/${stored[0]?.id}`, { status: 'BLOCKED' });
    await button(page, 'Delete one.example').click();
    const question = page.getByRole('alertdialog');
    await question.getByRole('button', { name: 'Delete' }).click();
    await question.getByText('This domain was changed meanwhile.').waitFor();
    await row(page, 'one.example')
      .getByText(/^Blocked$/i)
      .waitFor();
    await assertAccessible(page, 'question again');
    await question.getByRole('button', { name: 'Delete' }).click();
    await toastShown(page, 'Domain deleted');
    await row(page, 'one.example').waitFor({ state: 'detached' });
    const { domains } = await someone.api<{ domains: Stored[] }>('GET', '/domains');
    assert.deepEqual(domains, []);
  });

  for (const [size, viewport] of Object.entries({ desktop, phone }))
    test(`the choice is accessible: ${size}`, async () => {
      const { page } = await overtaken(both, { viewport });
      await met(page).waitFor();
      await assertAccessible(page, 'changed meanwhile');
      await shot(page, `conflict-${size}`);
    });
});
