// On both engines: what follows a tag is read and written by statements of its own.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Undone } from '@quartermaster/contract/history/history.schema';
import type { Scope } from '@quartermaster/contract/members/members.schema';
import type { TagChange } from '@quartermaster/contract/tags/tags.schema';
import { join, makeToken, tokensOf } from '../../../test/api-tokens.ts';
import { confirmedAt } from '../../../test/confirmations.ts';
import { createFrom, validBody } from '../../../test/records.ts';
import { type Client, startApp } from '../../../test/test-app.ts';

const app = await startApp();
await app.user();

type Failed = { error: { code: string; message: string } };
const acme = { type: 'client', value: 'acme' };
const globex = { type: 'client', value: 'globex' };

async function change(client: Client, body: object): Promise<TagChange> {
  const answer = await client.call<{ data: TagChange }>('POST', '/tags/change', body);
  assert.equal(answer.status, 200, answer.text);
  return answer.body.data;
}
const undo = (client: Client, batchId: string | null, body: object = {}) =>
  client.call<{ data: Undone } & Failed>('POST', `/history/${batchId}/undo`, body);
async function undone(client: Client, batchId: string | null): Promise<Undone> {
  const answer = await undo(client, batchId);
  assert.equal(answer.status, 200, answer.text);
  return answer.body.data;
}
const data = async <T>(client: Client, path: string): Promise<T> =>
  (await client.call<{ data: T }>('GET', path)).body.data;
const add = async (client: Client, tags: object[]) =>
  createFrom(client, 'domains', { ...(await validBody(client, 'domains')), tags });

/** A workspace in which everything that can name the client acme does, and a member who sees that client alone. */
async function place() {
  const [owner, member] = [await app.user(), await app.user()];
  const headers = await join(app, owner, member, 'EDITOR');
  const [mine, theirs] = [await add(owner, [acme]), await add(owner, [globex])];
  await owner.call('PUT', `/members/${member.userId}`, { scope: [acme] });
  await makeToken(owner, { name: 'Monitor', scope: [acme, globex] });
  const email = `${member.userId}@example.com`;
  await owner.call('POST', '/invitations', { email, role: 'VIEWER', secrets: false, scope: [acme] });
  await owner.call('POST', '/views', { area: 'domains', name: 'Acme', query: 'tags=client%3Aacme' });
  const rule = await owner.call('POST', '/alert-rules', { name: 'For Acme', tag: acme });
  assert.equal(rule.status, 201, rule.text);
  const calendar = await owner.call('POST', '/calendars', { name: 'Acme', tags: 'client:acme' });
  assert.equal(calendar.status, 201, calendar.text);
  const named = async () => {
    const { members } = await data<{ members: { userId: string; scope: Scope }[] }>(owner, '/members');
    const { invitations } = await data<{ invitations: { scope: Scope }[] }>(owner, '/invitations');
    const { alertRules } = await data<{ alertRules: { name: string; tag: object }[] }>(owner, '/alert-rules');
    const { views } = await data<{ views: { query: string }[] }>(owner, '/views');
    const { calendars } = await data<{ calendars: { tags: string }[] }>(owner, '/calendars');
    return {
      member: members.find(({ userId }) => userId === member.userId)?.scope,
      invitation: invitations.map(({ scope }) => scope),
      token: (await tokensOf(owner)).map(({ scope }) => scope),
      rule: alertRules.find(({ name }) => name === 'For Acme')?.tag,
      view: views.map(({ query }) => query),
      calendar: calendars.map(({ tags }) => tags),
    };
  };
  const sees = async (): Promise<string[]> => {
    const { text } = await member.call('GET', '/domains', undefined, headers);
    return [mine, theirs].filter(({ id }) => text.includes(id)).map(({ id }) => id);
  };
  return { owner, member, headers, mine: mine.id, theirs: theirs.id, named, sees };
}

