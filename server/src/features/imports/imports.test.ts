// On both engines: rows are matched with records in SQL.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { apply, choose, preview, rowsOf, some } from '../../../test/imports.ts';
import { createFrom, createRecord, validBody } from '../../../test/records.ts';
import { type Client, startApp } from '../../../test/test-app.ts';

const app = await startApp();
await app.user();

type Body = Record<string, unknown>;
async function listOf(client: Client, area: string, key: string): Promise<Body[]> {
  const { body } = await client.call<{ data: Record<string, Body[]> }>('GET', `/${area}`);
  return body.data[key] ?? [];
}

const canary = 'xyzzy-secret';

/** The paths of a record's latest changes of secrets, the newest first. */
const changedSecrets = async (recordId: unknown, count: number) => {
  const rows = await app.db
    .selectFrom('secret_changes')
    .select('path')
    .where('recordId', '=', String(recordId))
    .orderBy('at', 'desc')
    .limit(count)
    .execute();
  return rows.map(({ path }) => path);
};

test('a mailbox, an account and a domain come from one file, in one batch', async () => {
  const user = await app.user();
  const file = `Domain;Registrar;Registrar Email;Registrator Password;Email Password;Expires;Client
one.example;Namecheap;ops@acme.example;${canary}-account;${canary}-mail;31.01.2027;Acme
two.example;Namecheap;ops@acme.example;;;01.02.2027;`;
  const first = await preview(app, user, 'domains', 'shops.csv', file);
  assert.equal(first.state, 'mapping');
  assert.deepEqual(some(first.counts), { error: 2 });
  assert.deepEqual(
    first.missing.map(({ path, name, rows, choice }) => ({ path, name, rows, choice })),
    [{ path: 'registratorAccount', name: 'Namecheap (ops@acme.example)', rows: 2, choice: null }],
  );
  const second = await choose(user, first, { options: { references: 'create' } });
  assert.equal(second.state, 'ready');
  assert.deepEqual(some(second.counts), { create: 2 });
  assert.deepEqual(
    second.missing.map(({ path, choice }) => ({ path, choice })),
    [
      { path: 'registratorAccount', choice: 'create' },
      { path: 'registratorAccount.emailAccount', choice: 'create' },
    ],
  );
  const applied = await apply(user, second);
  assert.equal(applied.status, 200, applied.text);
  assert.equal(applied.headers.get('x-batch-id'), applied.body.data.batchId);
  const domains = await listOf(user, 'domains', 'domains');
  const [one, two] = ['one.example', 'two.example'].map((name) =>
    domains.find(({ domain }) => domain === name),
  );
  assert.equal(one?.['expirationDate'], '2027-01-31T00:00:00.000Z');
  assert.deepEqual(one?.['tags'], [{ type: 'client', value: 'Acme' }]);
  assert.equal(two?.['registratorAccountId'], one?.['registratorAccountId']);
  const [account] = await listOf(user, 'registrator-accounts', 'registratorAccounts');
  assert.equal(account?.['password'], `${canary}-account`);
  const [mailbox] = await listOf(user, 'emails', 'emailAccounts');
  assert.equal(mailbox?.['password'], `${canary}-mail`);
  const batches = await app.db.selectFrom('batches').selectAll().where('actorId', '=', user.userId).execute();
  assert.deepEqual(
    batches.map(({ id, kind, created }) => ({ id, kind, created: Number(created) })),
    [{ id: applied.body.data.batchId, kind: 'import', created: 4 }],
  );
});

