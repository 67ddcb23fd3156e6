import assert from 'node:assert/strict';
import type { Locator, Page } from 'playwright-core';
import { fixtures } from '../server/test/fixtures/all.ts';
import { unpaid } from '../server/test/renewal-bodies.ts';
import { row } from './domain-steps.ts';
import type { Operator } from './harness.ts';

export const clipboard = (page: Page) => page.evaluate<string>('navigator.clipboard.readText()');
/** What a button copies of a secret, which it fetches first. */
export async function copied(page: Page, button: Locator): Promise<string> {
  await page.evaluate('navigator.clipboard.writeText("")');
  await button.click();
  for (let frame = 0; frame < 600; frame += 1) {
    const text = await clipboard(page);
    if (text !== '') return text;
    await page.evaluate(() => new Promise((resume) => requestAnimationFrame(resume)));
  }
  throw new Error('Nothing was copied');
}
/** Chooses an option of a picker by its label. */
export async function select(picker: Locator, option: string): Promise<void> {
  await picker.click();
  await picker.page().getByRole('option', { name: option, exact: true }).click();
}
/** The labels of the options of a picker. */
export async function optionsOf(picker: Locator): Promise<string[]> {
  await picker.click();
  const options = picker.page().getByRole('option');
  await options.first().waitFor();
  const labels = await options.allTextContents();
  await picker.page().keyboard.press('Escape');
  await options.first().waitFor({ state: 'detached' });
  return labels;
}
export const box = (page: Page, name: string) =>
  page.getByRole('checkbox', { name: `Select ${name}`, exact: true });
export const allBox = (page: Page) => page.getByRole('checkbox', { name: 'Select all loaded rows' });
export const bar = (page: Page) => page.getByRole('group', { name: 'Selection' });
export const act = (page: Page, name: string) => bar(page).getByRole('button', { name, exact: true });
/** Opens a menu of the bar and presses what it offers. */
export async function fromMenu(page: Page, menu: 'Set' | 'Tag' | 'More', name: string): Promise<void> {
  await act(page, menu).click();
  await page.getByRole('dialog', { name: menu }).getByRole('button', { name, exact: true }).click();
}
/** What a menu of the bar offers. */
export async function menuOf(page: Page, menu: 'Set' | 'Tag' | 'More'): Promise<string[]> {
  await act(page, menu).click();
  const offered = page.getByRole('dialog', { name: menu, exact: true });
  const labels = await offered.getByRole('button').allTextContents();
  await page.keyboard.press('Escape');
  await offered.waitFor({ state: 'detached' });
  return labels;
}
export const selected = (page: Page, count: string) =>
  bar(page).getByText(`${count} selected`, { exact: true }).waitFor();

/** Waits until the element has the focus: earlier typing would go elsewhere. */
export const focused = (page: Page, what: Locator) => what.and(page.locator(':focus')).waitFor();
/** The row or card that is focused itself. */
export const focusedRow = (page: Page) => page.locator('[data-row]:focus');
export const focusOn = (page: Page, name: string) => row(page, name).and(focusedRow(page)).waitFor();

/** Waits for a toast; its text is also in the page's live region. */
export const toastShown = (page: Page, words: string) =>
  page.getByText(words, { exact: true }).first().waitFor();

/** Does something with a record: in its row, or in the menu of its card on a phone. */
export async function onRow(page: Page, verb: 'Edit' | 'Delete', name: string): Promise<void> {
  const menu = page.getByRole('button', { name: `More actions on ${name}`, exact: true });
  if (await menu.isVisible()) await menu.click();
  // Playwright considers what looks disabled not clickable.
  await page.getByRole('button', { name: `${verb} ${name}`, exact: true }).click({ force: true });
}

/** Creates the n-th record of an area with what it requires; returns its id. */
export async function created(someone: Operator, area: string, n: number): Promise<string> {
  const { crud, needs, valid } = fixtures[area] ?? assert.fail(`no such area: ${area}`);
  const body = valid(n);
  if ('paidUntil' in body) Object.assign(body, unpaid);
  for (const [field, target] of Object.entries(needs)) body[field] = await created(someone, target, n);
  const answer = await someone.api<Record<string, { id: string }>>('POST', crud.path, body);
  return answer[crud.itemKey]?.id ?? '';
}
