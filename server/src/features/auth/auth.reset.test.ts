import assert from 'node:assert/strict';
import { createServer, type AddressInfo } from 'node:net';
import { describe, test } from 'node:test';
import { limits } from '@quartermaster/contract/rules/limits';
import { serverLimits } from '@quartermaster/contract/rules/server-limits';
import { startMailbox } from '../../../test/mailbox.ts';
import { linkIn as linkTo, mailing, sendMail } from '../../../test/mailing.ts';
import { type Answer, password, startApp } from '../../../test/test-app.ts';

interface Failure {
  error: { code: string; message: string; details?: { fields: Record<string, string> } };
}

const mailbox = await startMailbox({ login: { user: 'postmaster', pass: 'p@ss:word' } });
const app = await startApp({ ...mailing(mailbox), TRUST_PROXY: 'true' });
await app.user('admin@example.com');
const next = 'Better-Horse-2';

const refused = (answer: Answer, status: number, code: string, fields?: Record<string, string>) => {
  assert.equal(answer.status, status, answer.text);
  const { error } = answer.body as Failure;
  assert.equal(error.code, code);
  if (fields) assert.deepEqual(error.details?.fields, fields);
};

const send = () => sendMail(app);
const linkIn = (address: string, page: string) => linkTo(mailbox, address, page);
let network = 0;
/** Asks for a reset link, by default from a new client. */
const forget = (email: string, from = `192.0.2.${(network += 1)}`) =>
  app.call('POST', '/auth/forgot', { email }, undefined, { 'x-forwarded-for': from, host: 'evil.example' });
const reset = (token: string, secret = next) => app.call('POST', '/auth/reset', { token, password: secret });
const signIn = (email: string, secret: string) =>
  app.call('POST', '/auth/login', { email, password: secret });

describe('a forgotten password', () => {
  test('is replaced by a link that is mailed, once, and all sessions end', async () => {
    const person = await app.user();
    assert.deepEqual((await forget(person.email.toUpperCase())).body, { data: { accepted: true } });
    const [row] = await app.db.selectFrom('mails').selectAll().execute();
    assert.ok(row && !JSON.stringify(row).includes(person.email), 'the mail waits sealed');
    await send();
    const [mail = ''] = mailbox.to(person.email);
    assert.match(mail, /From: Quartermaster <qm@example\.com>/);
    assert.ok(!mail.includes('evil.example'));
    const token = linkIn(person.email, 'reset');
    const stored = await app.db.selectFrom('one_time_tokens').selectAll().execute();
    assert.ok(!JSON.stringify(stored).includes(token));
    refused(await reset(token, 'short'), 400, 'VALIDATION_ERROR', {
      password: 'Password must be at least 8 characters',
    });
    assert.deepEqual((await reset(token)).body, { data: { reset: true } });
    refused(await person.call('GET', '/auth/me'), 401, 'TOKEN_EXPIRED');
    refused(await signIn(person.email, password), 401, 'INVALID_CREDENTIALS');
    assert.equal((await signIn(person.email, next)).status, 200);
    refused(await reset(token), 400, 'VALIDATION_ERROR', {
      token: 'The link is not valid any more; ask for a new one',
    });
    await send();
    assert.match(mailbox.to(person.email).at(-1) ?? '', /was replaced by a link/);
    assert.deepEqual(await app.db.selectFrom('mails').selectAll().execute(), []);
  });

  test('of an unknown address gets the same answer, and no mail', async () => {
    const person = await app.user();
    const [known, unknown] = [await forget(person.email), await forget('nobody@example.com')];
    assert.deepEqual([known.status, known.text], [unknown.status, unknown.text]);
    assert.equal((await app.db.selectFrom('mails').select('id').execute()).length, 2);
    await send();
    assert.equal(mailbox.to(person.email).length, 1);
    assert.equal(mailbox.to('nobody@example.com').length, 0);
    assert.deepEqual(await app.db.selectFrom('mails').selectAll().execute(), []);
  });

  test('of a disabled account stays, and an earlier link is void', async () => {
    const person = await app.user();
    await forget(person.email);
    await send();
    const token = linkIn(person.email, 'reset');
    await app.db.updateTable('users').set({ disabledAt: 1 }).where('id', '=', person.userId).execute();
    refused(await reset(token), 400, 'VALIDATION_ERROR');
    await forget(person.email);
    await send();
    assert.equal(mailbox.to(person.email).length, 1);
  });

  test('can be replaced for an hour, by the newest link alone', async (t) => {
    const person = await app.user();
    await forget(person.email);
    await send();
    const first = linkIn(person.email, 'reset');
    await forget(person.email);
    await send();
    const second = linkIn(person.email, 'reset');
    assert.notEqual(first, second);
    refused(await reset(first), 400, 'VALIDATION_ERROR');
    t.mock.timers.enable({ apis: ['Date'], now: Date.now() + limits.resetMinutes * 60_000 });
    refused(await reset(second), 400, 'VALIDATION_ERROR');
  });

  test('has limits: requests of one client, and mails to one address', async () => {
    const person = await app.user();
    for (let count = 0; count < serverLimits.mailsToRecipient + 2; count += 1)
      assert.equal((await forget(person.email)).status, 200);
    assert.equal(
      (await app.db.selectFrom('mails').select('id').execute()).length,
      serverLimits.mailsToRecipient,
    );
    await send();
    assert.equal(mailbox.to(person.email).length, serverLimits.mailsToRecipient);
    const asked = [];
    for (let count = 0; count <= serverLimits.resetsAtOnce; count += 1)
      asked.push((await forget(`nobody-${count}@example.com`, '198.51.100.1')).status);
    assert.deepEqual(asked, [...Array.from({ length: serverLimits.resetsAtOnce }, () => 200), 429]);
    await send();
  });

  test('needs the administrator where mail is not set up', async () => {
    const silent = await startApp();
    refused(await silent.call('POST', '/auth/forgot', { email: 'x@example.com' }), 403, 'FORBIDDEN');
  });
});

