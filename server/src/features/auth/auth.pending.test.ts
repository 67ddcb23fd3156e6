import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { issueToken } from '../../access/one-time-tokens.ts';
import { Authenticator } from '../../../test/authenticator.ts';
import { startMailbox } from '../../../test/mailbox.ts';
import { linkIn, mailing, sendMail } from '../../../test/mailing.ts';
import { type Client, password, startApp } from '../../../test/test-app.ts';

const mailbox = await startMailbox();
const app = await startApp({ ...mailing(mailbox), SIGN_IN_FAILURES: '1000' });
const administrator = await app.user('admin@example.com');
const next = 'Better-Horse-2';

type Asked = { data: { options: { challenge: string } } };
type Challenged = { data: { challenge: { id: string } } };

/** Adds a passkey to an account; returns its recovery codes. */
async function secured(person: Client): Promise<string[]> {
  const asked = await person.call<Asked>('POST', '/auth/passkeys/options');
  const { challenge } = asked.body.data.options;
  const response = new Authenticator().create({ challenge, origin: app.config.publicUrl }, person.userId);
  const added = await person.call<{ data: { recoveryCodes: string[] } }>('POST', '/auth/passkeys', {
    name: 'key',
    response,
  });
  assert.equal(added.status, 201, added.text);
  return added.body.data.recoveryCodes;
}

/** Begins everything that a thief with the password and a session can begin, and returns how to complete each. */
async function begun(person: Client, code: string | undefined) {
  const { email, userId } = person;
  const thief = `thief-of-${email}`;
  await person.call('PUT', '/auth/me', { email: thief });
  await app.call('POST', '/auth/forgot', { email });
  await sendMail(app);
  const notice = mailbox.to(email).find((text) => text.includes('address/void')) ?? '';
  const tokens = {
    reset: linkIn(mailbox, email, 'reset'),
    address: linkIn(mailbox, thief, 'address'),
    voiding: /address\/void#token=([\w-]+)/.exec(notice)?.[1],
  };
  const signIn = await app.call<Challenged>('POST', '/auth/login', { email, password });
  const challengeId = signIn.body.data.challenge.id;
  const device = new Authenticator();
  const asked = await person.call<Asked>('POST', '/auth/passkeys/options');
  const response = device.create(
    { challenge: asked.body.data.options.challenge, origin: app.config.publicUrl },
    userId,
  );
  await person.call('POST', '/auth/totp');
  // One more change, whose mail waits.
  await person.call('PUT', '/auth/me', { email: `late-${thief}` });
  return async (session: Client | null) => {
    const body = { token: tokens.reset, password: next };
    assert.equal((await app.call('POST', '/auth/reset', body)).status, 400, 'reset link');
    assert.equal((await app.call('POST', '/auth/address', { token: tokens.address })).status, 400, 'address');
    const stop = await app.call('POST', '/auth/address/void', { token: tokens.voiding });
    assert.equal(stop.status, 400, 'void link');
    const second = await app.call('POST', '/auth/login/second', { challengeId, code });
    assert.equal(second.status, 401, `challenge: ${second.text}`);
    if (session) {
      const added = await session.call('POST', '/auth/passkeys', { name: 'theirs', response });
      assert.equal(added.status, 400, `passkey: ${added.text}`);
    }
    await sendMail(app);
    assert.equal(mailbox.to(`late-${thief}`).length, 0, 'a link that waited to be sent');
    for (const table of ['one_time_tokens', 'challenges'] as const)
      assert.deepEqual(await app.db.selectFrom(table).selectAll().where('userId', '=', userId).execute(), []);
    const factors = app.db.selectFrom('second_factors').selectAll().where('id', '=', userId);
    assert.deepEqual(await factors.execute(), [], 'an app that is not confirmed');
  };
}

