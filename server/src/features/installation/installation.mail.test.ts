import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { AuditEvent } from '@quartermaster/contract/audit/audit.schema';
import type { Installation } from '@quartermaster/contract/installation/installation.schema';
import { serverLimits } from '@quartermaster/contract/rules/server-limits';
import { sendingKind } from '../../mail/outbox.ts';
import { jobs } from '../../app.ts';
import { readConfig } from '../../config.ts';
import { freePort } from '../../../test/free-port.ts';
import { jobRun } from '../../../test/job-run.ts';
import { startMailbox } from '../../../test/mailbox.ts';
import { type Answer, type Client, type TestApp, startApp } from '../../../test/test-app.ts';

interface Tested {
  data: { to: string; problem: string | null };
}

const refused = (answer: Answer, status: number, code: string, message = /./) => {
  const { error } = answer.body as { error: { code: string; message: string } };
  assert.deepEqual([answer.status, error.code], [status, code]);
  assert.match(error.message, message);
};
const from = 'Quartermaster <inventory@example.com>';
const startWith = (url: string) => startApp({ SMTP_URL: url, MAIL_FROM: from });
const testMail = async (administrator: Client) =>
  (await administrator.call<Tested>('POST', '/installation/mail/test')).body.data;
const shown = async (administrator: Client) =>
  (await administrator.call<{ data: Installation }>('GET', '/installation')).body.data.mail;
/** Runs the job that sends mail. */
const send = async ({ services }: TestApp) => {
  const job = jobs(services).find(({ kind }) => kind === sendingKind);
  await job?.run(jobRun());
};

const mailbox = await startMailbox();
const app = await startWith(mailbox.url);
const administrator = await app.user('admin@example.com');

describe('a test mail', () => {
  test('goes to the administrator who asks for it, and is in the audit', async () => {
    assert.deepEqual(await testMail(administrator), { to: 'admin@example.com', problem: null });
    assert.match(mailbox.to('admin@example.com').join(''), /This installation can send mail/);
    mailbox.refuse(550, '5.1.1 No such user <admin@example.com>');
    assert.deepEqual(await testMail(administrator), {
      to: 'admin@example.com',
      problem: '550 5.1.1 No such user <…>',
    });
    mailbox.refuse(null);
    const { body } = await administrator.call<{ data: { events: AuditEvent[] } }>(
      'GET',
      '/installation/audit?action=mail.tested',
    );
    assert.deepEqual(
      body.data.events.map(({ actor, subject, details }) => [actor?.email, subject, details]),
      [
        ['admin@example.com', 'admin@example.com', { problem: '550 5.1.1 No such user <…>' }],
        ['admin@example.com', 'admin@example.com', { problem: null }],
      ],
    );
  });

  test('is for administrators of an installation with mail, a few at a time', async () => {
    const person = await app.user();
    refused(await person.call('POST', '/installation/mail/test'), 403, 'FORBIDDEN');
    const without = await startApp();
    refused(
      await (await without.user()).call('POST', '/installation/mail/test'),
      409,
      'CONFLICT',
      /Mail is not set up/,
    );
    const many = await startWith(mailbox.url);
    const other = await many.user();
    for (let sent = 0; sent < serverLimits.testMailsAtOnce; sent += 1)
      assert.equal((await testMail(other)).problem, null);
    const late = await other.call('POST', '/installation/mail/test');
    refused(late, 429, 'RATE_LIMITED');
    assert.ok(Number(late.headers.get('retry-after')) > 0);
  });
});