test('a domain without a status gets the one that its date implies, a named one stays', async () => {
  const user = await app.user();
  await createRecord(user, 'registrator-accounts');
  const day = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10);
  const accounts = await listOf(user, 'registrator-accounts', 'registratorAccounts');
  const { registratorType, emailAccount } = accounts[0] as unknown as {
    registratorType: { name: string };
    emailAccount: { email: string };
  };
  const registrar = `${registratorType.name},${emailAccount.email}`;
  const file = `Domain,Registrar,Registrar Email,Expires,Status
past.example,${registrar},${day(-3)},
soon.example,${registrar},${day(12)},
far.example,${registrar},${day(300)},
never.example,${registrar},,
named.example,${registrar},${day(-3)},ACTIVE
blocked.example,${registrar},${day(-3)},BLOCKED`;
  const found = await preview(app, user, 'domains', 'x.csv', file);
  const after = (await rowsOf(user, found)).map(
    ({ changes }) => changes.find(({ field }) => field === 'status')?.after,
  );
  assert.deepEqual(after, ['EXPIRED', 'EXPIRING', 'ACTIVE', 'ACTIVE', 'ACTIVE', 'BLOCKED']);
  assert.equal((await apply(user, found)).status, 200);
  const stored = (await listOf(user, 'domains', 'domains')).map(({ domain, status }) => [domain, status]);
  assert.deepEqual(stored.toSorted(), [
    ['blocked.example', 'BLOCKED'],
    ['far.example', 'ACTIVE'],
    ['named.example', 'ACTIVE'],
    ['never.example', 'ACTIVE'],
    ['past.example', 'EXPIRED'],
    ['soon.example', 'EXPIRING'],
  ]);
  // The status of a record goes with its date, too.
  const again = await preview(
    app,
    user,
    'domains',
    'y.csv',
    `Domain,Registrar,Registrar Email,Expires\nfar.example,${registrar},${day(-3)}`,
  );
  assert.equal((await apply(user, again)).status, 200);
  const far = (await listOf(user, 'domains', 'domains')).find(({ domain }) => domain === 'far.example');
  assert.equal(far?.['status'], 'EXPIRED');
});

test('what a file lacks is given for all rows, or is a Google login', async () => {
  const user = await app.user();
  const file = 'Domain,Registrar,Registrar Email\none.example,Porkbun,new@acme.example';
  const first = await preview(app, user, 'domains', 'x.csv', file);
  const second = await choose(user, first, { options: { references: 'create' } });
  assert.deepEqual(some(second.counts), { error: 1 });
  assert.deepEqual(
    second.needs.map(({ target, rows, secret, googleLogin }) => ({ target, rows, secret, googleLogin })),
    [{ target: 'registratorAccount.emailAccount.password', rows: 1, secret: true, googleLogin: false }],
  );
  const values = { 'registratorAccount.emailAccount.password': canary };
  const third = await choose(user, first, { options: { values } });
  assert.deepEqual(third.options.values, { 'registratorAccount.emailAccount.password': null });
  const [need] = third.needs;
  assert.deepEqual([need?.target, need?.googleLogin], ['registratorAccount.password', true]);
  const sentBack = await choose(user, first, { options: third.options });
  assert.deepEqual([sentBack.options.values, sentBack.needs], [third.options.values, third.needs]);
  const path = 'registratorAccount.emailAccount.password';
  const without = await choose(user, first, { options: { values: { [path]: '' } } });
  assert.deepEqual(without.options.values, {});
  const fourth = await choose(user, first, {
    options: { values: { ...values, 'registratorAccount.isGoogleLogin': true } },
  });
  assert.deepEqual([some(fourth.counts), fourth.state], [{ create: 1 }, 'ready']);
  assert.equal((await apply(user, fourth)).status, 200);
  assert.equal((await listOf(user, 'domains', 'domains')).length, 1);
});

test('a row changes what it says: a blank cell keeps, a dash clears, a secret is only said to change', async () => {
  const user = await app.user();
  const type = await createRecord(user, 'emails', { optional: true });
  const { email } = type as unknown as { email: string };
  const file = `Email,Password,Login URL,Comment,Tags\n${email},${canary},-,,team:web; team:web`;
  const found = await preview(app, user, 'emails', 'mail.csv', file);
  assert.deepEqual(some(found.counts), { update: 1 });
  const [row] = await rowsOf(user, found);
  assert.deepEqual(
    row?.changes.slice(0, 2).map(({ field, after }) => [field, after]),
    [
      ['password', 'changed'],
      ['loginUrl', null],
    ],
  );
  assert.deepEqual([row?.changes.length, row?.changes[2]?.field], [3, 'tags']);
  assert.match(String(row?.changes[2]?.after), /; team:web$/);
  assert.equal(row?.cells['Password'], null);
  assert.equal((await apply(user, found)).status, 200);
  const [after] = await listOf(user, 'emails', 'emailAccounts');
  assert.deepEqual([after?.['password'], after?.['loginUrl']], [canary, null]);
  assert.equal(after?.['comment'], type['comment']);
  assert.equal((after?.['tags'] as unknown[]).length, (type['tags'] as unknown[]).length + 1);
  const again = await preview(app, user, 'emails', 'mail.csv', file);
  assert.equal((await rowsOf(user, again))[0]?.changes[0]?.after, 'changed', 'equal or not');
});

