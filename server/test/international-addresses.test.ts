// On both engines: addresses are converted and compared in SQL.
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { domainToASCII } from 'node:url';
import type { DashboardStats } from '@quartermaster/contract/dashboard/dashboard.schema';
import type { EmailAccount } from '@quartermaster/contract/entities/emails/emails.schema';
import { listUsers } from '../src/commands/users.ts';
import { asciiAddresses } from '../src/records/table/ascii-addresses.ts';
import { jobRun } from './job-run.ts';
import { startMailbox } from './mailbox.ts';
import { linkIn, mailing, sendMail } from './mailing.ts';
import { createFrom } from './records.ts';
import { type Client, password, startApp } from './test-app.ts';

interface Signed {
  data: { user: { id: string; email: string } };
  error: { code: string };
}

const mailbox = await startMailbox({ login: { user: 'postmaster', pass: 'p@ss:word' } });
const app = await startApp({ ...mailing(mailbox), TRUST_PROXY: 'true' });
const administrator = await app.user('admin@example.com');

/** The address as browsers and mail servers send it. */
const inAscii = (email: string): string => {
  const [local = '', domain = ''] = email.split('@');
  return `${local}@${domainToASCII(domain)}`;
};
let clients = 0;
const send = (path: string, body: object) =>
  app.call<Signed>('POST', path, body, undefined, { 'x-forwarded-for': `192.0.2.${(clients += 1)}` });
const register = (email: string, more = {}) => send('/auth/register', { email, password, ...more });
const signIn = (email: string, secret = password) => send('/auth/login', { email, password: secret });
const nameOf = async (email: string) => (await signIn(email)).body.data.user.id;

const runJob = () => asciiAddresses(app.services).run(jobRun());
/** Stores an account as an earlier version did. */
const storedAs = (id: string, email: string, emailKey = email) =>
  app.db.updateTable('users').set({ email, emailKey }).where('id', '=', id).execute();
const storedUser = (id: string) =>
  app.db.selectFrom('users').select(['email', 'emailKey']).where('id', '=', id).executeTakeFirstOrThrow();
const until = (words: string) => assert.ok(app.logs().includes(words), words);

const spellings = [
  ['anna@bücher.example', 'Anna@BÜCHER.example'],
  ['anna@straße.example', 'anna@STRAßE.example'],
  ['anna@نامه‌ای.example', 'anna@نامه‌ای.example'],
  ['anna@σασ.example', 'anna@ΣΑΣ.example'],
  ['jürgen@例え.example', 'JÜRGEN@例え。example'.replace('。', '.')],
] as const;

describe('an account with an international address', () => {
  for (const [n, [shown, typed]] of spellings.entries())
    test(`is one however it is spelled: ${shown}`, async () => {
      const [first, others] =
        n % 2 === 0 ? [inAscii(shown), [shown, typed]] : [shown, [inAscii(shown), typed]];
      const made = await register(first);
      assert.deepEqual([made.status, made.body.data.user.email], [201, shown]);
      for (const email of [first, ...others]) {
        assert.equal(await nameOf(email), made.body.data.user.id, email);
        assert.equal((await register(email)).status, 409, email);
      }
    });

  test('is another one than the domain that older rules make of its ß or joiner', async () => {
    for (const email of ['anna@strasse.example', 'anna@نامهای.example'])
      assert.equal((await register(email)).status, 201, email);
  });

  test('resets its password in either spelling', async () => {
    for (const [n, [email]] of spellings.slice(0, 2).entries()) {
      const next = `Better-Horse-${n}`;
      assert.equal((await send('/auth/forgot', { email: n === 0 ? inAscii(email) : email })).status, 200);
      await sendMail(app);
      const token = linkIn(mailbox, email, 'reset');
      assert.equal((await send('/auth/reset', { token, password: next })).status, 200);
      assert.equal((await signIn(email, next)).status, 200);
    }
  });

  test('is found by the administrator in either spelling', async () => {
    const { userId } = await app.user('rosa@käse.example');
    for (const search of ['käse', 'rosa@kä', 'KÄSE.example', inAscii('rosa@käse.example'), 'xn--kse-qla']) {
      const { body } = await administrator.call<{ data: { accounts: { id: string; email: string }[] } }>(
        'GET',
        `/installation/accounts?search=${encodeURIComponent(search)}`,
      );
      assert.deepEqual(
        body.data.accounts.map(({ id, email }) => [id, email]),
        [[userId, 'rosa@käse.example']],
        search,
      );
    }
  });
});

