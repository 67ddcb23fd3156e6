import assert from 'node:assert/strict';
import { test } from 'node:test';
import { agencyBytes, createAgencyRecords, ftpPassword } from '../server/test/agency-file.ts';
import { button, row } from './domain-steps.ts';
import { assertAccessible, downloaded, shot, startHarness } from './harness.ts';

const { open, operator } = await startHarness();

const given = 'Xyzzy-Agentur';

test("all of an agency's 410 messy rows but five that are no domains go from the file to the list in 16 actions", async () => {
  const someone = await operator();
  await createAgencyRecords(someone.api);
  const page = await open('/domains', { as: someone });
  let actions = 0;
  const act = async (what: Promise<unknown>) => {
    actions += 1;
    await what;
  };
  const give = async (label: string, value: string) => {
    await act(page.getByLabel(label, { exact: true }).fill(value));
    await act(page.keyboard.press('Enter'));
    await page.getByLabel(label, { exact: true }).waitFor({ state: 'detached' });
  };
  await act(page.getByRole('link', { name: 'Import', exact: true }).click());
  const file = { name: 'Domains Kunden.csv', mimeType: 'text/csv', buffer: Buffer.from(agencyBytes()) };
  await act(page.getByLabel('File to import').setInputFiles(file));
  await page.getByText('It looks like a password, and is left out.').waitFor();
  await act(button(page, 'Create all').click());
  await act(button(page, 'Google login instead').click());
  await give('Server › Hosting account › Name', 'Hetzner');
  await give('Server › Username', 'root');
  await give('Server › Password', given);
  await give('Registrator account › Email account › Password', given);
  await page.getByText('384 new, 1 changed, 5 with errors').waitFor();
  await shot(page, 'agency-import-columns');
  await act(page.keyboard.press('Control+Enter'));
  await page.getByText('Left out: FTP-PW, Kd.-Nr.').waitFor();
  await page.getByText('bücher-4.example', { exact: true }).waitFor();
  await page.getByText('€1,249.00', { exact: true }).first().waitFor();
  await shot(page, 'agency-import-preview');
  const counters = page.getByRole('group', { name: 'Rows shown' });
  await act(counters.getByRole('button', { name: 'Errors 5', exact: true }).click());
  for (const domain of ['noch frei', 'kunde-ohne-endung', 'info@kunde-7.example', 'Summe'])
    await page.getByText(domain, { exact: true }).waitFor();
  await page.getByText('Domain is required').waitFor();
  await assertAccessible(page, 'rows that are not imported');
  await shot(page, 'agency-import-errors');
  await button(page, 'Import 385 · 5 not imported').waitFor();
  await act(page.keyboard.press('Control+Enter'));
  await page.getByRole('heading', { name: '385 domains imported from Domains Kunden.csv' }).waitFor();
  await page.getByText('384 created, 1 changed, 20 skipped, 5 with errors').waitFor();
  await shot(page, 'agency-import-done');
  const { text } = await downloaded(page, () => button(page, 'Download rejected rows').click());
  assert.ok(text.includes('noch frei') && !text.includes(ftpPassword) && !text.includes(given));
  await act(page.getByRole('link', { name: 'Show them' }).click());
  await page.getByRole('search').getByText('385 domains').waitFor();
  await row(page, 'kunde-21.example').getByText('Domain-Kontor Nord').waitFor();
  await row(page, 'bücher-4.example').getByText('Mar 3, 2032').waitFor();
  assert.ok(actions <= 16, `${actions} actions`);
});