test('a record changed since in a field that is written stays; the rest goes', async () => {
  const user = await app.user();
  const bodies = [await createRecord(user, 'emails'), await createRecord(user, 'emails')];
  const lines = bodies.map(({ email }) => `${String(email)},imported`);
  const found = await preview(app, user, 'emails', 'x.csv', ['Email,Comment', ...lines].join('\n'));
  const put = (at: number, body: object) => user.call('PUT', `/emails/${bodies[at]?.id}`, body);
  await put(0, { comment: 'meanwhile' });
  await put(1, { loginUrl: 'https://meanwhile.example' });
  const { body, text } = await apply(user, found);
  assert.deepEqual(some(body.data.counts), { update: 1, conflict: 1 }, text);
  const [conflict] = await rowsOf(user, found, 'conflict');
  assert.equal(conflict?.recordId, bodies[0]?.id);
  const comments = new Map((await listOf(user, 'emails', 'emailAccounts')).map((each) => [each['id'], each]));
  assert.equal(comments.get(bodies[0]?.id)?.['comment'], 'meanwhile');
  const other = comments.get(bodies[1]?.id);
  assert.deepEqual([other?.['comment'], other?.['loginUrl']], ['imported', 'https://meanwhile.example']);
});

test('a secret written meanwhile is a conflict, whether or not it is the one from before', async () => {
  const user = await app.user();
  for (const guess of [canary, 'a wrong guess']) {
    const { id, email } = await createRecord(user, 'emails', { optional: true });
    await user.call('PUT', `/emails/${id}`, { password: canary });
    const found = await preview(app, user, 'emails', 'x.csv', `Email,Password\n${String(email)},new`);
    await user.call('PUT', `/emails/${id}`, { password: guess });
    assert.deepEqual(some((await apply(user, found)).body.data.counts), { conflict: 1 }, guess);
  }
});

test('a double click does it once; another key is refused', async () => {
  const user = await app.user();
  const found = await preview(app, user, 'emails', 'x.csv', 'Email,Password\none@x.example,pw');
  const answers = await Promise.all([apply(user, found), apply(user, found), apply(user, found)]);
  for (const { status, text } of answers) assert.ok([200, 202].includes(status), text);
  const again = await apply(user, found);
  assert.deepEqual([again.status, some(again.body.data.counts)], [200, { create: 1 }]);
  const other = await apply(user, found, 'another key');
  assert.deepEqual([other.status, other.body.error.code], [409, 'CONFLICT']);
  assert.equal((await listOf(user, 'emails', 'emailAccounts')).length, 1);
  const batches = await app.db
    .selectFrom('batches')
    .select('id')
    .where('actorId', '=', user.userId)
    .execute();
  assert.equal(batches.length, 1);
});

test('of rows with the same key the first counts, the last, or none; existing records are changed or left', async () => {
  const user = await app.user();
  const file = 'Email,Password,Comment\na@x.example,1,first\nb@x.example,2,b\nA@x.example,3,last';
  const found = await preview(app, user, 'emails', 'x.csv', file);
  assert.deepEqual(some(found.counts), { create: 2, skip: 1 });
  assert.equal((await rowsOf(user, found, 'skip'))[0]?.errors[0]?.message, 'Also in row 2');
  const last = await choose(user, found, { options: { duplicates: 'last' } });
  assert.deepEqual((await rowsOf(user, last, 'skip'))[0]?.n, 1);
  const none = await choose(user, found, { options: { duplicates: 'error' } });
  assert.deepEqual(some(none.counts), { create: 1, error: 2 });
  await apply(user, await choose(user, found, { options: { duplicates: 'first' } }));
  for (const [existing, counts] of [
    ['skip', { skip: 3 }],
    ['error', { skip: 1, error: 2 }],
  ] as const) {
    const again = await preview(app, user, 'emails', 'x.csv', file);
    assert.deepEqual(some((await choose(user, again, { options: { existing } })).counts), counts);
  }
});

