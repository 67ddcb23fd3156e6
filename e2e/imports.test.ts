import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { Import } from '@quartermaster/contract/imports/imports.schema';
import type { Page } from 'playwright-core';
import { button, row, withAccount } from './domain-steps.ts';
import { assertAccessible, downloaded, phone, shot, startHarness } from './harness.ts';
import { toastShown, select } from './list-steps.ts';

const { open, operator } = await startHarness();

const dayMs = 86_400_000;
const day = (n: number) => {
  const [year, month, date] = new Date(Date.now() + (100 + (n % 300)) * dayMs)
    .toISOString()
    .slice(0, 10)
    .split('-');
  return `${date}.${month}.${year}`;
};

/** A spreadsheet as people keep it: a title above the header, repeated rows, and cells that are no names. */
function messy(count: number, repeated: number, bad: number): string {
  const registrars = ['Namecheap', 'Porkbun', 'Acme Domains GmbH'];
  const rows = Array.from({ length: count }, (_, n) => {
    const isRepeated = n > 0 && n <= repeated;
    const name = n >= count - bad ? `no name ${n}` : `shop-${isRepeated ? 0 : n}.example`;
    return `${name};${registrars[n % 3]};ops@acme.example;${day(n)};Client ${n % 5};"<b>note</b>; ${n}"`;
  });
  const lines = ['Our domains;;;;;', '', 'Domainname;Registrar;Login;Renewal Date;Kunde;Notes', ...rows];
  return `\uFEFF${lines.join('\r\n')}\r\n`;
}

/** Drops a file as a person does: over the page, then onto it. */
async function drop(page: Page, name: string, text: string): Promise<void> {
  const transfer = await page.evaluateHandle(
    ([file, content]) => {
      const data = new DataTransfer();
      data.items.add(new File([content ?? ''], file ?? '', { type: 'text/csv' }));
      return data;
    },
    [name, text],
  );
  const target = page.locator('h1').first();
  for (const type of ['dragenter', 'dragover', 'drop'])
    await target.dispatchEvent(type, { dataTransfer: transfer });
}

const counter = (page: Page, label: string, count: string) =>
  page
    .getByRole('group', { name: 'Rows shown' })
    .getByRole('button', { name: `${label} ${count}`, exact: true });
const target = (page: Page, header: string) => page.getByLabel(`${header} becomes`, { exact: true });
const cell = (page: Page, header: string, n: number) =>
  page.getByRole('button', { name: new RegExp(`, change ${header} of row ${n}$`) });

async function paste(page: Page, text: string): Promise<void> {
  await page.getByLabel('Or paste').fill(text);
  await button(page, 'Read the text').click();
  await page.getByRole('heading', { name: 'Columns' }).waitFor();
}

