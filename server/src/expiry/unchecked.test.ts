// On both engines: they are counted by a statement of their own.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type LookedUpThere, lookedUp } from '../../test/looked-up.ts';
import { createFrom, validBody } from '../../test/records.ts';
import { scopeTag, scopedMember } from '../../test/scoped-member.ts';
import { type Client, startApp } from '../../test/test-app.ts';
import { uncheckedDomains } from './unchecked.ts';

const app = await startApp();
await app.user();
const { tables } = app.services;

async function domain(client: Client, name: string, tags: object[] = []): Promise<string> {
  const body = { ...(await validBody(client, 'domains')), domain: name, tags };
  return (await createFrom(client, 'domains', body)).id;
}
const found = (day: string): LookedUpThere => ({ values: { expirationDate: `${day}T10:00:00.000Z` } });

test('domains are unchecked until what is switched on has answered about them', async () => {
  const user = await app.user();
  const owner = await app.ownerOf(user);
  const [one, other] = [await domain(user, 'one.example'), await domain(user, 'other.example')];
  const count = () => uncheckedDomains(app.db, owner, tables, { looksUp: true });
  assert.equal(await count(), 2);
  assert.equal(await uncheckedDomains(app.db, owner, tables, { looksUp: false }), 0);
  await lookedUp(app, owner.id, [one], found('2031-05-01'));
  assert.equal(await count(), 1);
  await lookedUp(app, owner.id, [other], { state: 'failing' });
  await lookedUp(app, owner.id, [other], { kind: 'dns', source: 'dns', values: {} });
  await domain(user, 'third.example');
  assert.equal(await count(), 2, 'one has an answer of DNS, but none of the registry');
  await lookedUp(app, owner.id, [other], found('2031-05-01'));
  assert.equal(await count(), 1);
  // An earlier answer counts.
  await lookedUp(app, owner.id, [other], { state: 'failing' });
  assert.equal(await count(), 1);
  await user.call('PUT', '/alert-settings', { look: { registration: false, dns: true } });
  assert.equal(await count(), 2, 'DNS has answered about one');
  await user.call('PUT', '/alert-settings', { look: { registration: false, dns: false } });
  assert.equal(await count(), 0, 'nothing is asked');
});

test('members with a scope are told of the domains in it', async () => {
  const owner = await app.user();
  await domain(owner, 'in.example', [scopeTag]);
  await domain(owner, 'out.example');
  const viewer = await scopedMember(app, owner, 'VIEWER');
  const answer = await viewer.call<{ data: { unchecked: number; lookUpsFailSince: string | null } }>(
    'GET',
    '/mismatches',
  );
  assert.equal(answer.body.data.unchecked, 0, 'the tests look nothing up');
  assert.equal(answer.body.data.lookUpsFailSince, null);
  const whole = await app.ownerOf(owner);
  const scoped = { ...whole, scopes: [[scopeTag]] };
  assert.equal(await uncheckedDomains(app.db, whole, tables, { looksUp: true }), 2);
  assert.equal(await uncheckedDomains(app.db, scoped, tables, { looksUp: true }), 1);
});
