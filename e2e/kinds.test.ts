import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { Locator, Page } from 'playwright-core';
import { fixtures } from '../server/test/fixtures/all.ts';
import {
  assertAccessible,
  assertAccessibleInThemes,
  desktop,
  downloaded,
  phone,
  startHarness,
} from './harness.ts';
import { wordsOf } from './kind-words.ts';
import {
  act,
  allBox,
  bar,
  created,
  focusedRow,
  selected,
  toastShown,
  fromMenu,
  menuOf,
} from './list-steps.ts';

const { open, operator, url } = await startHarness();

type Stored = Record<string, unknown> & { id: string };

const button = (scope: Page | Locator, name: string) => scope.getByRole('button', { name, exact: true });
const rows = (page: Page) => page.locator('[data-row]');
const inRow = (page: Page, verb: 'Edit' | 'Delete') =>
  rows(page)
    .first()
    .getByRole('button', { name: new RegExp(`^${verb}`) });
const formOf = (page: Page) => page.locator('form[novalidate]');
const alertsIn = (form: Locator) => form.getByRole('alert').allTextContents();
const capital = (words: string) => words.charAt(0).toUpperCase() + words.slice(1);
const fits = (page: Page) => page.evaluate(() => document.documentElement.scrollWidth <= innerWidth);

/** Each sortable column says so, and toggles its direction. */
async function sortsByEveryColumn(page: Page): Promise<void> {
  const sortable = page.getByRole('columnheader').filter({ has: page.getByRole('button') });
  const sorted = new Set<string>();
  await sortable.first().waitFor();
  for (const header of await sortable.all()) {
    assert.equal(await header.getAttribute('aria-sort'), 'none');
    await header.getByRole('button').click();
    await header.and(page.locator('[aria-sort=ascending]')).waitFor();
    sorted.add(new URL(page.url()).searchParams.get('sortBy') ?? '');
    await header.getByRole('button').click();
    await header.and(page.locator('[aria-sort=descending]')).waitFor();
    await header.getByRole('button').click();
    await header.and(page.locator('[aria-sort=none]')).waitFor();
  }
  assert.ok(sorted.size >= 4, `sorted by ${[...sorted].join(', ')}`);
}

