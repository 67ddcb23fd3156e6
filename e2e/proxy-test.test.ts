import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { Page } from 'playwright-core';
import {
  closedPort,
  echoed,
  startHttpProxy,
  startRaw,
  startSocksProxy,
  startTarget,
} from '../server/test/proxies.ts';
import { assertAccessible, shot, startHarness } from './harness.ts';
import { button, connect, field, form, password } from './proxy-steps.ts';
import { optionsOf, select } from './list-steps.ts';

const { open, operator } = await startHarness({ settings: { PROXY_TEST_ALLOW_PRIVATE: 'true' } });

const result = (page: Page) => form(page).getByRole('status');

describe('Test Connection', async () => {
  const target = await startTarget(false);
  const through = { HTTP: await startHttpProxy(false), SOCKS5: await startSocksProxy() };
  const url = `http://target.test:${target.port}/json`;
  const start = (page: Page) => button(page, 'Test Connection').click();
  const aim = async (page: Page, testUrl: string) => {
    await select(form(page).getByLabel('Test URL'), 'Custom URL');
    await field(page, 'Custom URL').fill(testUrl);
  };

  test('connects through real proxies to the chosen target and shows the result', async () => {
    const page = await open('/proxies?form=new', { as: await operator() });
    await form(page).waitFor();
    assert.deepEqual(await optionsOf(form(page).getByLabel('Test URL')), [
      'IP-echo service (ipify.org)',
      'Search engine (google.com)',
      'CDN (cloudflare.com)',
      'Code host (github.com)',
      'Custom URL',
    ]);
    await start(page);
    await result(page).getByText('Please fill in all required fields before testing').waitFor();
    await form(page).getByText('IP address is required').waitFor();
    await assertAccessible(page, 'test without a proxy');
    await aim(page, 'no address');
    await start(page);
    await form(page).getByText('Invalid URL format').waitFor();
    await field(page, 'Custom URL').fill('');
    await start(page);
    await form(page).getByText('Test URL is required').waitFor();
    await aim(page, url);
    for (const type of ['HTTP', 'SOCKS5'] as const) {
      await connect(page, through[type].ip, through[type].port, type);
      await start(page);
      await result(page).getByText('Connection successful!').waitFor();
      await result(page)
        .getByText(/^Response time: \d+ ms$/)
        .waitFor();
      await result(page).getByText(echoed).waitFor();
      assert.equal(through[type].seen.length, 1);
    }
    await assertAccessible(page, 'successful test');
    await shot(page, 'proxy-test-success');
    await password(page).fill('wrong');
    await result(page).getByText('Connection successful!').waitFor({ state: 'hidden' });
    await start(page);
    await result(page).getByText('Connection failed').waitFor();
    await result(page)
      .getByText(/user|password|authentication|login/i)
      .waitFor();
    await field(page, 'Port').fill(String(await closedPort()));
    await start(page);
    await result(page).getByText('The proxy refused the connection').waitFor();
    await assertAccessible(page, 'failed test');
    await shot(page, 'proxy-test-failure');
  });

  test("can be cancelled while a proxy is silent, and times out with the server's message", async () => {
    const silent = await startRaw(() => undefined);
    const page = await open('/proxies?form=new', { as: await operator() });
    await connect(page, silent.ip, silent.port);
    await start(page);
    await button(page, 'Testing...').waitFor();
    await button(page, 'Stop').click();
    await button(page, 'Test Connection').waitFor();
    await start(page);
    await result(page).getByText('Timed out after 8 seconds').waitFor();
    // Leaving the form during a test cancels the request and shows no message.
    await start(page);
    await button(page, 'Testing...').waitFor();
    await page.keyboard.press('Escape');
    await form(page).waitFor({ state: 'detached' });
    await page.getByText('No proxies found').waitFor();
  });

  test('shows Test failed when there is no reason', async () => {
    const page = await open('/proxies?form=new', { as: await operator() });
    await page.route('**/api/proxies/test', (route) =>
      route.fulfill({ json: { success: false, error: null, data: null } }),
    );
    await connect(page, '203.0.113.7', 8080);
    await start(page);
    await result(page).getByText('Test failed').waitFor();
  });
});