describe('an invitation to an international address', () => {
  const invite = async (email: string) => {
    const answer = await administrator.call<{ data: { invitation: { email: string }; url: string } }>(
      'POST',
      '/invitations',
      { email, role: 'VIEWER' },
    );
    assert.equal(answer.status, 201, answer.text);
    return { ...answer.body.data.invitation, token: answer.body.data.url.split('#token=')[1] ?? '' };
  };

  test('is accepted by registering in the other spelling', async () => {
    const [shown, ascii] = ['neu@größe.example', inAscii('neu@größe.example')];
    const { email, token } = await invite(ascii);
    assert.equal(email, shown);
    assert.equal((await register('neu@grosse.example', { invitation: token })).status, 404);
    assert.equal((await register(shown, { invitation: token })).status, 201);
  });

  test('is accepted by who has an account in the other spelling, and replaces an earlier one', async () => {
    const person = await app.user(inAscii('da@größe.example'));
    const earlier = await invite('da@größe.example');
    const { token } = await invite('da@GRÖßE.example');
    const accept = (given: string) => person.call('POST', '/invitations/accept', { token: given });
    assert.equal((await accept(earlier.token)).status, 404);
    assert.equal((await accept(token)).status, 200);
    const again = { email: inAscii('da@größe.example'), role: 'VIEWER' };
    assert.equal((await administrator.call('POST', '/invitations', again)).status, 409);
  });
});

describe('an email account with an international address', () => {
  const create = (owner: Client, email: string) =>
    owner.call<{ data: { emailAccount: EmailAccount } }>('POST', '/emails', { email, password: 'x' });
  const found = async (owner: Client, path: string, key: string) =>
    (await owner.call<{ data: Record<string, { id: string }[]> }>('GET', path)).body.data[key]?.map(
      ({ id }) => id,
    );

  test('is unique in all spellings, shown in Unicode and found by each', async () => {
    const owner = await app.user();
    const made = await create(owner, inAscii('box@bücher.example'));
    const { id, email } = made.body.data.emailAccount;
    assert.equal(email, 'box@bücher.example');
    for (const other of ['box@bücher.example', 'Box@BÜCHER.example', inAscii(email)])
      assert.equal((await create(owner, other)).status, 409, other);
    const { id: registratorTypeId } = await createFrom(owner, 'registrator-types', {
      name: 'R',
      hasApi: false,
    });
    const account = await createFrom(owner, 'registrator-accounts', {
      registratorTypeId,
      emailAccountId: id,
      isGoogleLogin: true,
    });
    for (const words of ['bücher', 'BÜCH', 'box@bü', 'xn--bcher-kva', 'box@']) {
      const search = encodeURIComponent(words);
      assert.deepEqual(await found(owner, `/emails?search=${search}`, 'emailAccounts'), [id], words);
      const path = `/registrator-accounts?search=${search}`;
      assert.deepEqual(await found(owner, path, 'registratorAccounts'), [account.id], words);
    }
    const renamed = await owner.call('PUT', `/emails/${id}`, { email: inAscii('box@käse.example') });
    assert.equal(renamed.status, 200, renamed.text);
    assert.equal((await create(owner, 'box@käse.example')).status, 409);
    assert.equal((await create(owner, 'box@bücher.example')).status, 201);
  });

  test('is referred to by name in each spelling', async () => {
    const owner = await app.user();
    await create(owner, 'box@bücher.example');
    await createFrom(owner, 'registrator-types', { name: 'R', hasApi: false });
    const rows = ['box@bücher.example', inAscii('box@bücher.example')].map((emailAccount) => ({
      registratorType: 'R',
      emailAccount,
      isGoogleLogin: true,
    }));
    const imported = await owner.call<{ data: { errors: unknown[] } }>(
      'POST',
      '/registrator-accounts/bulk-import',
      {
        accounts: rows,
      },
    );
    assert.deepEqual(imported.body.data.errors, [], imported.text);
  });
});

