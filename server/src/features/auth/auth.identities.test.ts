import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { serverLimits } from '@quartermaster/contract/rules/server-limits';
import { confirmedAt } from '../../../test/confirmations.ts';
import { jobRun } from '../../../test/job-run.ts';
import { startMailbox } from '../../../test/mailbox.ts';
import { startVisits } from '../../../test/provider-visits.ts';
import { type Client, type TestApp, password } from '../../../test/test-app.ts';
import { jobs } from '../../app.ts';

interface Identity {
  id: string;
  issuer: string;
  createdAt: string;
  lastUsedAt: string | null;
}
interface Event {
  action: string;
  actor: { userId: string } | null;
  subject: string;
  details: object;
}

const visits = await startVisits();
const issuer = visits.settings.OIDC_ISSUER;
const mailbox = await startMailbox();
const app = await visits.start({ SMTP_URL: mailbox.url, MAIL_FROM: 'qm@example.com' });
const administrator = await app.user();

const emptied = async () => {
  const job = jobs(app.services).find(({ kind }) => kind === 'send-mails');
  await job?.run(jobRun());
};
const identitiesOf = async (person: Client): Promise<Identity[]> =>
  (await person.call<{ data: { identities: Identity[] } }>('GET', '/auth/identities')).body.data.identities;
const onlyOf = async (person: Client): Promise<Identity> => {
  const [first, ...others] = await identitiesOf(person);
  assert.equal(others.length, 0);
  return first ?? assert.fail('no identity is linked');
};
const events = async (action: string): Promise<Event[]> =>
  (
    await administrator.call<{ data: { events: Event[] } }>(
      'GET',
      `/installation/audit?action=${action}&limit=5`,
    )
  ).body.data.events;
const remove = (person: Client, id: string) =>
  person.call<{ data: object; error: { code: string; message: string } }>('DELETE', `/auth/identities/${id}`);
/** Calls as the person of a session that the identity provider began. */
const asSignedIn =
  (on: TestApp, token: string): Client['call'] =>
  (method, path, body, headers) =>
    on.call(method, path, body, token, headers);

let people = 0;
const account = () => ({ sub: `person-${(people += 1)}`, email: `person-${people}@elsewhere.example` });