describe('mail that fails', () => {
  test('says why in the log and in the settings, without the recipient', async () => {
    const forget = (email: string) => app.call('POST', '/auth/forgot', { email });
    await app.user('ada.lovelace@example.com');
    const sentence =
      '5.7.1 ada.lovelace@example.com: ada.lovelace is not known (see ADA.Lovelace@Example.com, rcpt+x=y@mx.example)';
    mailbox.refuse(550, `${sentence} ${'x'.repeat(1000)}`);
    await forget('ada.lovelace@example.com');
    await send(app);
    mailbox.refuse(null);
    const reason = (await shown(administrator))?.lastError ?? '';
    assert.match(reason, /^550 5\.7\.1 …: … is not known \(see …, …\) x+/);
    assert.ok(reason.length <= 300);
    assert.ok(app.logs().includes(`"reason":"${reason}"`));
    assert.doesNotMatch(app.logs(), /lovelace/i);
    await forget('ada.lovelace@example.com');
    await send(app);
    assert.equal((await shown(administrator))?.lastError, null, 'mail works again');
  });

  test('names the refused connection and the refused login', async () => {
    const port = await freePort();
    const guarded = await startMailbox({ login: { user: 'u', pass: 'right' } });
    for (const [url, words] of [
      [`smtp://127.0.0.1:${port}`, /^ECONNREFUSED: The mail server refused the connection$/],
      [guarded.url.replace('right', 'wrong'), /^535 /],
    ] as const) {
      const own = await startWith(url);
      const person = await own.user();
      const { problem } = await testMail(person);
      assert.match(problem ?? '', words);
      assert.equal((await shown(person))?.lastError, problem);
      assert.ok(own.logs().includes('a test mail could not be sent'));
    }
  });
});

describe('the TLS of a mail server with a self-signed certificate', () => {
  test('is used unverified on this machine, verified where required, and not at all where it is off', async () => {
    const relay = await startMailbox({ startTls: true });
    for (const [query, isEncrypted] of [
      ['', true],
      ['?tls=opportunistic', true],
      ['?tls=off', false],
    ] as const) {
      const own = await startWith(relay.url + query);
      assert.equal((await testMail(await own.user())).problem, null, query);
      assert.equal(relay.received.at(-1)?.isEncrypted, isEncrypted, query);
    }
    const strict = await startWith(`${relay.url}?tls=required`);
    const count = relay.received.length;
    assert.match(
      (await testMail(await strict.user())).problem ?? '',
      /^DEPTH_ZERO_SELF_SIGNED_CERT: self-signed certificate/,
    );
    assert.equal(relay.received.length, count);
  });

  test('where the server offers none, is required or left out', async () => {
    const plain = await startMailbox();
    const own = await startWith(`${plain.url}?tls=opportunistic`);
    assert.equal((await testMail(await own.user())).problem, null);
    assert.equal(plain.received[0]?.isEncrypted, false);
    const strict = await startWith(`${plain.url}?tls=required`);
    assert.match(
      (await testMail(await strict.user())).problem ?? '',
      /^TLS is required; it answered: 5\d\d /,
    );
    assert.equal(plain.received.length, 1);
  });

  test('is required and verified, except on this machine, unless SMTP_URL says otherwise', () => {
    const tlsOf = (url: string) => readConfig({ SMTP_URL: url, MAIL_FROM: from }).mail?.server.tls;
    assert.equal(tlsOf('smtp://mail.example.com'), 'required');
    assert.equal(tlsOf('smtps://127.0.0.1'), 'required');
    for (const host of ['localhost', '127.0.0.1', '127.3.4.5', '[::1]'])
      assert.equal(tlsOf(`smtp://${host}`), 'opportunistic', host);
    for (const mode of ['required', 'opportunistic', 'off'])
      assert.equal(tlsOf(`smtp://mail.example.com?tls=${mode}`), mode);
    for (const url of [
      'smtp://mail.example.com?tls=none',
      'smtp://mail.example.com?tls=off&tls=required',
      'smtp://mail.example.com?TLS=off',
      'smtps://mail.example.com?tls=off',
    ])
      assert.throws(() => tlsOf(url), /SMTP_URL must be smtp:\/\/ or smtps:\/\/.*\?tls=required/, url);
  });
});
