import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import type { Page } from 'playwright-core';
import type { AlertRule } from '@quartermaster/contract/alert-rules/alert-rules.schema';
import type { FactChange } from '@quartermaster/contract/fact-changes/fact-changes.schema';
import { rdapDomain, rdapListFile, startDns, startRdap } from '../server/test/lookup-servers.ts';
import { pick, seeded } from './domain-steps.ts';
import { type Operator, assertAccessible, desktop, phone, shot, startHarness } from './harness.ts';
import { toastShown } from './list-steps.ts';

/** What the registry says: of the one that was seized, something else from the second time on. */
const asked = new Map<string, number>();
const registry = await startRdap((name) => {
  const times = (asked.get(name) ?? 0) + 1;
  asked.set(name, times);
  const isSeized = name.startsWith('seized') && times > 1;
  const seized = {
    status: ['server hold', 'active'],
    nameservers: [{ ldhName: 'ns1.seized.example' }],
    secureDNS: { delegationSigned: false },
  };
  return { body: rdapDomain(name, '2090-01-31T00:00:00Z', isSeized ? seized : {}) };
});
const { open, operator } = await startHarness({
  settings: {
    LOOK_UPS: 'on',
    EGRESS_ALLOW: '127.0.0.0/8',
    DNS_SERVERS: [await startDns({}), await startDns({})].join(),
    RDAP_BOOTSTRAP: await rdapListFile({ one: registry.url }),
  },
});
const row = (page: Page, text: string) => page.locator('[data-row]', { hasText: text });

/** Two domains that were looked up twice, of which one has changed. */
async function changed(someone: Operator): Promise<FactChange[]> {
  await someone.api('PUT', '/alert-settings', { look: { registration: true, dns: false, tls: false } });
  asked.clear();
  await seeded(someone, { domain: 'seized.one' }, { domain: 'same.one' });
  const { domains } = await someone.api<{ domains: { id: string; domain: string }[] }>('GET', '/domains');
  const seized = domains.find(({ domain }) => domain === 'seized.one')?.id;
  for (let tries = 0; tries < 300; tries += 1) {
    if ((asked.get('same.one') ?? 0) > 0 && asked.get('seized.one') === 1)
      await someone.api('POST', `/domains/${seized}/look`, { kinds: ['registration'] });
    const { factChanges } = await someone.api<{ factChanges: FactChange[] }>('GET', '/fact-changes');
    if (factChanges.length === 3) return factChanges;
    await pause(200);
  }
  return assert.fail('nothing has changed');
}

describe('what changed out there', () => {
  test('is a list with search and filters, and stands in the record’s facts and history', async () => {
    const someone = await operator();
    const changes = await changed(someone);
    const page = await open('/expirations', { as: someone });
    await page.getByRole('link', { name: 'Changes' }).click();
    await row(page, 'Name servers').getByText('ns1.seized.example').waitFor();
    assert.deepEqual(await page.getByRole('columnheader').allTextContents(), [
      'When',
      'Name',
      'What',
      'Before → After',
      'Source',
    ]);
    assert.match(await row(page, 'DNSSEC').innerText(), /seized\.one[\s\S]*Yes\s*→\s*No[\s\S]*Registry/);
    await page.getByText('3 changes', { exact: true }).waitFor();
    await assertAccessible(page, 'changes');
    await shot(page, 'changes');
    await page.setViewportSize(phone);
    await shot(page, 'changes-phone');
    const isWider = await page.evaluate(() => document.documentElement.scrollWidth > innerWidth);
    assert.equal(isWider, false);
    await page.setViewportSize(desktop);

    await page.getByPlaceholder('Search changes...').fill('hold');
    await page.getByText('1 change', { exact: true }).waitFor();
    await page.getByPlaceholder('Search changes...').fill('nothing like it');
    await page.getByText('Nothing like that here').waitFor();
    await page.getByRole('button', { name: 'Clear Filters' }).first().click();
    await page.goto(new URL('/changes?field=dnssec', page.url()).href);
    await page.getByText('1 change', { exact: true }).waitFor();

    await row(page, 'DNSSEC').getByRole('link', { name: 'seized.one' }).click();
    const registration = page.getByRole('region', { name: 'Registration' });
    await registration.getByText(/^was ns1\.example\.net, ns2\.example\.net, until /).waitFor();
    await assertAccessible(page, 'facts that changed');
    await shot(page, 'facts-changed');
    await page.getByRole('link', { name: 'History' }).last().click();
    const lines = page.getByRole('listitem').filter({ hasText: 'of seized.one, Registry' });
    await lines.first().waitFor();
    assert.equal(await lines.count(), changes.length);
    await page.getByRole('listitem').filter({ hasText: 'Created by' }).waitFor();
    await shot(page, 'history-changed');

    await page.goto(new URL('/domains', page.url()).href);
    await row(page, 'same.one').waitFor();
    await pick(page, 'Changed since', '7 days ago');
    await page.waitForURL(/factChangedSince=\d{4}-\d\d-\d\d/);
    await shot(page, 'domains-changed-since');
    await row(page, 'seized.one').waitFor();
    assert.equal(await row(page, 'same.one').count(), 0);
  });

  test('is an alert with before and after, and rules choose what is told', async () => {
    const someone = await operator();
    await changed(someone);
    const page = await open('/alerts', { as: someone });
    await page
      .getByText(/Name servers changed: ns1\.example\.net, ns2\.example\.net → ns1\.seized\.example/)
      .waitFor();
    await page.getByText(/^On hold: /).waitFor();
    await shot(page, 'alerts-changed');
    await page.goto(new URL('/settings?section=rules', page.url()).href);
    const rules = page.getByRole('region', { name: 'Rules', exact: true });
    await rules.getByText('Also tell', { exact: true }).waitFor();
    await rules.getByRole('button', { name: 'Registrar', exact: true }).click();
    await shot(page, 'rule-changes');
    await rules.getByRole('button', { name: 'Save rule' }).click();
    await toastShown(page, 'Rule saved');
    const { alertRules } = await someone.api<{ alertRules: AlertRule[] }>('GET', '/alert-rules');
    assert.deepEqual(alertRules[0]?.changes, ['nameServers', 'transferLock', 'dnssec', 'hold']);
  });
});