test('the undo of a merge gives scopes, rules, views and calendars their tag back, its undo takes it again', async () => {
  const { owner, mine, theirs, named, sees } = await place();
  const before = await named();
  const merged = await change(owner, { ...acme, to: globex });
  assert.equal(merged.scopes.count, 3);
  assert.deepEqual(merged.rules, { count: 1, first: [{ name: 'For Acme' }] });
  const after = await named();
  assert.deepEqual(after, {
    member: [globex],
    invitation: [[globex]],
    token: [[globex]],
    rule: globex,
    view: ['tags=client%3Aglobex'],
    calendar: ['client:globex'],
  });
  assert.deepEqual(await sees(), [mine, theirs]);
  const back = await undone(owner, merged.batchId);
  assert.deepEqual(back.followers, { restored: 6, count: 0, changed: [] });
  assert.deepEqual(await named(), before);
  assert.deepEqual(await sees(), [mine]);
  await undone(owner, back.batch?.id ?? '');
  assert.deepEqual(await named(), after);
});

test('an undo leaves what somebody changed since, and names it', async () => {
  const { owner, member, named } = await place();
  const renamed = await change(owner, { ...acme, to: { type: 'client', value: 'acme inc' } });
  await owner.call('PUT', `/members/${member.userId}`, { scope: [globex] });
  const preview = await undo(owner, renamed.batchId, { dryRun: true });
  const { followers } = await undone(owner, renamed.batchId);
  assert.deepEqual(preview.body.data.followers, followers);
  assert.deepEqual(followers, {
    restored: 5,
    count: 1,
    changed: [{ kind: 'member', name: member.email }],
  });
  const { member: scope, rule } = await named();
  assert.deepEqual([scope, rule], [[globex], acme]);
});

test('an undo of scopes needs the rights of the act, as they are now', async () => {
  const { owner, member, headers, named } = await place();
  await owner.call('PUT', `/members/${member.userId}`, { role: 'ADMIN' });
  await add(owner, [{ type: 'env', value: 'live' }]);
  await makeToken(owner, { name: 'Live', scope: [{ type: 'env', value: 'live' }] });
  await confirmedAt(app, member, Date.now());
  const asked = { type: 'env', value: 'live', to: { type: 'env', value: 'prod' } };
  const byMember = await member.call<{ data: TagChange }>('POST', '/tags/change', asked, headers);
  const { batchId } = byMember.body.data;
  const scopes = await named();
  await owner.call('PUT', `/members/${member.userId}`, { role: 'EDITOR' });
  app.services.sessions.forget();
  for (const body of [{}, { dryRun: true }]) {
    const refused = await member.call<Failed>('POST', `/history/${batchId}/undo`, body, headers);
    assert.equal(refused.status, 403, refused.text);
    assert.match(refused.body.error.message, /changed scopes.*the role ADMIN or OWNER/);
  }
  const { value } = await makeToken(owner, { name: 'Writer', permissions: ['read', 'write'] });
  const byToken = await app.call<Failed>('POST', `/history/${batchId}/undo`, {}, value);
  assert.equal(byToken.status, 403);
  await confirmedAt(app, owner);
  const unconfirmed = await undo(owner, batchId);
  assert.equal(unconfirmed.body.error.code, 'CONFIRM_REQUIRED');
  assert.deepEqual((await named()).token.length, scopes.token.length + 1);
  await confirmedAt(app, owner, Date.now());
  assert.equal((await undone(owner, batchId)).followers?.restored, 1);
});

test('a tag that a rule is for is not deleted, and the refusal names the scopes, rules and views that hold it', async () => {
  const { owner, member } = await place();
  for (const dryRun of [true, false]) {
    const refused = await owner.call<Failed>('POST', '/tags/change', { ...acme, to: null, dryRun });
    assert.equal(refused.status, 409);
    const { message } = refused.body.error;
    assert.match(message, new RegExp(`whole scope of ${member.email.replace('.', '[.]')}`));
    assert.match(message, /The alert rule "For Acme" would hold for nothing/);
    assert.match(message, new RegExp(`in the saved view "Acme" of ${owner.email.replace('.', '[.]')}`));
  }
});
