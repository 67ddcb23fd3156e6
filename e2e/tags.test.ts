import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { seeded } from './domain-steps.ts';
import { type Operator, assertAccessible, phone, shot, startHarness } from './harness.ts';
import { toastShown } from './list-steps.ts';

const { open, operator } = await startHarness();

const acme = { type: 'client', value: 'acme' };
const beta = { type: 'client', value: 'beta' };
const spare = { type: 'env', value: 'spare' };

/** The queries of the saved views, and the scopes of the open invitations. */
async function followers({ api }: Operator) {
  const { views } = await api<{ views: { query: string }[] }>('GET', '/views');
  const { invitations } = await api<{ invitations: { scope: unknown[] }[] }>('GET', '/invitations');
  return [views.map(({ query }) => query), invitations.map(({ scope }) => scope)];
}

describe('Settings → Tags', () => {
  test('lists tags with their counts; one is renamed with Undo, merged with its scopes and views, and deleted', async () => {
    const owner = await operator();
    const { someone } = await seeded(
      owner,
      { domain: 'one.example', tags: [acme] },
      { domain: 'two.example', tags: [acme, beta, spare] },
    );
    await owner.api('POST', '/views', { area: 'domains', name: 'Of acme', query: 'tags=client%3Aacme' });
    const invitation = { email: 'ada@acme.example', role: 'VIEWER', secrets: false, scope: [acme] };
    await owner.api('POST', '/invitations', invitation);
    const page = await open('/settings?section=tags', { as: someone });
    const line = (text: string) => page.getByRole('listitem').filter({ hasText: text });
    await line('client: acme').getByText('2 domains').waitFor();
    await assertAccessible(page, 'tags');
    await shot(page, 'settings-tags');

    await page.getByRole('button', { name: 'Delete client: acme' }).click();
    const deletion = page.getByRole('dialog', { name: 'Delete the tag client: acme?' });
    await deletion.getByText(/the whole scope of ada@acme\.example/).waitFor();
    assert.ok(await deletion.getByRole('button', { name: 'Delete' }).isDisabled());
    await page.keyboard.press('Escape');

    await page.getByRole('button', { name: 'Change client: acme' }).click();
    const dialog = page.getByRole('dialog', { name: 'Change the tag client: acme' });
    const value = dialog.getByRole('combobox', { name: 'Tag value' });
    await value.fill('beta');
    await dialog.getByText(/client: beta already exists: the two are merged/).waitFor();
    await dialog.getByText('These scopes follow: ada@acme.example (invitation).').waitFor();
    await dialog.getByText(/These saved views follow: Of acme \(Domains, /).waitFor();
    await assertAccessible(page, 'change of a tag');
    await shot(page, 'change-tag');
    await value.fill('Acme, Inc');
    await dialog.getByRole('button', { name: 'Save' }).click();
    await toastShown(page, 'Tag changed on 2 domains');
    await line('client: Acme, Inc').waitFor();
    // Scopes and views have followed, so Undo renames it back.
    await page.getByRole('button', { name: 'Undo' }).click();
    await line('client: Acme, Inc').waitFor({ state: 'detached' });
    await page.getByRole('button', { name: 'Change client: acme', exact: true }).waitFor();
    assert.deepEqual(await followers(owner), [['tags=client%3Aacme'], [[acme]]]);

    await page.getByRole('button', { name: 'Change client: acme', exact: true }).click();
    await value.fill('beta');
    await dialog.getByRole('button', { name: 'Merge' }).click();
    await line('client: acme').waitFor({ state: 'detached' });
    await line('client: beta').getByText('2 domains').waitFor();
    assert.deepEqual(await followers(owner), [['tags=client%3Abeta'], [[beta]]]);

    await page.getByRole('button', { name: 'Delete env: spare' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
    await toastShown(page, 'Tag deleted from 1 domain');
    await line('env: spare').waitFor({ state: 'detached' });
    await page.setViewportSize(phone);
    await shot(page, 'settings-tags-phone');
    await page.goto(new URL('/domains?tags=client:beta', page.url()).href);
    await page.getByText('two.example').first().waitFor();
    // Saved views are tabs under the title.
    const tabs = page.getByRole('navigation', { name: 'Saved views', includeHidden: true });
    await tabs.getByRole('link', { name: 'All' }).click();
    await tabs.getByRole('link', { name: 'Of acme' }).click();
    await page.waitForURL(/tags=client/);
    // A dialog hides it from screen readers.
    const ofAcme = tabs.locator('a', { hasText: 'Of acme' });
    assert.equal(await ofAcme.getAttribute('aria-current'), 'page');
    await page.getByRole('button', { name: 'two.example', exact: true }).click();
    await page.getByRole('dialog').getByRole('heading', { name: 'two.example' }).waitFor();
    assert.equal(await ofAcme.getAttribute('aria-current'), 'page', 'over the same list');
    await page.keyboard.press('Escape');
    await shot(page, 'view-tabs-phone');
  });

  test('merges look-alikes into the most used ones in one act, which Undo takes back', async () => {
    const client = (value: string) => ({ type: 'client', value });
    const { someone } = await seeded(
      await operator(),
      { domain: 'one.example', tags: [client('Müller')] },
      { domain: 'two.example', tags: [client('Müller'), client('Acme Tools')] },
      { domain: 'three.example', tags: [client('MULLER'), client('acmetools'), spare] },
      { domain: 'four.example', tags: [client('muller'), client('Acme Tools')] },
    );
    const page = await open('/settings?section=tags', { as: someone });
    const panel = page.getByRole('region', { name: 'Look-alikes' });
    const group = (into: string) => panel.getByRole('listitem').filter({ hasText: into });
    const acmeTools = group('client: acmetools 1 domain into client: Acme Tools 2 domains');
    await acmeTools.waitFor();
    assert.match(
      (await group('into client: Müller 2 domains').textContent()) ?? '',
      /MULLER.*muller|muller.*MULLER/,
    );
    await assertAccessible(page, 'look-alikes');
    await shot(page, 'look-alikes');
    await acmeTools.getByRole('checkbox').uncheck();
    await panel.getByRole('button', { name: 'Merge 2' }).waitFor();
    await acmeTools.getByRole('checkbox').check();
    await panel.getByRole('button', { name: 'Merge 3' }).click();
    await toastShown(page, '3 tags merged on 2 domains');
    await panel.waitFor({ state: 'detached' });
    const line = (text: string) => page.getByRole('listitem').filter({ hasText: text });
    await line('client: Müller').getByText('4 domains').waitFor();
    await line('client: Acme Tools').getByText('3 domains').waitFor();
    await page.getByRole('button', { name: 'Undo' }).click();
    await panel.getByRole('button', { name: 'Merge 3' }).waitFor();
    await page.setViewportSize(phone);
    await shot(page, 'look-alikes-phone');
  });
});