test('a row carries one user of a server: the first is its default, later ones are added or changed', async () => {
  const user = await app.user();
  const hosting = await createRecord(user, 'hostings');
  const name = String(hosting['name']);
  const file = (line: string) => `Name,Hosting,IP,User,Password,SSH Key\n${line}`;
  const run = async (line: string) => {
    const found = await preview(app, user, 'servers', 'servers.csv', file(line));
    assert.equal((await apply(user, found)).status, 200);
    const [server] = await listOf(user, 'servers', 'servers');
    return (server?.['users'] as Body[]).map((each) => [
      each['username'],
      each['password'],
      each['isDefault'],
    ]);
  };
  assert.deepEqual(await run(`web1,${name},192.0.2.1,root, spaced ,`), [['root', ' spaced ', true]]);
  assert.deepEqual(await run(`web1,,,deploy,two,`), [
    ['root', ' spaced ', true],
    ['deploy', 'two', false],
  ]);
  assert.deepEqual(await run(`WEB1,,,root,'-,`), [
    ['root', "'-", true],
    ['deploy', 'two', false],
  ]);
  const previews = await Promise.all(
    ['two', 'guess'].map((guess) =>
      preview(app, user, 'servers', 'servers.csv', file(`web1,,,deploy,${guess},-`)),
    ),
  );
  const [right, wrong] = await Promise.all(previews.map((each) => rowsOf(user, each)));
  assert.deepEqual(right?.[0]?.changes, wrong?.[0]?.changes, 'a guessed password looks like any other');
  assert.deepEqual(
    right?.[0]?.changes.map(({ label, after }) => [label, after]),
    [['Password of deploy', 'changed']],
  );
  const [server] = await listOf(user, 'servers', 'servers');
  const before = (await changedSecrets(server?.['id'], 100)).length;
  await run('web1,,,deploy,two,');
  const deploy = (server?.['users'] as Body[])[1]?.['id'];
  const after = await changedSecrets(server?.['id'], 100);
  assert.deepEqual([after.length - before, after[0]], [1, `users.${String(deploy)}.password`]);
});

test('an import is gone after a day, and applied imports of the list are the own ones', async () => {
  const user = await app.user();
  const found = await preview(app, user, 'emails', 'x.csv', 'Email,Password\na@x.example,b');
  const list = () => user.call<{ data: { imports: { id: string }[] } }>('GET', '/imports');
  assert.deepEqual(
    (await list()).body.data.imports.map(({ id }) => id),
    [found.id],
  );
  await app.db.updateTable('imports').set({ expiresAt: Date.now() }).where('id', '=', found.id).execute();
  assert.deepEqual((await list()).body.data.imports, []);
  assert.equal((await apply(user, found)).status, 404);
});

test('an account of a provider with credentials is imported by their names', async () => {
  const user = await app.user();
  const mailbox = await createFrom(user, 'emails', await validBody(user, 'emails'));
  const file = `Provider,Email,Password,apiCredentials.apiKey,apiCredentials.email\nCloudflare,${String(mailbox['email'])},pw,${canary},a@x.example`;
  const found = await preview(app, user, 'cdn', 'cdn.csv', file);
  assert.deepEqual(some(found.counts), { create: 1 }, JSON.stringify(await rowsOf(user, found)));
  assert.equal((await apply(user, found)).status, 200);
  const [account] = await listOf(user, 'cdn', 'cdnAccounts');
  assert.equal(account?.['provider'], 'cloudflare');
  assert.equal((account?.['apiCredentials'] as Body)['apiKey'], canary);
  const again = await preview(app, user, 'cdn', 'cdn.csv', file);
  const changes = (await rowsOf(user, again))[0]?.changes.map(({ field, after }) => [field, after]);
  assert.deepEqual(changes, [
    ['password', 'changed'],
    ['apiCredentials', 'changed'],
  ]);
  assert.equal((await apply(user, again)).status, 200);
  assert.deepEqual((await changedSecrets(account?.['id'], 3)).toSorted(), [
    'apiCredentials.apiKey',
    'apiCredentials.email',
    'password',
  ]);
});
