import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { Page, Route } from 'playwright-core';
import { type Operator, startHarness } from './harness.ts';

const { open, operator, url } = await startHarness();

const refreshes = '**/api/auth/refresh';
const stored = (page: Page) => page.evaluate(() => localStorage.getItem('refreshToken'));

/** Makes the stored access token look expired to every tab, as after a quarter of an hour. */
const expire = (page: Page) =>
  page.evaluate(() => {
    const [head = '', claims = ''] = (localStorage.getItem('accessToken') ?? '').split('.');
    const read = JSON.parse(atob(claims.replaceAll('-', '+').replaceAll('_', '/'))) as object;
    const expired = btoa(JSON.stringify({ ...read, exp: 1, at: Date.now() }));
    localStorage.setItem('accessToken', `${head}.${expired}.none`);
  });

/** A request of the page, which needs a fresh access token. */
const ask = (page: Page) => page.getByRole('button', { name: 'Refresh' }).click();
const answered = (page: Page) =>
  page.waitForResponse((answer) => answer.url().endsWith('/api/dashboard/stats') && answer.ok());

/** Two tabs of one browser, without the browser's locks where it lacks them, as on plain http. */
async function twoTabs(someone: Operator, { locks }: { locks: boolean }): Promise<[Page, Page]> {
  const one = await open('/', { as: someone });
  if (!locks) await one.context().addInitScript(() => Reflect.deleteProperty(Navigator.prototype, 'locks'));
  const other = await one.context().newPage();
  await Promise.all([one.reload(), other.goto(url)]);
  for (const page of [one, other]) await page.getByText('No recent activity').waitFor();
  assert.equal(await one.evaluate(() => 'locks' in navigator), locks);
  return [one, other];
}

/** What the server answers to the first refresh of a page is held back, until `end` says what becomes of it. */
async function heldBack(page: Page) {
  const sent: string[] = [];
  const isAnswered = Promise.withResolvers<undefined>();
  const ended = Promise.withResolvers<'late' | 'lost'>();
  await page.route(refreshes, async (route: Route) => {
    sent.push((route.request().postDataJSON() as { refreshToken: string }).refreshToken);
    if (sent.length > 1) return route.continue();
    const response = await route.fetch();
    isAnswered.resolve(undefined);
    return (await ended.promise) === 'late' ? route.fulfill({ response }) : route.abort();
  });
  return { sent, isAnswered: isAnswered.promise, end: ended.resolve };
}

/** The other tab goes on meanwhile: the second refresh voids the first token and all that came of it. */
async function refreshedTwice(page: Page): Promise<void> {
  for (let times = 0; times < 2; times += 1) {
    if (times > 0) await expire(page);
    await Promise.all([answered(page), ask(page)]);
  }
}

describe('two tabs', () => {
  for (const end of ['late', 'lost'] as const)
    test(`keep the newest tokens when the answer to one of them is ${end}, without locks`, async () => {
      const someone = await operator();
      const [slow, other] = await twoTabs(someone, { locks: false });
      const { sent, isAnswered, end: finish } = await heldBack(slow);
      await expire(slow);
      await Promise.all([isAnswered, ask(slow)]);
      await refreshedTwice(other);
      const newest = await stored(other);
      const goesOn = answered(slow);
      finish(end);
      await goesOn;
      assert.deepEqual(sent, [someone.refreshToken], 'the void token is not sent again');
      assert.equal(await stored(slow), newest);
      // The stored token is one that the server takes.
      await expire(slow);
      await Promise.all([answered(slow), ask(slow)]);
      assert.notEqual(await stored(other), newest);
    });

  test('wait for each other with locks, and send the stored token again after a lost answer', async () => {
    const someone = await operator();
    const [slow, other] = await twoTabs(someone, { locks: true });
    const { sent, isAnswered, end } = await heldBack(slow);
    const others: string[] = [];
    other.on('request', (request) => request.url().endsWith('/auth/refresh') && others.push(request.url()));
    await expire(slow);
    await Promise.all([isAnswered, ask(slow)]);
    const goOn = Promise.all([answered(slow), answered(other)]);
    await ask(other);
    end('lost');
    await goOn;
    assert.deepEqual(sent, [someone.refreshToken, someone.refreshToken]);
    assert.deepEqual(others, [], 'the other tab takes the new token');
  });
});