for (const [area, { crud, needs, valid, change, searchWord }] of Object.entries(fixtures)) {
  const { one, many } = crud;
  const words = wordsOf(area);
  /** Lists show global records too unless told not to. */
  const path = crud.global ? `${crud.path}?includeGlobal=false` : crud.path;
  const dependent = Object.entries(fixtures).find(([, other]) => Object.values(other.needs).includes(area));
  const hasTags = 'tags' in valid(1);

  const labelled = (field: string) => new RegExp(`^${crud.fieldLabels[field]}( \\*)?$`, 'i');

  /** Enters the first record of the fixture by hand; what it refers to is the only choice. */
  async function fill(form: Locator): Promise<void> {
    for (const field of Object.keys(needs)) {
      await form.getByRole('combobox', { name: labelled(field) }).click();
      await form.page().getByRole('option').first().click();
    }
    await words.fill(form);
    for (const [field, value] of Object.entries(valid(1)))
      if (['string', 'number'].includes(typeof value)) await enter(form, field, String(value));
  }

  /** Enters a text, unless the form has choices for it. */
  async function enter(form: Locator, field: string, text: string): Promise<void> {
    const input = form.getByLabel(labelled(field)).and(form.locator(':not([role=combobox])'));
    if ((await input.count()) === 0) return;
    const isDate = (await input.getAttribute('type')) === 'date';
    await input.fill(isDate ? text.slice(0, 10) : text);
  }

  describe(many, () => {
    test('are created from the empty list, edited, searched, exported and deleted', async () => {
      const someone = await operator();
      for (const target of Object.values(needs)) await created(someone, target, 1);
      const page = await open(path, { as: someone });
      await page.getByRole('heading', { name: words.heading, level: 1 }).waitFor();
      await page.getByText(words.empty, { exact: true }).waitFor();
      await assertAccessible(page, 'empty');
      await button(page, words.first ?? words.add).click();
      const form = formOf(page);
      await page.getByRole('heading', { name: words.adding }).waitFor();
      await button(form, words.create).click();
      await form.getByRole('alert').first().waitFor();
      assert.deepEqual(await alertsIn(form), words.errors);
      await assertAccessible(page, 'form with errors', 'form[novalidate]');
      await fill(form);
      assert.deepEqual(await alertsIn(form), []);
      await button(form, words.create).click();
      await toastShown(page, `${capital(one)} created`);
      await rows(page).first().waitFor();

      await button(page, words.add).click();
      await fill(form);
      await button(form, words.create).click();
      await form.getByText(crud.unique.message).waitFor();
      await page.keyboard.press('Escape');
      await form.waitFor({ state: 'detached' });

      await inRow(page, 'Edit').click();
      await page.getByRole('heading', { name: words.editing }).waitFor();
      const field = 'comment' in valid(1) ? 'comment' : 'name';
      const changed = String(change[field] ?? 'Changed');
      await enter(form, field, changed);
      await button(form, words.update).click();
      await toastShown(page, `${capital(one)} updated`);
      const stored = await someone.api<Record<string, Stored[]>>('GET', path);
      assert.deepEqual(
        stored[crud.listKey]?.map((record) => record[field]),
        [changed],
      );

      await created(someone, area, 2);
      await page.reload();
      await rows(page).nth(1).waitFor();
      await page.getByRole('searchbox').fill(searchWord(2).toUpperCase());
      await rows(page).nth(1).waitFor({ state: 'detached' });
      const file = await downloaded(page, () => button(page, words.exporting).click());
      assert.equal(
        file.name,
        crud.download.name.replace('YYYY-MM-DD', new Date().toISOString().slice(0, 10)),
      );
      assert.doesNotMatch(file.text, / (secret|token) \d/);
      const lines = crud.csv ? file.text.trim().split('\r\n') : ['', ...(JSON.parse(file.text) as unknown[])];
      assert.equal(lines.length, 2);
      if (crud.csv) assert.equal(lines[0], Object.keys(crud.csv).join());
      await page.getByRole('searchbox').fill('nothing like it');
      await page.getByText(words.noMatch, { exact: true }).waitFor();
      await assertAccessible(page, 'no match');
      await button(page, words.clear).last().click();
      await rows(page).nth(1).waitFor();
      // Cleared filters show global records again.
      if (crud.global) await page.goto(url + path);
      await rows(page).nth(1).waitFor();

      const inVain: string[] = [];
      page.on('response', (answer) => {
        if (answer.status() === 404) inVain.push(answer.url());
      });
      await inRow(page, 'Delete').click();
      const question = page.getByRole('alertdialog', { name: words.question });
      await question.waitFor();
      assert.equal(await page.locator('[data-row][data-asked]').count(), 1);
      await assertAccessible(page, 'question', '[role=alertdialog]');
      await button(question, 'Cancel').click();
      await question.waitFor({ state: 'detached' });
      await inRow(page, 'Delete').click();
      await button(question, 'Delete').click();
      await toastShown(page, `${capital(one)} deleted`);
      await rows(page).nth(1).waitFor({ state: 'detached' });
      assert.equal(await page.locator('[data-asked]').count(), 0);
      assert.deepEqual(inVain, [], 'nothing asks for what was deleted');
    });

    test('are listed: loaded again after a failure, compact, sorted, on a phone; acted on together; kept while in use', async () => {
      const someone = await operator();
      for (const n of [1, 2, 3]) await created(someone, area, n);
      const refusal = { status: 404, json: { error: { message: 'Out of order', code: 'NOT_FOUND' } } };
      const asked = `**/api${crud.path}?*`;
      const page = await open(path, {
        as: someone,
        prepare: (fresh) => fresh.route(asked, (route) => route.fulfill(refusal)),
      });
      const banner = page.getByRole('alert').filter({ hasText: `Failed to load ${many}` });
      await banner.getByText('Out of order').waitFor();
      await page.unroute(asked);
      await button(banner, 'Try Again').click();
      await rows(page).nth(2).waitFor();
      await banner.waitFor({ state: 'detached' });

      await rows(page).first().focus();
      await page.keyboard.press('x');
      await selected(page, '1');
      assert.equal(await focusedRow(page).count(), 1);
      await button(page, 'View').click();
      await page.getByRole('radio', { name: 'Compact' }).check({ force: true });
      await page.keyboard.press('Escape');
      await page.getByRole('radio').first().waitFor({ state: 'detached' });
      await assertAccessibleInThemes(page, 'compact list with a selection');
      await inRow(page, 'Edit').click();
      await button(page, words.update).waitFor();
      await assertAccessibleInThemes(page, 'form', 'form[novalidate]');
      await page.keyboard.press('Escape');
      await formOf(page).waitFor({ state: 'detached' });
      await page.setViewportSize(phone);
      await page.locator('li[data-row]').nth(2).waitFor();
      assert.ok(await fits(page));
      await assertAccessible(page, 'cards');
      await button(page, words.add).click();
      await button(page, words.create).waitFor();
      assert.ok(await fits(page));
      await assertAccessible(page, 'form on a phone', 'form[novalidate]');
      await page.keyboard.press('Escape');
      await page.setViewportSize(desktop);

      await sortsByEveryColumn(page);
      await allBox(page).check();
      await selected(page, '3');
      await rows(page).first().getByRole('checkbox').uncheck();
      await selected(page, '2');
      assert.equal(await act(page, 'Tag').count(), hasTags ? 1 : 0);
      const hasStatus = crud.bulk?.some((field) => ['status', 'isActive'].includes(field)) ?? false;
      const settable = (await act(page, 'Set').count()) > 0 ? await menuOf(page, 'Set') : [];
      assert.equal(settable.includes('Set status'), hasStatus);
      const { text } = await downloaded(page, () => act(page, 'Export selection').click());
      if (crud.csv) assert.equal(text.trim().split('\r\n').length, 3);
      else assert.equal((JSON.parse(text) as unknown[]).length, 2);
      if (hasTags) {
        await fromMenu(page, 'Tag', 'Add tag');
        await page.getByLabel('Tag type').fill('batch');
        await page.getByLabel('Tag value').fill('one');
        await page.keyboard.press('Enter');
        await toastShown(page, `Tag added to 2 ${many}`);
      }
      await act(page, 'Delete').click();
      await button(page.getByRole('alertdialog'), `Delete 2 ${many}`).click();
      await toastShown(page, `2 ${many} deleted`);
      await bar(page).waitFor({ state: 'detached' });
      await rows(page).nth(1).waitFor({ state: 'detached' });
      assert.equal(await rows(page).count(), 1);

      if (!dependent) return;

      await created(someone, dependent[0], 9);
      await page.reload();
      await rows(page).nth(1).waitFor();
      await inRow(page, 'Delete').click();
      await button(page.getByRole('alertdialog'), 'Delete').click();
      const refused = page.getByRole('alert').filter({ hasText: `Failed to delete ${one}` });
      await refused.getByText(`Used by 1 ${dependent[1].crud.one}`).waitFor();
      await rows(page).nth(1).waitFor();
      await button(refused, 'Dismiss').click();
      await refused.waitFor({ state: 'detached' });
    });
  });
}
