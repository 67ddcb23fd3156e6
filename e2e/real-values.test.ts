import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { Page } from 'playwright-core';
import { button, choose, count, form as domainForm, seeded } from './domain-steps.ts';
import { assertAccessible, phone, shot, startHarness } from './harness.ts';
import { portfolio } from './portfolio-steps.ts';
import { field, form as proxyForm } from './proxy-steps.ts';

const { open, operator } = await startHarness();

const marks = (page: Page) => page.locator('[data-row] mark').allTextContents();
const names = (page: Page) => page.locator('[data-row] [data-open]').allTextContents();
const pasteInto = async (page: Page, label: string, text: string) => {
  await page.getByRole('textbox', { name: label, exact: true }).focus();
  await page.evaluate((pasted) => {
    const data = new DataTransfer();
    data.setData('text', pasted);
    const event = new ClipboardEvent('paste', { clipboardData: data, bubbles: true, cancelable: true });
    document.activeElement?.dispatchEvent(event);
  }, text);
};

describe('real values', () => {
  test('a search takes words in any order without accents, and marks them', async () => {
    const { someone } = await seeded(
      await operator(),
      {
        domain: 'shop-2.example',
        comment: 'Käsekontor, Harrowgate',
        tags: [{ type: 'client', value: 'łódź' }],
      },
      { domain: 'shop-10.example', comment: 'Harrowgate' },
      { domain: 'käsekontor.example' },
    );
    const page = await open('/domains?sortBy=domain&sortOrder=asc', { as: someone });
    await count(page, '3 domains');
    assert.deepEqual(await names(page), ['käsekontor.example', 'shop-2.example', 'shop-10.example']);
    await page.getByRole('searchbox').fill('harrowgate shop');
    await count(page, '2 of 3');
    assert.deepEqual(await marks(page), ['shop', 'Harrowgate', 'shop', 'Harrowgate']);
    await page.getByRole('searchbox').fill('KASEKONTOR lodz');
    await count(page, '1 of 3');
    assert.deepEqual(await marks(page), ['łódź', 'Käsekontor']);
    await shot(page, 'search-marks');
    await assertAccessible(page, 'marked matches');
    await page.getByRole('searchbox').fill('');
    await page.keyboard.press('Control+k');
    await page.getByRole('combobox', { name: 'Search or run a command' }).fill('kasekontor.example');
    await page.getByRole('option', { name: 'käsekontor.example' }).getByText('käsekontor.example').waitFor();
    assert.deepEqual(
      await page.getByRole('option').locator('mark').first().textContent(),
      'käsekontor.example',
    );
  });

  test('a domain loses its scheme, path and final dot', async () => {
    const { someone } = await seeded(await operator(), { domain: 'other.example' });
    const page = await open('/domains', { as: someone });
    await button(page, 'Add Domain').click();
    const name = domainForm(page).getByRole('textbox', { name: 'Domain', exact: true });
    await name.fill('https://Shop.example./cart?id=1');
    await page.keyboard.press('Tab');
    assert.equal(await name.inputValue(), 'shop.example');
    await domainForm(page).getByText('The host of https://Shop.example./cart?id=1').waitFor();
    await name.fill('final.example.');
    await choose(page, 'Registrator account', 'Porkbun · ops@example.com');
    await button(page, 'Create Domain').click();
    await page.getByRole('button', { name: 'final.example', exact: true }).waitFor();
  });

  test('a pasted proxy fills its fields, and IPv6 becomes the full form', async () => {
    const someone = await operator();
    const page = await open('/proxies?form=new', { as: someone, viewport: phone });
    await field(page, 'Name').fill('Exit');
    assert.equal(await field(page, 'Username').getAttribute('autocapitalize'), 'none');
    assert.equal(await field(page, 'Name').getAttribute('autocapitalize'), null);
    await field(page, 'IP Address').fill('2001:DB8::1');
    await page.keyboard.press('Tab');
    assert.equal(await field(page, 'IP Address').inputValue(), '2001:db8:0:0:0:0:0:1');
    await pasteInto(page, 'IP Address', '203.0.113.5:3128');
    assert.deepEqual(
      [await field(page, 'IP Address').inputValue(), await field(page, 'Port').inputValue()],
      ['203.0.113.5', '3128'],
    );
    await pasteInto(page, 'IP Address', 'socks5://us%65r:p%40ss@[2001:db8::2]:1080');
    await shot(page, 'proxy-pasted');
    await button(page, 'Create Proxy').click();
    await proxyForm(page).waitFor({ state: 'detached' });
    const { proxies } = await someone.api<{ proxies: Record<string, unknown>[] }>('GET', '/proxies');
    const { ip, port, username, password, type } = proxies[0] ?? {};
    assert.deepEqual(
      [ip, port, username, password, type],
      ['2001:db8:0:0:0:0:0:2', 1080, 'user', 'p@ss', 'SOCKS5'],
    );
  });

  test('a server has an SSH port, which its command contains', async () => {
    const someone = await operator();
    const { servers } = await portfolio(someone);
    const page = await open(`/servers?form=${servers}`, { as: someone });
    const port = page.getByLabel('SSH Port');
    const fields = [await port.getAttribute('id'), await page.getByLabel('Paid until').getAttribute('id')];
    const ids = await page
      .locator('form')
      .locator('input, textarea')
      .evaluateAll((inputs) => inputs.map(({ id }) => id));
    const at = ids.indexOf(fields[0] ?? '');
    assert.deepEqual(ids.slice(at, at + 2), fields, 'last before the renewal');
    await port.fill('70000');
    await button(page, 'Update Server').click();
    await page.getByText('SSH port must be between 1 and 65535').waitFor();
    await port.fill('2222');
    await shot(page, 'server-ssh-port');
    await button(page, 'Update Server').click();
    await page
      .getByText(/^ssh -p 2222 /)
      .first()
      .waitFor();
    await assertAccessible(page, 'a server with an SSH port');
    const { server } = await someone.api<{ server: { sshPort: number } }>('GET', `/servers/${servers}`);
    assert.equal(server.sshPort, 2222);
  });
});