describe('an identity linked with an account', () => {
  test('is listed with its last use, and told to the owner and the audit', async () => {
    const owner = await app.user('linker@example.com');
    const thief = account();
    assert.deepEqual(await identitiesOf(owner), []);
    assert.equal((await visits.link(app, owner, thief)).status, 200);
    const linked = await onlyOf(owner);
    assert.deepEqual(Object.keys(linked), ['id', 'issuer', 'createdAt', 'lastUsedAt']);
    assert.deepEqual([linked.issuer, linked.lastUsedAt], [issuer, null]);
    assert.equal((await visits.signIn(app, thief)).status, 200);
    const { lastUsedAt } = await onlyOf(owner);
    assert.ok(lastUsedAt !== null && lastUsedAt > linked.createdAt);
    const [event] = await events('identity.linked');
    assert.deepEqual(
      [event?.actor?.userId, event?.subject, event?.details],
      [owner.userId, owner.email, { issuer }],
    );
    await emptied();
    assert.match(mailbox.to(owner.email).join('\n'), new RegExp(`signs in at ${issuer} can now sign in`));
    assert.equal((await visits.link(app, owner, thief)).status, 200, 'linking it again');
    assert.equal((await identitiesOf(owner)).length, 1);
  });

  test('can be removed by its owner, which ends what it began', async () => {
    const owner = await app.user('owner@example.com');
    const thief = account();
    await visits.link(app, owner, thief);
    const stolen = (await visits.signIn(app, thief)).body.data.tokens.accessToken;
    const stranger = await app.user();
    const { id } = await onlyOf(owner);
    const unknown = await remove(stranger, '01a00000-0000-7000-8000-000000000000');
    const another = await remove(stranger, id);
    assert.deepEqual([another.status, another.text], [404, unknown.text]);
    assert.equal((await remove(owner, id)).status, 200);
    assert.deepEqual(await identitiesOf(owner), []);
    assert.equal((await asSignedIn(app, stolen)('GET', '/auth/me')).status, 401, 'the session of the thief');
    assert.equal((await owner.call('GET', '/auth/me')).status, 200);
    const back = await visits.signIn(app, thief);
    assert.notEqual(back.body.data.user.id, owner.userId);
    const [event] = await events('identity.removed');
    assert.deepEqual([event?.subject, event?.details], [owner.email, { issuer, sessions: 1 }]);
    await emptied();
    assert.match(mailbox.to(owner.email).join('\n'), /no longer signs in to the account owner@example.com/);
  });

  test('remains to be seen and removed after a new password and the end of all sessions', async () => {
    const owner = await app.user('robbed@example.com');
    const thief = account();
    await visits.link(app, owner, thief);
    const next = 'Another-Horse-2';
    await owner.call('POST', '/auth/password', { current: password, next });
    await owner.call('DELETE', '/auth/sessions');
    assert.equal((await visits.signIn(app, thief)).body.data.user.id, owner.userId);
    assert.equal((await remove(owner, (await onlyOf(owner)).id)).status, 200);
    const back = await visits.signIn(app, thief);
    assert.notEqual(back.body.data.user.id, owner.userId);
  });

  test('is neither linked nor removed without a recent confirmation', async () => {
    const owner = await app.user();
    await visits.link(app, owner, account());
    const { id } = await onlyOf(owner);
    await confirmedAt(app, owner);
    for (const refused of [await visits.link(app, owner, account()), await remove(owner, id)])
      assert.deepEqual([refused.status, refused.body.error.code], [403, 'CONFIRM_REQUIRED']);
    await confirmedAt(app, owner, Date.now());
    assert.equal((await remove(owner, id)).status, 200);
  });

  test('is not linked by a session that ended while the provider answered', async () => {
    const owner = await app.user();
    const visit = await visits.visitAs(app, account());
    // The session is cached, as on another server.
    await owner.call('GET', '/auth/me');
    await app.db.updateTable('sessions').set({ endedAt: 1 }).where('userId', '=', owner.userId).execute();
    const late = await owner.call('POST', '/auth/identities', visit);
    assert.equal(late.status, 401);
    const rows = app.db.selectFrom('identities').select('id').where('userId', '=', owner.userId);
    assert.deepEqual(await rows.execute(), []);
  });

  test('is one of a few', async () => {
    const owner = await app.user();
    const row = (n: number) => ({ issuer, subject: `many-${n}`, id: `many-${n}`, userId: owner.userId });
    const rows = Array.from({ length: serverLimits.identities }, (_, n) => ({
      ...row(n),
      createdAt: n,
      lastUsedAt: null,
    }));
    await app.db.insertInto('identities').values(rows).execute();
    const refused = await visits.link(app, owner, account());
    assert.deepEqual([refused.status, refused.body.error.code], [409, 'CONFLICT']);
  });

  test('begins no session if it is removed meanwhile', async () => {
    const owner = await app.user();
    const thief = account();
    await visits.link(app, owner, thief);
    const { useIdentity } = await import('../../access/identities.ts');
    const { id } = await onlyOf(owner);
    await remove(owner, id);
    await assert.rejects(
      app.db.transaction().execute((tx) => useIdentity(tx, id)),
      /no longer signs in/,
    );
  });
});

