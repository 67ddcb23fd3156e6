import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { serverLimits } from '@quartermaster/contract/rules/server-limits';
import { refusalOf, startMailbox } from '../../test/mailbox.ts';
import { linkIn, mailing, sendMail } from '../../test/mailing.ts';
import { type Client, password, startApp } from '../../test/test-app.ts';
import { deleteOldCounts } from './mail-limits.ts';

const mailbox = await startMailbox();
const app = await startApp({ ...mailing(mailbox), TRUST_PROXY: 'true' });
const hourMs = 3_600_000;

interface Invited {
  data: { invitation: { id: string; expiresAt: string }; url: string; mailed: boolean };
}
const invite = async ({ call }: Client, email: string): Promise<Invited['data']> => {
  const { status, text, body } = await call<Invited>('POST', '/invitations', { email, role: 'VIEWER' });
  assert.equal(status, 201, text);
  assert.equal(body.data.mailed, true, 'answered as usual');
  return body.data;
};
let network = 0;
const forget = async (email: string) => {
  const from = { 'x-forwarded-for': `192.0.2.${(network += 1)}` };
  assert.equal((await app.call('POST', '/auth/forgot', { email }, undefined, from)).status, 200);
};
const waiting = async () => (await app.db.selectFrom('mails').select('id').execute()).length;
const several = <T>(count: number, make: (index: number) => Promise<T>): Promise<T[]> =>
  Promise.all(Array.from({ length: count }, (_, index) => make(index)));

describe('mail is limited', () => {
  test('for each sender, whatever the sender does at once, and again after an hour', async (t) => {
    const owner = await app.user();
    await several(serverLimits.mailsOfSender + 6, (index) => invite(owner, `friend-${index}@example.com`));
    assert.equal(await waiting(), serverLimits.mailsOfSender);
    assert.equal((await owner.call('PUT', '/auth/me', { email: 'own-new@example.com' })).status, 200);
    assert.equal(await waiting(), serverLimits.mailsOfSender, 'neither a link nor its notice');
    const other = await app.user();
    await invite(other, 'friend-0@example.com');
    await sendMail(app);
    assert.equal(mailbox.received.length, serverLimits.mailsOfSender + 1);
    t.mock.timers.enable({ apis: ['Date'], now: Date.now() + hourMs });
    const { email } = owner;
    const signedIn = await app.call<{ data: { tokens: { accessToken: string } } }>('POST', '/auth/login', {
      email,
      password,
    });
    const { accessToken } = signedIn.body.data.tokens;
    await app.call('PUT', '/auth/me', { email: 'own-new@example.com' }, accessToken);
    await sendMail(app);
    assert.equal(mailbox.to('own-new@example.com').length, 1);
    assert.equal(mailbox.to(owner.email).length, 1);
  });

  test('for each recipient and kind, across senders and spellings', async () => {
    const owners = await several(3, () => app.user());
    const invited = 'Élodie@example.com';
    for (const email of [invited, invited.toLowerCase(), invited.normalize('NFD')])
      await Promise.all(owners.map((owner) => invite(owner, email)));
    assert.equal(await waiting(), serverLimits.mailsToRecipient);
    await app.db.deleteFrom('mails').execute();
    const [{ email } = { email: '' }] = owners;
    for (let count = 0; count < serverLimits.mailsToRecipient + 3; count += 1) await forget(email);
    await invite(owners[1] as Client, email);
    await sendMail(app);
    assert.equal(mailbox.to(email).length, serverLimits.mailsToRecipient + 1);
  });

  test('so that a link for a new address goes only with its notice', async () => {
    const person = await app.user();
    for (let count = 0; count < serverLimits.mailsToRecipient + 2; count += 1) {
      const email = `new-${count}@example.com`;
      const { body } = await person.call<{ data: { pendingEmail: string } }>('PUT', '/auth/me', { email });
      assert.equal(body.data.pendingEmail, email);
      await sendMail(app);
    }
    assert.equal(mailbox.to(person.email).length, serverLimits.mailsToRecipient);
    assert.equal(mailbox.to(`new-${serverLimits.mailsToRecipient}@example.com`).length, 0);
    const left = app.db.selectFrom('one_time_tokens').select('purpose').where('userId', '=', person.userId);
    assert.equal(
      (await left.execute()).length,
      1 + serverLimits.mailsToRecipient,
      'one for each link that was sent',
    );
    // The earliest notice stops the latest change, of which no notice told.
    const [, token] = /address\/void#token=([\w-]+)/.exec(mailbox.to(person.email)[0] ?? '') ?? [];
    assert.equal((await app.call('POST', '/auth/address/void', { token })).status, 200);
    const { body } = await person.call<{ data: { pendingEmail: null } }>('GET', '/auth/me');
    assert.equal(body.data.pendingEmail, null);
  });

  test('by counts that name no address and are deleted after their hour', async () => {
    const counts = () => app.db.selectFrom('mail_counts').selectAll().execute();
    assert.ok((await counts()).length > 0);
    assert.ok(!JSON.stringify(await counts()).includes('example.com'));
    await deleteOldCounts(app.db, Date.now() + 2 * hourMs);
    assert.deepEqual(await counts(), []);
  });
});