describe('mail', () => {
  test('is sent to invited people', async () => {
    const owner = await app.user();
    const { body } = await owner.call<{ data: { url: string; mailed: boolean } }>('POST', '/invitations', {
      email: 'friend@example.com',
      role: 'VIEWER',
    });
    assert.equal(body.data.mailed, true);
    await send();
    assert.equal(body.data.url.split('#token=')[1], linkIn('friend@example.com', 'invitation'));
  });

  test('is retried, unless it is rejected permanently', async () => {
    const ask = () => forget('admin@example.com');
    const rows = () => app.db.selectFrom('mails').select(['attempts', 'nextAt', 'lastError']).execute();
    await ask();
    mailbox.refuse(450);
    await send();
    const [row] = await rows();
    assert.deepEqual([row?.attempts, row?.lastError], [1, '450 Refused']);
    assert.ok((row?.nextAt ?? 0) > Date.now());
    mailbox.refuse(null);
    await send();
    assert.equal(mailbox.to('admin@example.com').length, 0, 'not before its time');
    await app.db.updateTable('mails').set({ nextAt: 0 }).execute();
    await send();
    assert.equal(mailbox.to('admin@example.com').length, 1);
    await ask();
    mailbox.refuse(550);
    await send();
    mailbox.refuse(null);
    assert.deepEqual(await rows(), []);
    assert.ok(!app.logs().includes('admin@example.com'));
  });

  test('waits while the mail server is down, until its content expires', async (t) => {
    const closed = createServer().listen(0, '127.0.0.1');
    await new Promise((resolve) => closed.once('listening', resolve));
    const { port } = closed.address() as AddressInfo;
    await new Promise((resolve) => closed.close(resolve));
    const other = await startApp({ ...mailing(mailbox), SMTP_URL: `smtp://127.0.0.1:${port}` });
    await other.call('POST', '/auth/forgot', { email: (await other.user()).email });
    await sendMail(other);
    const waiting = await other.db.selectFrom('mails').select('lastError').execute();
    assert.equal(waiting.length, 1);
    assert.notEqual(waiting[0]?.lastError, null);
    t.mock.timers.enable({ apis: ['Date'], now: Date.now() + limits.resetMinutes * 60_000 });
    await sendMail(other);
    assert.deepEqual(await other.db.selectFrom('mails').selectAll().execute(), []);
  });

  test('that a rotation made unreadable is dropped', async () => {
    await forget('admin@example.com');
    await app.db.updateTable('mails').set({ sealed: 'v1.fingerprint.AAAAAAAAAAAAAAAA.AAAA' }).execute();
    await send();
    assert.deepEqual(await app.db.selectFrom('mails').selectAll().execute(), []);
  });
});