describe('the only way to sign in', () => {
  const passkeyOf = (userId: string, id: string) => ({
    id,
    userId,
    name: 'key',
    credentialId: id,
    publicKey: '',
    counter: 0,
    transports: '[]',
    createdAt: 1,
    lastUsedAt: null,
  });

  for (const PASSWORD_SIGN_IN of ['on', 'off'])
    test(`is not removed with PASSWORD_SIGN_IN=${PASSWORD_SIGN_IN}`, async () => {
      const on = await visits.start({ PASSWORD_SIGN_IN: 'on' });
      await on.user();
      on.config.passwordSignIn = PASSWORD_SIGN_IN === 'on';
      const first = account();
      const { user, tokens } = (await visits.signIn(on, first)).body.data;
      const person = { call: asSignedIn(on, tokens.accessToken), userId: user.id } as Client;
      const own = await onlyOf(person);
      const refused = await remove(person, own.id);
      assert.deepEqual([refused.status, refused.body.error.code], [409, 'CONFLICT']);
      assert.match(refused.body.error.message, /only way to sign in.* add a passkey first/i);

      assert.equal((await visits.link(on, person, account())).status, 200);
      const [one, other] = await identitiesOf(person);
      const both = await Promise.all([one, other].map((each) => remove(person, each?.id ?? '')));
      assert.deepEqual(both.map(({ status }) => status).sort(), [200, 409], 'two at once leave one');

      const id = '01a00000-0000-7000-8000-000000000003';
      await on.db.insertInto('passkeys').values(passkeyOf(user.id, id)).execute();
      assert.equal((await remove(person, (await onlyOf(person)).id)).status, 200, 'a passkey is another way');
      assert.equal((await person.call('DELETE', `/auth/passkeys/${id}`)).status, 409);
    });

  test('may be a passkey, and is no password where these are off', async () => {
    const on = await visits.start();
    await on.user();
    const person = await on.user();
    const id = '01a00000-0000-7000-8000-000000000001';
    await on.db.insertInto('passkeys').values(passkeyOf(person.userId, id)).execute();
    on.config.passwordSignIn = false;
    const refused = await person.call<{ error: { message: string } }>('DELETE', `/auth/passkeys/${id}`);
    assert.deepEqual([refused.status, /only way/.test(refused.body.error.message)], [409, true]);
    on.config.passwordSignIn = true;
    assert.equal((await person.call('DELETE', `/auth/passkeys/${id}`)).status, 200);
  });

  test('is no identity of a provider that the installation no longer has', async () => {
    const on = await visits.start();
    await on.user();
    const { user, tokens } = (await visits.signIn(on, account())).body.data;
    const person = { call: asSignedIn(on, tokens.accessToken), userId: user.id } as Client;
    const old = { issuer: 'https://old.example', subject: 's', id: '01a00000-0000-7000-8000-000000000002' };
    await on.db
      .insertInto('identities')
      .values({ ...old, userId: user.id, createdAt: 1, lastUsedAt: null })
      .execute();
    const current = (await identitiesOf(person)).find((each) => each.issuer === issuer);
    assert.equal((await remove(person, current?.id ?? '')).status, 409);
    assert.equal((await remove(person, old.id)).status, 200);
  });
});

describe('administrators of the installation', () => {
  const path = (person: Client, id: string) => `/installation/accounts/${person.userId}/identities/${id}`;

  test('see and remove the identities of an account', async () => {
    const owner = await app.user('managed@example.com');
    const thief = account();
    await visits.link(app, owner, thief);
    const identity = await onlyOf(owner);
    type Shown = { email: string; identities: Identity[] };
    const list = await administrator.call<{ data: { accounts: Shown[] } }>(
      'GET',
      '/installation/accounts?search=managed',
    );
    assert.deepEqual(list.body.data.accounts[0]?.identities, [identity]);
    assert.equal(Object.keys(list.body.data.accounts[0] ?? {}).at(-1), 'identities');
    const one = await administrator.call<{ data: { account: Shown } }>(
      'GET',
      `/installation/accounts/${owner.userId}`,
    );
    assert.deepEqual(one.body.data.account.identities, [identity]);

    assert.equal((await owner.call('DELETE', path(owner, identity.id))).status, 403);
    await confirmedAt(app, administrator);
    assert.equal((await administrator.call('DELETE', path(owner, identity.id))).status, 403);
    await confirmedAt(app, administrator, Date.now());
    const stranger = await app.user();
    assert.equal((await administrator.call('DELETE', path(stranger, identity.id))).status, 404);
    const removed = await administrator.call<{ data: { account: Shown } }>(
      'DELETE',
      path(owner, identity.id),
    );
    assert.deepEqual([removed.status, removed.body.data.account.identities], [200, []]);
    assert.equal((await owner.call('GET', '/auth/me')).status, 401, 'all sessions end');
    const [event] = await events('identity.removed');
    assert.deepEqual([event?.actor?.userId, event?.subject], [administrator.userId, owner.email]);
    await emptied();
    assert.match(mailbox.to(owner.email).join('\n'), /no longer signs in/);
  });

  test('do not lock a person out', async () => {
    const { user } = (await visits.signIn(app, account())).body.data;
    const row = app.db.selectFrom('identities').select('id').where('userId', '=', user.id);
    const { id } = await row.executeTakeFirstOrThrow();
    const refused = await administrator.call<{ error: { message: string } }>(
      'DELETE',
      path({ userId: user.id } as Client, id),
    );
    assert.deepEqual(
      [refused.status, refused.body.error.message.slice(0, 34)],
      [409, 'This is their only way to sign in.'],
    );
  });
});