describe('addresses that an earlier version stored', () => {
  test('sign in in each spelling before and after the job makes their keys ASCII', async () => {
    const older = await app.user('kim@example.com');
    await storedAs(older.userId, 'kim@öl.example');
    const sent = await app.user('tom@example.com');
    await storedAs(sent.userId, inAscii('tom@öl.example'));
    const all = [older.userId, sent.userId];
    const each = async () => {
      for (const [n, name] of ['kim', 'tom'].entries())
        for (const email of [`${name}@öl.example`, `${name}@ÖL.example`, inAscii(`${name}@öl.example`)]) {
          assert.equal(await nameOf(email), all[n], email);
          assert.equal((await register(email)).status, 409, email);
        }
    };
    await each();
    await runJob();
    await each();
    for (const [n, name] of ['kim', 'tom'].entries())
      assert.deepEqual(await storedUser(all[n] ?? ''), {
        email: `${name}@öl.example`,
        emailKey: inAscii(`${name}@öl.example`),
      });
  });

  test('keep their keys if these would clash, are logged, listed and never sign in as one another', async ({
    mock,
  }) => {
    const [unicode, ascii] = [await app.user('u@example.com'), await app.user('a@example.com')];
    const [shown, sent] = ['twin@öl.example', inAscii('twin@öl.example')];
    await storedAs(unicode.userId, shown);
    await storedAs(ascii.userId, sent);
    await runJob();
    assert.deepEqual(await storedUser(unicode.userId), { email: shown, emailKey: shown });
    assert.deepEqual(await storedUser(ascii.userId), { email: sent, emailKey: sent });
    assert.equal(await nameOf(shown), unicode.userId);
    assert.equal(await nameOf(sent), ascii.userId);
    until(`"table":"users","id":"${unicode.userId}","other":"${ascii.userId}"`);
    await app.db.updateTable('users').set({ passwordHash: '' }).where('id', '=', unicode.userId).execute();
    assert.equal((await signIn(shown)).status, 401, 'the other password opens the other account alone');
    const { mock: printed } = mock.method(process.stderr, 'write', () => true);
    const table = await listUsers(app.config);
    const [said] = printed.calls.map(({ arguments: [text] }) => String(text));
    assert.match(said ?? '', /^twin@\S+ and twin@\S+ are one address in different spellings\. /);
    printed.restore();
    assert.ok(table.includes(shown) && table.includes(sent));
    await storedAs(ascii.userId, 'other@example.com');
    await runJob();
    assert.deepEqual(await storedUser(unicode.userId), { email: shown, emailKey: sent });
  });

  test('of email accounts too, which Problems then lists', async () => {
    const owner = await app.user();
    const made = async (name: string, email: string) => {
      const { id } = await createFrom(owner, 'emails', { email: `${name}@example.com`, password: 'x' });
      await app.db
        .updateTable('email_accounts')
        .set({ email, emailKey: email })
        .where('id', '=', id)
        .execute();
      return id;
    };
    const read = async (id: string) =>
      app.db
        .selectFrom('email_accounts')
        .select(['email', 'emailKey'])
        .where('id', '=', id)
        .executeTakeFirst();
    const alone = await made('one', 'alone@öl.example');
    const sentAlone = await made('two', inAscii('sent@öl.example'));
    const kept = await made('three', 'twin@öl.example');
    const other = await made('four', inAscii('twin@öl.example'));
    await runJob();
    const oil = (name: string) => ({ email: `${name}@öl.example`, emailKey: inAscii(`${name}@öl.example`) });
    assert.deepEqual(await read(alone), oil('alone'));
    assert.deepEqual(await read(sentAlone), oil('sent'));
    assert.deepEqual(await read(kept), { email: 'twin@öl.example', emailKey: 'twin@öl.example' });
    until(`"table":"email_accounts","id":"${kept}","other":"${other}"`);
    const listed = async (flag: string) => {
      const path = `/emails?ambiguousAddress=${flag}&search=${encodeURIComponent('öl.')}`;
      const { body } = await owner.call<{ data: { emailAccounts: { id: string }[] } }>('GET', path);
      return body.data.emailAccounts.map(({ id }) => id).toSorted();
    };
    const count = async () =>
      (await owner.call<{ data: { stats: DashboardStats } }>('GET', '/dashboard/stats')).body.data.stats.toDo
        .emailsWithAmbiguousAddress;
    assert.equal(await count(), 1);
    // The clashing one that was sent in ASCII keeps being shown as its key, and the kept one was not indexed anew.
    assert.deepEqual(await listed('false'), [alone, sentAlone].toSorted());
    const edited = await owner.call('PUT', `/emails/${kept}`, { comment: 'Which one?' });
    assert.equal(edited.status, 200, edited.text);
    assert.deepEqual(await listed('true'), [kept]);
    assert.equal((await owner.call('DELETE', `/emails/${other}`)).status, 200);
    await runJob();
    assert.deepEqual(await read(kept), oil('twin'));
    assert.equal(await count(), 0);
  });
});