describe('mail leaves', () => {
  test('with reset links and notices first, also those that come while others are being sent', async () => {
    const [owner, person] = [await app.user(), await app.user()];
    const first = mailbox.received.length;
    for (let count = 0; count < 4; count += 1) await invite(owner, `slow-${count}@example.com`);
    mailbox.before = async (address) => {
      if (address !== 'slow-0@example.com') return;
      await person.call('PUT', '/auth/me', { email: 'urgent@example.com' });
      await forget(person.email);
    };
    await sendMail(app);
    mailbox.before = () => Promise.resolve();
    assert.deepEqual(
      mailbox.received.slice(first).map(({ to }) => to[0]),
      [
        ...['slow-0@example.com', person.email, 'urgent@example.com', person.email],
        ...['slow-1@example.com', 'slow-2@example.com', 'slow-3@example.com'],
      ],
    );
  });

  test('though others before it fail', async () => {
    const [owner, person] = [await app.user(), await app.user()];
    await invite(owner, 'full@example.com');
    await invite(owner, 'empty@example.com');
    await forget(person.email);
    const turned = new Set([person.email, 'full@example.com']);
    mailbox.before = (address) => (turned.has(address) ? Promise.reject(refusalOf(452)) : Promise.resolve());
    await sendMail(app);
    mailbox.before = () => Promise.resolve();
    assert.equal(mailbox.to('empty@example.com').length, 1);
    assert.equal(await waiting(), 2);
    await app.db.deleteFrom('mails').execute();
  });

  test('with a subject that nobody chooses, and names in the body only', async () => {
    const owner = await app.user();
    await owner.call('PUT', '/auth/me', { name: 'Your Bank' });
    const workspace = 'URGENT: pay at evil.example';
    const made = await owner.call<{ data: { workspace: { id: string } } }>('POST', '/workspaces', {
      name: workspace,
    });
    const headers = { 'x-workspace': made.body.data.workspace.id };
    await owner.call('POST', '/invitations', { email: 'mark@example.com', role: 'VIEWER' }, headers);
    await sendMail(app);
    const [head = '', ...rest] = (mailbox.to('mark@example.com')[0] ?? '').split('\r\n\r\n');
    assert.match(head, /^Subject: You are invited to a workspace in Quartermaster\r$/m);
    assert.doesNotMatch(head, /URGENT|Your Bank/);
    assert.match(rest.join('\n'), /Your Bank invites you to the workspace URGENT: pay at evil\.example\./);
  });
});

describe('the invitation in a mail', () => {
  test('has its days from when it is sent', async (t) => {
    const owner = await app.user();
    const { invitation } = await invite(owner, 'patient@example.com');
    const asked = Date.now();
    t.mock.timers.enable({ apis: ['Date'], now: asked + 6 * 24 * hourMs });
    await sendMail(app);
    t.mock.timers.setTime(asked + 12 * 24 * hourMs);
    const token = linkIn(mailbox, 'patient@example.com', 'invitation');
    const email = 'patient@example.com';
    const joined = await app.call('POST', '/auth/register', {
      email,
      password,
      invitation: token,
    });
    assert.equal(joined.status, 201, joined.text);
    assert.ok(Date.parse(invitation.expiresAt) < Date.now());
  });

  test('is not sent after it was withdrawn', async () => {
    const owner = await app.user();
    const { invitation } = await invite(owner, 'withdrawn@example.com');
    await owner.call('DELETE', `/invitations/${invitation.id}`);
    await sendMail(app);
    assert.equal(mailbox.to('withdrawn@example.com').length, 0);
    assert.equal(await waiting(), 0);
  });
});
