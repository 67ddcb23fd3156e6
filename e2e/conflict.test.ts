import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { Page } from 'playwright-core';
import { type Stored, button, form, row, seeded } from './domain-steps.ts';
import {
  type Operator,
  assertAccessible,
  assertAccessibleInThemes,
  desktop,
  phone,
  startHarness,
} from './harness.ts';
import { toastShown } from './list-steps.ts';

const { open, operator } = await startHarness();

interface Full extends Stored {
  comment: string | null;
  status: string;
}

/** A domain open in a form with unsaved input, changed by someone else meanwhile. */
async function overtaken(options: Parameters<typeof open>[1] = {}) {
  const { someone, stored } = await seeded(await operator(), { domain: 'one.example', comment: 'before' });
  const page = await open('/domains', { as: someone, ...options });
  await button(page, 'Edit one.example').click();
  await form(page).getByLabel('Comment').fill('mine');
  const id = stored[0]?.id ?? '';
  await someone.api('PUT', `/domains/${id}`, { status: 'BLOCKED', comment: 'theirs' });
  await button(page, 'Update Domain').click();
  await met(page).waitFor();
  return { page, someone, id };
}

const met = (page: Page) => form(page).getByText('This domain was changed meanwhile.');
const now = async (someone: Operator, id: string) =>
  (await someone.api<{ domain: Full }>('GET', `/domains/${id}`)).domain;

describe('edit conflicts', () => {
  test('loads the latest on request, and can restore the draft over it', async () => {
    const { page, someone, id } = await overtaken();
    assert.equal((await now(someone, id)).comment, 'theirs');
    await form(page).getByText('Your changes are not saved.').waitFor();
    await button(page, 'Load the latest').click();
    await form(page).getByText('This is the latest domain.').waitFor();
    assert.equal(await form(page).getByLabel('Comment').inputValue(), 'theirs');
    assert.equal(await form(page).getByLabel('Status').inputValue(), 'BLOCKED');
    await form(page).getByText('You had changed comment.').waitFor();
    await button(page, 'Restore draft').click();
    assert.equal(await form(page).getByLabel('Comment').inputValue(), 'mine');
    assert.equal(await form(page).getByLabel('Status').inputValue(), 'BLOCKED');
    await button(page, 'Update Domain').click();
    await form(page).waitFor({ state: 'detached' });
    const { comment, status } = await now(someone, id);
    assert.deepEqual({ comment, status }, { comment: 'mine', status: 'BLOCKED' });
  });

  test('overwrites on request with the edited fields alone', async () => {
    const { page, someone, id } = await overtaken();
    await button(page, 'Save anyway').click();
    await form(page).waitFor({ state: 'detached' });
    await toastShown(page, 'Domain updated');
    const { comment, status } = await now(someone, id);
    assert.deepEqual({ comment, status }, { comment: 'mine', status: 'BLOCKED' });
  });

  test('a form without edits saves over the latest without asking', async () => {
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

  test('a delete asks again', async () => {
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
    test(`both resolutions are accessible: ${size}`, async () => {
      const { page } = await overtaken({ viewport });
      await assertAccessibleInThemes(page, 'changed meanwhile', `conflict-${size}`);
      await button(page, 'Load the latest').click();
      await button(page, 'Restore draft').waitFor();
      await assertAccessibleInThemes(page, 'the latest');
    });
});
