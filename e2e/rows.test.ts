import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { Page } from 'playwright-core';
import { button, inDays, row, seeded } from './domain-steps.ts';
import { assertAccessible, phone, shot, startHarness } from './harness.ts';
import { focusOn, focused, toastShown } from './list-steps.ts';
import { drawer, portfolio } from './portfolio-steps.ts';

const { open, operator, url } = await startHarness();

const tags = [
  { type: 'client', value: 'mistral-cycles' },
  { type: 'env', value: 'production' },
  { type: 'project', value: 'relaunch' },
];
const head = (page: Page, name: string) => page.getByRole('columnheader', { name, exact: true });
const widthOf = async (page: Page, name: string) => (await head(page, name).boundingBox())?.width ?? 0;

/** Removes every object that stands for another record from an answer. */
function withoutReferences(value: unknown, depth = 0): unknown {
  if (Array.isArray(value)) return value.map((each) => withoutReferences(each, depth));
  if (typeof value !== 'object' || value === null) return value;
  // A server's user has an id too, but is part of the server.
  if (depth > 0 && 'id' in value && !('username' in value)) return null;
  const inRecord = 'id' in value ? depth + 1 : depth;
  return Object.fromEntries(
    Object.entries(value).map(([name, each]) => [name, withoutReferences(each, inRecord)]),
  );
}

/** Pairs of targets in a card that are less than 8 pixels apart. */
const tooClose = (page: Page, id: string) =>
  page.locator(`[data-row="${id}"]`).evaluate((card) => {
    const targets = [...card.querySelectorAll('button, a')].filter((each) => each.checkVisibility());
    const gap = (one: DOMRect, other: DOMRect) =>
      Math.max(
        other.left - one.right,
        one.left - other.right,
        other.top - one.bottom,
        one.top - other.bottom,
      );
    return targets.flatMap((one, place) =>
      targets
        .slice(place + 1)
        .filter((other) => gap(one.getBoundingClientRect(), other.getBoundingClientRect()) < 7.5)
        .map((other) => `${one.outerHTML} beside ${other.outerHTML}`),
    );
  });