describe('an import', () => {
  test('takes 1,800 messy domains from a dropped file to the list in 12 actions', async () => {
    const someone = await operator();
    const page = await open('/domains', { as: someone });
    await page.getByText('No domains found').waitFor();
    let actions = 0;
    const act = async (what: Promise<unknown>) => {
      actions += 1;
      await what;
    };
    await act(drop(page, 'domains.csv', messy(1800, 40, 25)));
    await page.getByText('Does not exist yet (3)').waitFor();
    assert.equal(await target(page, 'Renewal Date').inputValue(), 'Expiration date');
    await act(select(target(page, 'Kunde'), 'Tag client'));
    await act(button(page, 'Create all').click());
    const password = page.getByLabel('Registrator account › Email account › Password');
    await act(password.fill('Mailbox-1'));
    await act(page.keyboard.press('Enter'));
    await act(button(page, 'Google login instead').click());
    await page.getByText('1,735 new, 0 changed, 25 with errors').waitFor();
    await assertAccessible(page, 'columns');
    await shot(page, 'import-columns');
    const address = page.url();

    await act(page.keyboard.press('Control+Enter'));
    await act(counter(page, 'Errors', '25').click());
    await page.getByText('Invalid domain format (e.g., example.com)').first().waitFor();
    await assertAccessible(page, 'preview');
    await shot(page, 'import-preview');
    await act(cell(page, 'Domainname', 1779).click());
    await page.keyboard.press('Escape');
    await button(page, 'Import 1,735 · 25 not imported').waitFor();
    await act(page.keyboard.press('Control+Enter'));
    await page.getByRole('heading', { name: '1,735 domains imported from domains.csv' }).waitFor();
    await act(page.getByRole('link', { name: 'Show them' }).click());
    await row(page, 'shop-0.example').first().waitFor();
    await page.getByRole('search').getByText('1,735 domains').waitFor();
    assert.ok(actions <= 12, `${actions} actions`);

    await page.goto(address);
    await page.getByRole('heading', { name: '1,735 domains imported from domains.csv' }).waitFor();
    await assertAccessible(page, 'done');
    await shot(page, 'import-done');
    const { name, text } = await downloaded(page, () => button(page, 'Download rejected rows').click());
    assert.equal(name, 'errors.csv');
    assert.ok(!text.includes('Mailbox-1') && text.includes('no name 1775'), text.slice(0, 300));
    await button(page, 'Undo').first().click();
    await page.getByRole('dialog').getByRole('button', { name: /^Undo/ }).click();
    await page.getByRole('button', { name: 'Undone' }).waitFor();
    await page.goto(`${new URL(address).origin}/domains`);
    await page.getByText('No domains found').waitFor();
  });

  test('shows was and becomes, asks for the order of dates, and mends a cell in its row', async () => {
    const { someone, account } = await withAccount(await operator());
    const known = { domain: 'known.example', registratorAccountId: account, comment: 'Old' };
    await someone.api('POST', '/domains', known);
    const page = await open('/import', { as: someone });
    await page.getByText('What you import stays here for 24 hours.').waitFor();
    await assertAccessible(page, 'file');
    await shot(page, 'import-file');
    await paste(
      page,
      [
        'Domain,Expires,Comment,Panel password',
        'known.example,04/05/2031,<img src=x onerror=alert(1)>,s3cret',
        'new.example,05/06/2031,=1+1,s3cret',
        'not a name,06/07/2031,,',
      ].join('\n'),
    );
    await page.getByRole('button', { name: 'Delimiter: comma' }).waitFor();
    const secret = page.getByRole('listitem').filter({ has: target(page, 'Panel password') });
    await secret.getByLabel('Secret').waitFor();
    assert.ok(!(await page.locator('main').innerText()).includes('s3cret'));
    const dates = page.getByRole('group', { name: 'Dates of Expires' });
    await dates.getByRole('button', { name: 'Day first May 4, 2031, Jun 5, 2031' }).waitFor();
    await dates.getByRole('button', { name: 'Month first Apr 5, 2031, May 6, 2031' }).click();
    await button(page, 'Set for all').click();
    await page.getByText('1 new, 1 changed, 1 with errors').waitFor();

    await page.getByRole('link', { name: 'Preview' }).click();
    const changed = page.locator('tr[data-kind=update]');
    await changed.locator('del', { hasText: 'Old' }).waitFor();
    await changed.locator('ins', { hasText: '<img src=x onerror=alert(1)>' }).waitFor();
    await cell(page, 'Domain', 4).click();
    await page.getByLabel('Domain of row 4', { exact: true }).fill('mended.example');
    await page.keyboard.press('Enter');
    await counter(page, 'New', '2').waitFor();
    await page.reload();
    await counter(page, 'New', '2').waitFor();

    await page.setViewportSize(phone);
    await page.locator('li[data-kind=update]').waitFor();
    assert.ok(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth));
    await assertAccessible(page, 'preview on a phone');
    await shot(page, 'import-preview-phone');
    await page.getByRole('link', { name: 'Columns' }).click();
    await assertAccessible(page, 'columns on a phone');
    await shot(page, 'import-columns-phone');
    await page.goBack();
    await button(page, 'Import 3').click();
    await toastShown(page, '2 created, 1 changed');
    // It leads to the latest changes until it knows which records were written.
    await page.locator('a[href*="ids="]', { hasText: 'Show them' }).click();
    await row(page, 'mended.example').waitFor();
    assert.match(page.url(), /[?&]ids=/);
  });

  test('goes without cells that can not be read, mends all alike, and says what was left out', async () => {
    const { someone, account } = await withAccount(await operator());
    const known = { domain: 'known.example', registratorAccountId: account, expirationDate: '2030-05-06' };
    await someone.api('POST', '/domains', known);
    await someone.api('POST', '/domains', { ...known, domain: 'same.example' });
    await withAccount(someone, 'others@example.com');
    const page = await open('/import', { as: someone });
    await paste(
      page,
      [
        'Domain,Expires,Comment,Purpose,Panel password,Customer no.',
        'known.example,2031-02-03,,,s3cret,1',
        'same.example,2030-05-06,,,s3cret,2',
        '',
        ...Array.from({ length: 12 }, (_, n) => `new-${n}.example,soon,,Shop ${n},s3cret,3`),
        'dated.example,2031-02-03,,,s3cret,4',
        'DATED.example,2031-05-04,Note,,s3cret,4',
        'no name,soon,,,s3cret,5',
      ].join('\n'),
    );
    await page.getByText('It looks like a password, and is left out.').waitFor();
    await select(target(page, 'Purpose'), 'Comment');
    await select(target(page, 'Comment'), 'Comment');
    await button(page, 'Set for all').click();
    await page
      .getByRole('option', { name: /Porkbun/ })
      .first()
      .click();
    await button(page, 'Use it').click();
    await page.getByText('13 new, 1 changed, 1 with errors').waitFor();
    await page.getByText('Leave such rows out').click();
    await page.getByText('1 new, 1 changed, 13 with errors').waitFor();
    await page.getByText('Leave the cell out').click();
    await page.getByText('13 new, 1 changed, 1 with errors').waitFor();

    await page.getByRole('link', { name: 'Preview' }).click();
    await counter(page, 'Only changes', '14').waitFor();
    await counter(page, 'Ready', '15').waitFor();
    await page.getByText('Left out: Panel password, Customer no.').waitFor();
    const update = page.locator('tr[data-kind=update]');
    await update.locator('del', { hasText: 'May 6, 2030' }).waitFor();
    await update.locator('ins', { hasText: 'Feb 3, 2031' }).waitFor();
    await page.getByText('Filled from row 18').waitFor();
    await page.getByText('Row 17 says Feb 3, 2031').waitFor();
    await page.getByText('Also in row 17').waitFor();
    const widths = () =>
      page
        .getByRole('columnheader')
        .evaluateAll((heads) => heads.map((head) => Math.round(head.getBoundingClientRect().width)));
    const before = await widths();
    await page.getByRole('button', { name: '(12 without a cell)' }).click();
    await page.locator('tr[data-kind=update]').waitFor({ state: 'detached' });
    assert.deepEqual(await widths(), before);
    await page.getByText('Left out: Invalid date format').first().waitFor();
    await assertAccessible(page, 'preview with cells left out');
    await shot(page, 'import-preview-without-cells');

    await button(page, 'Change all 13 “soon” to …, in Expires').first().click();
    await shot(page, 'import-change-all');
    await page.getByRole('textbox', { name: 'Change all 13 “soon” to' }).fill('2032-01-31');
    await page.keyboard.press('Enter');
    await page.getByText('No rows of this kind.').waitFor();
    await counter(page, 'Ready', '15').click();
    await page.getByText('Jan 31, 2032').first().waitFor();

    await page.setViewportSize(phone);
    await page.locator('li[data-kind=update]').waitFor();
    assert.ok(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth));
    await button(page, 'Import 14 · 1 not imported').click();
    await page.getByText('13 created, 1 changed, 1 the same, 1 skipped, 1 with errors').waitFor();
    await page.getByText('Left out: Panel password, Customer no.').waitFor();
    await assertAccessible(page, 'done with columns left out');
  });

  test('takes a sheet of a workbook, says why it failed, goes on in the background, and names what stayed', async () => {
    const { someone, account } = await withAccount(await operator());
    const body = { domain: 'site-0.example', registratorAccountId: account, comment: 'Old' };
    const { domain: known } = await someone.api<{ domain: { id: string } }>('POST', '/domains', body);
    const page = await open('/import?area=domains', { as: someone });
    const workbook = new URL('../server/test/import-files/openpyxl-title.xlsx', import.meta.url).pathname;
    await page.getByLabel('File to import').setInputFiles(workbook);
    for (const [from, to] of [
      ['Shops & more', 'Hidden'],
      ['Hidden', 'Shops & more'],
    ]) {
      await button(page, `Sheet: sheet ${from}`).click();
      const read = page.waitForResponse((answer) => answer.request().method() === 'PUT');
      await button(page, to ?? '').click();
      await button(page, `Sheet: sheet ${to}`).waitFor();
      await read;
    }
    await page.getByText('Registrar Email').first().waitFor();
    const id = new URL(page.url()).searchParams.get('id') ?? '';
    const { import: planned } = await someone.api<{ import: Import }>('PUT', `/imports/${id}`, {
      mapping: { Registrar: null, 'Registrar Email': null },
      options: { values: { registratorAccountId: account } },
    });
    assert.equal(planned.counts?.update, 1, JSON.stringify(planned.counts));

    const path = `**/api/imports/${id}`;
    const stateIs = (state: string, error: string | null) =>
      page.route(path, async (route) => {
        const response = await route.fetch();
        const { data, ...rest } = (await response.json()) as { data: { import: object } };
        await route.fulfill({
          response,
          json: { ...rest, data: { import: { ...data.import, state, error } } },
        });
      });
    await stateIs('failed', 'Your access to these records has changed');
    await page.goto(`${new URL(page.url()).origin}/import?id=${id}`);
    await page.getByText('Nothing was imported').waitFor();
    await page.getByText('Your access to these records has changed').waitFor();
    await page.getByRole('link', { name: 'Start again' }).waitFor();
    const importAll = page.getByRole('button', { name: /^Import \d+/ });
    await importAll.waitFor();
    await assertAccessible(page, 'failed');
    await shot(page, 'import-failed');

    await someone.api('PUT', `/domains/${known.id}`, { comment: 'Meanwhile' });
    await page.unroute(path);
    await stateIs('applying', null);
    await page.route(`${path}/apply`, (route) =>
      route.fulfill({ status: 202, json: { success: true, data: { batchId: null, counts: null } } }),
    );
    await importAll.click();
    await page.getByText('Importing 20 rows…').waitFor();
    await someone.api('POST', `/imports/${id}/apply`, { key: id });
    await page.unroute(path);
    await page.getByRole('heading', { name: /^\d+ domains imported from openpyxl-title.xlsx$/ }).waitFor();
    await page.getByRole('heading', { name: 'Changed meanwhile, not imported' }).waitFor();
    await page
      .getByRole('listitem')
      .filter({ hasText: 'site-0.example' })
      .getByText('was changed by someone else meanwhile')
      .waitFor();
  });

  test('is offered for several pasted names, on each list and in the palette; viewers see none', async () => {
    const { someone } = await withAccount(await operator());
    const page = await open('/domains?form=new', { as: someone });
    const field = page.getByRole('dialog').getByRole('textbox', { name: 'Domain', exact: true });
    await field.focus();
    await page.evaluate('navigator.clipboard.writeText("one.example\\ntwo.example\\nthree.example")');
    await page.keyboard.press('Control+V');
    await button(page, 'Import all 3').click();
    await page.getByRole('heading', { name: 'Columns' }).waitFor();
    await page.getByText('Pasted names into Domains').waitFor();
    await page.goto(`${new URL(page.url()).origin}/servers`);
    await page.getByRole('link', { name: 'Import', exact: true }).click();
    assert.equal(await page.getByLabel('Import into').inputValue(), 'Servers');
    await shot(page, 'import-recent');
    await page.keyboard.press('Control+K');
    await page.keyboard.type('import');
    await page.getByRole('option', { name: 'Import', exact: true }).waitFor();
    await page.keyboard.press('Escape');

    const reader = await operator();
    const body = { email: reader.email, role: 'VIEWER' };
    const { url: link } = await someone.api<{ url: string }>('POST', '/invitations', body);
    const viewer = await open(link.slice(new URL(link).origin.length), { as: reader });
    await button(viewer, 'Join the workspace').click();
    await viewer.getByRole('heading', { name: 'Dashboard' }).waitFor();
    await viewer.goto(`${new URL(viewer.url()).origin}/domains`);
    await viewer.getByRole('button', { name: 'Export', exact: true }).waitFor();
    assert.equal(await viewer.getByRole('link', { name: 'Import', exact: true }).count(), 0);
    await viewer.goto(`${new URL(viewer.url()).origin}/import`);
    await viewer.getByRole('heading', { name: 'Dashboard', level: 1 }).waitFor();
  });
});