/** A second session of a person whose account has a passkey. */
async function otherSession(person: Client, code: string | undefined): Promise<Client> {
  const { email } = person;
  const asked = await app.call<Challenged>('POST', '/auth/login', { email, password });
  const { body } = await app.call<{ data: { tokens: { accessToken: string; refreshToken: string } } }>(
    'POST',
    '/auth/login/second',
    { challengeId: asked.body.data.challenge.id, code },
  );
  const { accessToken: token, refreshToken } = body.data.tokens;
  const call: Client['call'] = (method, path, sent) => app.call(method, path, sent, token);
  return { ...person, token, refreshToken, call };
}

const ended = async ({ call }: Client) => assert.equal((await call('GET', '/auth/me')).status, 401);

/** What an owner, or an administrator, does against a thief; returns the session that is left. */
const remedies: Record<string, (owner: Client, thief: Client) => Promise<Client | null>> = {
  'a change of the password': async (owner, thief) => {
    const answer = await owner.call('POST', '/auth/password', { current: password, next });
    assert.equal(answer.status, 200, answer.text);
    await ended(thief);
    return owner;
  },
  'a reset of the password': async (owner, thief) => {
    // As `quartermaster reset-password` does, so that the mail which waits goes on waiting.
    const { userId } = owner;
    const issue = { purpose: 'reset', userId, email: null } as const;
    const token = await app.db.transaction().execute((tx) => issueToken(tx, issue));
    assert.equal((await app.call('POST', '/auth/reset', { token, password: next })).status, 200);
    await ended(thief);
    return null;
  },
  'the end of all other sessions': async (owner, thief) => {
    assert.equal((await owner.call('DELETE', '/auth/sessions')).status, 200);
    await ended(thief);
    return owner;
  },
  'the end of one session': async (owner, thief) => {
    const { body } = await owner.call<{ data: { sessions: { id: string; isCurrent: boolean }[] } }>(
      'GET',
      '/auth/sessions',
    );
    const id = body.data.sessions.find(({ isCurrent }) => !isCurrent)?.id ?? '';
    assert.equal((await owner.call('DELETE', `/auth/sessions/${id}`)).status, 200);
    await ended(thief);
    return owner;
  },
  'disabling the account': async (owner, thief) => {
    const change = (disabled: boolean) =>
      administrator.call('PUT', `/installation/accounts/${owner.userId}`, { disabled });
    assert.equal((await change(true)).status, 200);
    assert.equal((await change(false)).status, 200);
    await ended(thief);
    return null;
  },
  'the reuse of a refresh token': async (owner, thief) => {
    const refresh = (refreshToken: string) =>
      app.call<{ data: { refreshToken: string } }>('POST', '/auth/refresh', { refreshToken });
    const { refreshToken } = (await refresh(thief.refreshToken)).body.data;
    assert.equal((await refresh(refreshToken)).status, 200);
    await app.db.updateTable('refresh_tokens').set({ voidAt: 1 }).where('voidAt', 'is not', null).execute();
    assert.equal((await refresh(thief.refreshToken)).status, 401);
    return owner;
  },
};

describe('what waits to be completed for an account is void after', () => {
  for (const [what, remedy] of Object.entries(remedies))
    test(what, async () => {
      const owner = await app.user();
      const [first, second] = await secured(owner);
      const thief = await otherSession(owner, first);
      const fails = await begun(thief, second);
      await fails(await remedy(owner, thief));
    });
});

test('a sign-in that was checked before the password changed starts no session', async () => {
  const person = await app.user();
  const answers = await Promise.all([
    ...Array.from({ length: 4 }, () => app.call('POST', '/auth/login', { email: person.email, password })),
    person.call('POST', '/auth/password', { current: password, next }),
    ...Array.from({ length: 4 }, () => app.call('POST', '/auth/login', { email: person.email, password })),
  ]);
  assert.equal(answers[4]?.status, 200);
  const open = await app.db
    .selectFrom('sessions')
    .select('id')
    .where('userId', '=', person.userId)
    .where('endedAt', 'is', null)
    .execute();
  assert.equal(open.length, 1, 'the one that changed it');
});