describe('rows', () => {
  test('a name opens its record, a reference its connections, and +1 the other tags', async () => {
    const { someone } = await seeded(await operator(), {
      domain: 'mistral.example',
      expirationDate: inDays(90),
      tags,
    });
    const page = await open('/domains', { as: someone });
    const name = row(page, 'mistral.example').getByRole('button', { name: 'mistral.example', exact: true });
    await name.click();
    await page.getByRole('dialog', { name: 'mistral.example' }).waitFor();
    await page.keyboard.press('Escape');
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    const first = row(page, 'mistral.example').getByRole('link').first();
    assert.equal(await first.getAttribute('href'), 'https://mistral.example');
    await row(page, 'mistral.example').getByRole('link', { name: 'Porkbun' }).click();
    await drawer(page).waitFor();
    assert.match(page.url(), /\/domains\?.*connections=registrator-accounts/);
    await page.keyboard.press('Escape');
    await drawer(page).waitFor({ state: 'detached' });

    const other = row(page, 'mistral.example').getByText('project: relaunch', { exact: true });
    assert.equal(await other.count(), 0);
    const more = row(page, 'mistral.example').getByRole('button', { name: /and .*project: relaunch/ });
    await more.focus();
    await page.keyboard.press('Enter');
    await other.waitFor();
    await assertAccessible(page, 'unfolded tags');
    await button(page, 'Fewer tags').click();
    await other.waitFor({ state: 'detached' });
  });

  test('from a form, ‹ › and Alt with an arrow lead to the next rows', async () => {
    const { someone } = await seeded(
      await operator(),
      { domain: 'three.example' },
      { domain: 'two.example' },
      { domain: 'one.example' },
    );
    const page = await open('/domains', { as: someone });
    await row(page, 'one.example').getByRole('button', { name: 'Edit one.example' }).click();
    const shows = (name: string) =>
      page.waitForFunction(
        (value) => document.querySelector<HTMLInputElement>('[role=dialog] input')?.value === value,
        name,
      );
    await shows('one.example');
    assert.ok(await button(page, 'Previous record').isDisabled());
    await button(page, 'Next record').click();
    await shows('two.example');
    await page.getByLabel('Comment').focus();
    await page.keyboard.press('Alt+ArrowDown');
    await shows('three.example');
    assert.ok(await button(page, 'Next record').isDisabled());
    await page.keyboard.press('Alt+ArrowUp');
    await shows('two.example');
    await assertAccessible(page, 'a form with steps');
    await page.goBack();
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    assert.match(page.url(), /\/domains$/, 'steps are no history of their own');
    await focusOn(page, 'two.example');
  });

  test('the row last shown in a form has the focus, on a page of its own and far down a list', async () => {
    const someone = await operator();
    const ids = await portfolio(someone);
    const { servers } = await someone.api<{ servers: { hostingId: string }[] }>('GET', '/servers');
    const users = [{ username: 'root', password: 'x', isDefault: true }];
    await someone.api('POST', '/servers', { name: 'second', hostingId: servers[0]?.hostingId, users });
    await someone.api('POST', '/domains/bulk-import', {
      domains: Array.from({ length: 200 }, (_, n) => ({
        domain: `d${n}.example`,
        registratorAccountId: ids['registrator-accounts'],
      })),
    });
    const page = await open('/servers', { as: someone });
    await page.locator('[data-row]').first().focus();
    await page.keyboard.press('e');
    await page.getByLabel('Server Name').waitFor();
    await page.keyboard.press('Alt+ArrowDown');
    await page.waitForURL((address) => address.searchParams.get('form') === ids.servers);
    await page.keyboard.press('Escape');
    await page.locator(`[data-row="${ids.servers}"]:focus`).waitFor();
    await page.goto(`${url}/domains`);
    await page.locator('[data-row]').first().focus();
    await page.keyboard.press('e');
    for (let step = 0; step < 30; step += 1) {
      const before = page.url();
      await button(page, 'Next record').press('Enter');
      await page.waitForURL((address) => address.href !== before);
    }
    const last = new URL(page.url()).searchParams.get('form');
    await page.keyboard.press('Escape');
    await page.locator(`[data-row="${last}"]:focus`).waitFor();
  });

  test('columns are dragged, sized from View, kept and reset', async () => {
    const { someone } = await seeded(await operator(), { domain: 'one.example' });
    const page = await open('/domains', { as: someone });
    await row(page, 'one.example').waitFor();
    const before = await widthOf(page, 'Status');
    const box = await head(page, 'Status').boundingBox();
    assert.ok(box);
    await page.mouse.move(box.x + box.width - 3, box.y + 18);
    await page.mouse.down();
    await page.mouse.move(box.x + box.width + 57, box.y + 18, { steps: 4 });
    await page.mouse.up();
    const dragged = await widthOf(page, 'Status');
    assert.ok(Math.abs(dragged - before - 60) <= 2, `${before} → ${dragged}`);
    await page.reload();
    await row(page, 'one.example').waitFor();
    assert.equal(await widthOf(page, 'Status'), dragged);
    await button(page, 'View').click();
    await button(page, 'Status: narrower').focus();
    await page.keyboard.press('Enter');
    assert.ok(Math.abs((await widthOf(page, 'Status')) - dragged + 16) <= 2);
    await assertAccessible(page, 'View with widths');
    await shot(page, 'view-widths');
    await button(page, 'Reset columns').click();
    assert.ok(Math.abs((await widthOf(page, 'Status')) - before) <= 2);
  });

  test('at 1280 pixels every table shows its columns up to the status', async () => {
    const someone = await operator();
    const ids = await portfolio(someone, ['a-rather-long-name-of-a-shop.example']);
    const page = await open('/', { as: someone, viewport: { width: 1280, height: 800 } });
    for (const [area, id] of Object.entries(ids)) {
      await page.goto(`${url}/${area}`);
      await page.locator(`[data-row="${id}"]`).waitFor();
      const status = head(page, 'Status');
      const last = (await status.count()) > 0 ? status : head(page, 'Created');
      const [shown, actions] = [await last.boundingBox(), await head(page, 'Actions').boundingBox()];
      assert.ok(shown && actions && shown.x + shown.width <= actions.x + 1, area);
    }
    await page.setViewportSize({ width: 1366, height: 768 });
    await page.goto(`${url}/registrator-accounts`);
    await page.locator('[data-row]').waitFor();
    const [created, ends] = [
      await head(page, 'Created').boundingBox(),
      await head(page, 'Actions').boundingBox(),
    ];
    assert.ok(created && ends && created.x + created.width <= ends.x + 1, 'nothing lies under the actions');
    await page.setViewportSize({ width: 1440, height: 900 });
    await page.goto(`${url}/domains`);
    await row(page, 'a-rather-long').waitFor();
    assert.ok((await widthOf(page, 'Domain')) >= 260);
    for (const area of ['cdn', 'hostings', 'registrator-accounts']) {
      await page.goto(`${url}/${area}`);
      await page.locator('[data-row]').waitFor();
      assert.ok((await widthOf(page, 'Email Account')) >= 220, area);
    }
  });

  test('an answer without referenced records crashes no list', async () => {
    const someone = await operator();
    const ids = await portfolio(someone);
    for (const viewport of [{ width: 1440, height: 900 }, phone]) {
      const page = await open('/', { as: someone, viewport });
      await page.route(/\/api\/[a-z-]+\?/, async (route) => {
        const answer = await route.fetch();
        await route.fulfill({ response: answer, json: withoutReferences((await answer.json()) as unknown) });
      });
      for (const [area, id] of Object.entries(ids)) {
        await page.goto(`${url}/${area}`);
        await page.locator(`[data-row="${id}"]`).waitFor();
        if (area === 'cdn') await page.getByText('Unknown Email').waitFor();
      }
    }
  });

  test('on a phone the first domain begins within 260 pixels, and fingers hit one target at a time', async () => {
    const someone = await operator();
    const ids = await portfolio(someone);
    const body = { tags, comment: 'Of the agency', expirationDate: inDays(-3) };
    await someone.api('PUT', `/domains/${ids.domains}`, { ...body, domain: 'a-rather-long-name.example' });
    await someone.api('PUT', `/servers/${ids.servers}`, { tags, comment: body.comment });
    const page = await open('/domains', { as: someone, viewport: phone });
    await row(page, 'a-rather-long-name.example').waitFor();
    await page.getByText('Domain Expiration Alert').waitFor();
    const top = (await page.locator('[data-row]').first().boundingBox())?.y ?? Infinity;
    assert.ok(top <= 260, `${top}`);
    await button(page, 'Check Expiration').waitFor({ state: 'hidden' });
    await button(page, 'More actions').click();
    await button(page, 'Check Expiration').waitFor();
    await assertAccessible(page, 'domains on a phone');
    await shot(page, 'rows-phone');
    await someone.api('POST', '/domains/bulk-import', {
      domains: [1, 2, 3, 4].map((n) => ({
        domain: `shop-${n}.example`,
        registratorAccountId: ids['registrator-accounts'],
        serverId: ids.servers,
        expirationDate: inDays(5),
        tags,
      })),
    });
    await page.goto(`${url}/domains`);
    await row(page, 'shop-2.example').waitFor();
    const fourth = await page.locator('[data-row]').nth(3).boundingBox();
    assert.ok(fourth && fourth.y + fourth.height <= phone.height + 1, `four fit: ${JSON.stringify(fourth)}`);
    const menu = button(page, 'More actions on shop-2.example');
    await menu.click();
    const actions = page.getByRole('dialog', { name: 'Actions on shop-2.example' });
    await actions.getByRole('listitem').last().waitFor();
    assert.deepEqual(await actions.getByRole('listitem').allInnerTexts(), [
      'Copy',
      'Open website',
      'Connections',
      'Edit',
      'Delete',
    ]);
    // The popup covers parts of the cards below.
    await assertAccessible(page, 'the menu of a card', '[role=dialog]');
    await shot(page, 'card-menu');
    await button(page, 'Copy shop-2.example').click();
    await toastShown(page, 'shop-2.example copied');
    await focused(page, menu);
    await menu.click();
    await button(page, 'Delete shop-2.example').click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click();
    await row(page, 'shop-2.example').waitFor({ state: 'detached' });
    for (const [area, id] of Object.entries(ids)) {
      await page.goto(`${url}/${area}`);
      await page.locator(`[data-row="${id}"]`).waitFor();
      assert.ok(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth), area);
      assert.deepEqual(await tooClose(page, String(id)), [], area);
    }
  });
});
