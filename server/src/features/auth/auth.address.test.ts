import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { serverLimits } from '@quartermaster/contract/rules/server-limits';
import { startMailbox } from '../../../test/mailbox.ts';
import { linkIn, mailing, sendMail } from '../../../test/mailing.ts';
import { type Answer, type Client, type TestApp, password, startApp } from '../../../test/test-app.ts';

interface Me {
  data: { user: { email: string }; pendingEmail: string | null };
}

const mailbox = await startMailbox();
const app = await startApp(mailing(mailbox));
const closed = await startApp({ ...mailing(mailbox), REGISTRATION: 'closed' });
await app.user('admin@example.com');

const refused = (answer: Answer, status: number, code: string) => {
  assert.equal(answer.status, status, answer.text);
  assert.equal((answer.body as { error: { code: string } }).error.code, code);
};
const ask = (person: Client, email: string) => person.call<Me>('PUT', '/auth/me', { email });
const confirm = (token: string) => app.call('POST', '/auth/address', { token });
const stop = (token: string) => app.call('POST', '/auth/address/void', { token });
const signIn = (email: string) => app.call('POST', '/auth/login', { email, password });
const pending = async (person: Client) => (await person.call<Me>('GET', '/auth/me')).body.data.pendingEmail;
const last = (address: string) => mailbox.to(address).at(-1) ?? '';

describe('a new address', () => {
  test('takes effect through a link mailed to it, and the old address is notified', async () => {
    const person = await app.user('before@example.com');
    const { body } = await ask(person, 'after@example.com');
    assert.deepEqual(
      [body.data.user.email, body.data.pendingEmail],
      ['before@example.com', 'after@example.com'],
    );
    await sendMail(app);
    assert.match(last('before@example.com'), /after@example\.com/);
    const token = linkIn(mailbox, 'after@example.com', 'address');
    const voiding = linkIn(mailbox, 'before@example.com', 'address/void');
    assert.equal((await signIn('before@example.com')).status, 200);
    assert.deepEqual((await confirm(token)).body, { data: { email: 'after@example.com' } });
    refused(await confirm(token), 400, 'VALIDATION_ERROR');
    refused(await stop(voiding), 400, 'VALIDATION_ERROR');
    assert.equal((await signIn('after@example.com')).status, 200);
    refused(await signIn('before@example.com'), 401, 'INVALID_CREDENTIALS');
    assert.equal(await pending(person), null);
  });

  test('is refused if it has been taken meanwhile', async () => {
    const person = await app.user();
    await ask(person, 'wanted@example.com');
    await sendMail(app);
    await app.user('wanted@example.com');
    refused(await confirm(linkIn(mailbox, 'wanted@example.com', 'address')), 409, 'CONFLICT');
  });

  test('is voided by the link in the notice to the old one, whichever change it came with', async () => {
    const person = await app.user();
    await ask(person, 'thief-1@example.com');
    await sendMail(app);
    const voiding = linkIn(mailbox, person.email, 'address/void');
    await ask(person, 'thief-2@example.com');
    await sendMail(app);
    assert.deepEqual((await stop(voiding)).body, { data: { voided: true } });
    assert.equal(await pending(person), null);
    for (const thief of ['thief-1@example.com', 'thief-2@example.com'])
      refused(await confirm(linkIn(mailbox, thief, 'address')), 400, 'VALIDATION_ERROR');
    refused(await stop(voiding), 400, 'VALIDATION_ERROR');
    refused(await stop(linkIn(mailbox, person.email, 'address/void')), 400, 'VALIDATION_ERROR');
    refused(await stop(linkIn(mailbox, 'thief-2@example.com', 'address')), 400, 'VALIDATION_ERROR');
    const events = app.db.selectFrom('audit_events').selectAll().where('action', '=', 'address.voided');
    const [event] = await events.execute();
    assert.deepEqual([event?.actorId, event?.subject], [person.userId, 'thief-2@example.com']);
  });

  test('has its hours from when the link is sent, and none once it was voided', async (t) => {
    const person = await app.user();
    await ask(person, 'later@example.com');
    const asked = Date.now();
    const almost = serverLimits.addressHours * 3_600_000 - 1000;
    t.mock.timers.enable({ apis: ['Date'], now: asked + almost });
    await sendMail(app);
    t.mock.timers.setTime(asked + 2 * almost);
    assert.equal((await confirm(linkIn(mailbox, 'later@example.com', 'address'))).status, 200);
    const other = await app.user();
    await ask(other, 'never@example.com');
    await app.db.deleteFrom('one_time_tokens').where('userId', '=', other.userId).execute();
    await sendMail(app);
    assert.equal(mailbox.to('never@example.com').length, 0, 'no link that is void');
    assert.match(last(other.email), /never@example\.com/, 'the notice all the same');
  });

  test('cannot be asked for in a session that has just ended', async () => {
    const person = await app.user();
    assert.equal((await person.call('GET', '/auth/me')).status, 200);
    // Behind this process's back, as another server does.
    await app.db.updateTable('sessions').set({ endedAt: 1 }).where('userId', '=', person.userId).execute();
    refused(await ask(person, 'behind@example.com'), 401, 'TOKEN_EXPIRED');
    await sendMail(app);
    assert.equal(mailbox.to('behind@example.com').length, 0);
  });
});

describe('an address that has an account', () => {
  /** Registers a person where registration is closed. */
  async function member({ db, call, user }: TestApp, email: string): Promise<Client> {
    const owner = await user('owner@example.com').catch(() => null);
    assert.ok(owner ?? db);
    const invited = await (owner as Client).call<{ data: { url: string } }>('POST', '/invitations', {
      email,
      role: 'VIEWER',
    });
    const invitation = invited.body.data.url.split('#token=')[1];
    const { body } = await call<{ data: { user: { id: string }; tokens: { accessToken: string } } }>(
      'POST',
      '/auth/register',
      { email, password, invitation },
    );
    const { accessToken: token } = body.data.tokens;
    return {
      token,
      refreshToken: '',
      userId: body.data.user.id,
      email,
      call: (method, path, sent, headers) => call(method, path, sent, token, headers),
    };
  }

  test('is told only to its owner where registration is closed', async () => {
    const person = await member(closed, 'curious@example.com');
    await sendMail(closed);
    const answers = [];
    for (const email of ['owner@example.com', 'nobody@example.com']) {
      const answer = await ask(person, email);
      const me = await person.call('GET', '/auth/me');
      answers.push([answer.status, me.status, `${answer.text}${me.text}`.replaceAll(email, 'X')]);
      await sendMail(closed);
    }
    const stamp = /"updatedAt":"[^"]+"/g;
    const [taken, free] = answers.map((answer) => answer.map((each) => String(each).replaceAll(stamp, '')));
    assert.deepEqual(taken, free);
    assert.match(last('owner@example.com'), /has an account already, so nothing changes/);
    assert.doesNotMatch(last('owner@example.com'), /#token=/);
    assert.match(last('nobody@example.com'), /\/address#token=/);
    assert.equal(mailbox.to(person.email).filter((text) => text.includes('address/void')).length, 2);
  });

  test('is a conflict where registration is open, or no mail is sent', async () => {
    const [one, other] = [await app.user(), await app.user()];
    refused(await ask(one, other.email), 409, 'CONFLICT');
    const silent = await startApp({ REGISTRATION: 'closed' });
    const person = await silent.user('owner@example.com');
    const invited = await member({ ...silent, user: () => Promise.resolve(person) }, 'second@example.com');
    refused(await ask(invited, 'owner@example.com'), 409, 'CONFLICT');
  });
});
