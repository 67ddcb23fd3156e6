// On both engines: names are found in SQL.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Import } from '@quartermaster/contract/imports/imports.schema';
import { apply, choose, preview, rowsOf, some } from '../../../test/imports.ts';
import { createFrom, validBody } from '../../../test/records.ts';
import { createAccount } from '../../../test/registrators.ts';
import { scopeTag, scopedMember } from '../../../test/scoped-member.ts';
import { type Client, startApp } from '../../../test/test-app.ts';

const app = await startApp();
await app.user();

type Body = Record<string, unknown>;

const create = async (client: Client, area: string, body: Body = {}): Promise<Body & { id: string }> =>
  createFrom(client, area, { ...(await validBody(client, area)), ...body });

async function typeId(client: Client, name: string): Promise<string> {
  type Answer = { data: { registratorTypes: { id: string; name: string }[] } };
  const { body } = await client.call<Answer>('GET', '/registrator-types?includeGlobal=true&limit=100');
  return body.data.registratorTypes.find((each) => each.name === name)?.id ?? '';
}

async function account(client: Client, registrar: string, email: string): Promise<string> {
  const { id: emailAccountId } = await create(client, 'emails', { email });
  const { id } = await createAccount(client, {
    emailAccountId,
    registratorTypeId: await typeId(client, registrar),
  });
  return id;
}

/** Two accounts at Gandi. */
async function twoAccounts(client: Client) {
  return [
    await account(client, 'Gandi', 'one@acme.example'),
    await account(client, 'Gandi', 'two@acme.example'),
  ] as const;
}

const open = (client: Client, file: string, area = 'domains') => preview(app, client, area, 'x.csv', file);

const choices = ({ ambiguous }: Pick<Import, 'ambiguous'>) =>
  ambiguous.map(({ name, rows, fits, choice, remembered }) => [name, rows, fits, choice, remembered]);

const afters = async (client: Client, shown: Import, field: string) =>
  (await rowsOf(client, shown)).map(
    ({ errors, changes }) =>
      errors[0]?.message ?? changes.find((each) => each.field === field)?.after ?? null,
  );

test('of several records that fit a name one is picked, for all of its rows and spellings', async () => {
  const user = await app.user();
  const [one, two] = await twoAccounts(user);
  const file =
    'Domain;Registrar\na.example;Gandi\nb.example;GANDI SAS\nc.example;gandi.net\nd.example;Porkbun';
  await account(user, 'Porkbun', 'one.more@acme.example');
  const first = await open(user, file);
  assert.deepEqual([first.state, some(first.counts)], ['ready', { create: 1, error: 3 }]);
  assert.deepEqual(choices(first), [['Gandi', 3, 2, null, false]]);
  const [asked] = first.ambiguous;
  assert.deepEqual([asked?.path, asked?.area], ['registratorAccount', 'registrator-accounts']);
  assert.deepEqual(
    new Map(asked?.records.map(({ id, name }) => [id, name])),
    new Map([
      [one, 'Gandi (one@acme.example)'],
      [two, 'Gandi (two@acme.example)'],
    ]),
  );
  const picked = await choose(user, first, { options: { references: { 'registratorAccount:Gandi': two } } });
  assert.deepEqual(choices(picked), [['Gandi', 3, 2, two, false]]);
  const gandi = 'Gandi (two@acme.example)';
  assert.deepEqual(await afters(user, picked, 'registratorAccountId'), [
    ...[gandi, gandi, gandi],
    'Porkbun (one.more@acme.example)',
  ]);
  const { body } = await apply(user, picked);
  assert.deepEqual(some(body.data.counts), { create: 4 });
  type Domains = { data: { pagination: { total: number } } };
  const found = await user.call<Domains>('GET', `/domains?registratorAccountId=${two}`);
  assert.equal(found.body.data.pagination.total, 3);
});

test('what was picked among several is taken for later files, until it is taken back, changed or does not fit', async () => {
  const user = await app.user();
  const [one, two] = await twoAccounts(user);
  const file = (name: string) => `Domain;Registrar\na.example;${name}`;
  const pick = async (shown: Import, name: string, choice: string | null) =>
    choose(user, shown, { options: { references: { [`registratorAccount:${name}`]: choice } } });
  await pick(await open(user, file('Gandi')), 'Gandi', one);
  const later = await open(user, file('gandi'));
  assert.deepEqual(choices(later), [['gandi', 1, 2, one, true]]);
  assert.deepEqual(later.options.references, { 'registratorAccount:gandi': one });
  assert.deepEqual(await afters(user, later, 'registratorAccountId'), ['Gandi (one@acme.example)']);
  const other = await choose(user, later, { options: { existing: 'skip' } });
  assert.deepEqual(choices(other), [['gandi', 1, 2, one, true]]);
  const changed = await pick(other, 'gandi', two);
  assert.deepEqual(choices(changed), [['gandi', 1, 2, two, false]]);
  assert.equal((await apply(user, await open(user, file('Gandi')))).body.data.counts?.create, 1);
  const taken = await pick(await open(user, file('Gandi').replace('a.example', 'b.example')), 'Gandi', null);
  assert.deepEqual(choices(taken), [['Gandi', 1, 2, null, false]]);
  assert.deepEqual(some(taken.counts), { error: 1 });
  assert.deepEqual(choices(await open(user, file('Gandi').replace('a.', 'b.'))), [
    ['Gandi', 1, 2, null, false],
  ]);

  const third = await account(user, 'Gandi', 'three@acme.example');
  await pick(await open(user, file('Gandi').replace('a.', 'c.')), 'Gandi', third);
  assert.equal((await user.call('DELETE', `/registrator-accounts/${third}`)).status, 200);
  assert.deepEqual(choices(await open(user, file('Gandi').replace('a.', 'c.'))), [
    ['Gandi', 1, 2, null, false],
  ]);
});

test('a record that refers to one of several that fit keeps it, whatever is picked for the others', async () => {
  const user = await app.user();
  const [one, two] = await twoAccounts(user);
  const known = { domain: 'known.example', registratorAccountId: one };
  assert.equal((await user.call('POST', '/domains', known)).status, 201);
  const file = 'Domain;Registrar\nknown.example;Gandi\nnew.example;Gandi';
  const first = await open(user, file);
  assert.deepEqual(choices(first), [['Gandi', 1, 2, null, false]]);
  const picked = await choose(user, first, { options: { references: { 'registratorAccount:Gandi': two } } });
  assert.deepEqual(some(picked.counts), { create: 1, same: 1 });
  assert.deepEqual(choices(await open(user, 'Domain;Registrar\nknown.example;Gandi')), []);
});

test('a name that several fit is left out, and not created', async () => {
  const user = await app.user();
  await twoAccounts(user);
  const first = await open(user, 'Domain;Registrar\na.example;Gandi');
  for (const references of [
    'create',
    'fail',
    { registratorAccount: 'create' },
    { 'registratorAccount:Gandi': 'fail' },
  ]) {
    const { counts } = await choose(user, first, { options: { references } });
    assert.deepEqual(some(counts), { error: 1 }, JSON.stringify(references));
  }
});

test('a pick tells which record a row is about', async () => {
  const user = await app.user();
  const email = 'ops@acme.example';
  const { id: emailAccountId } = await create(user, 'emails', { email });
  const hover = await typeId(user, 'Hover');
  const { id } = await createAccount(user, { emailAccountId, registratorTypeId: hover });
  const file = `Registrar;Email;Comment\nTucows Domains Inc.;${email};Main`;
  const first = await open(user, file, 'registrator-accounts');
  const names = first.ambiguous[0]?.records.map(({ name }) => name).sort();
  assert.deepEqual(names, ['Hover (Global)', 'OpenSRS (Global)']);
  const key = `registratorType:${first.ambiguous[0]?.name ?? ''}`;
  const picked = await choose(user, first, { options: { references: { [key]: hover } } });
  const [row] = await rowsOf(user, picked);
  assert.deepEqual([row?.kind, row?.recordId], ['update', id], JSON.stringify(row));
});

test('of records to create, what they refer to is picked as well', async () => {
  const user = await app.user();
  const hover = await typeId(user, 'Hover');
  await create(user, 'emails', { email: 'ops@acme.example' });
  const file = `Domain;Registrar;Registrar Email;Registrator Password\na.example;Tucows Domains Inc.;ops@acme.example;x`;
  const first = await choose(user, await open(user, file), { options: { references: 'create' } });
  const asked = first.ambiguous.map(({ path, name, fits }) => [path, name, fits]);
  assert.deepEqual(asked, [['registratorAccount.registratorType', 'Tucows Domains Inc.', 2]]);
  const picked = await choose(user, first, {
    options: {
      references: {
        registratorAccount: 'create',
        'registratorAccount.registratorType:Tucows Domains Inc.': hover,
      },
    },
  });
  assert.deepEqual(some(picked.counts), { create: 1 }, JSON.stringify(await rowsOf(user, picked)));
  assert.equal((await apply(user, picked)).body.data.counts?.create, 1);
});

test('a member with a scope picks among what they see', async () => {
  const owner = await app.user();
  await account(owner, 'Gandi', 'ops@acme.example');
  const tags = [scopeTag];
  const ip = '203.0.113.9';
  await create(owner, 'servers', { name: 'hidden', ip, tags: [] });
  const seen = [
    await create(owner, 'servers', { name: 'seen-1', ip, tags }),
    await create(owner, 'servers', { name: 'seen-2', ip, tags }),
  ].map(({ id }) => id);
  const client = await scopedMember(app, owner, 'EDITOR');
  const { ambiguous } = await open(client, `Domain;server.name\na.example;${ip}`);
  assert.deepEqual(
    ambiguous.map(({ fits, records }) => [fits, records.map(({ id }) => id).sort()]),
    [[2, seen.sort()]],
  );
});

test('records with the same name and detail are named with what else they are known by', async () => {
  const user = await app.user();
  const gateway = { name: 'Gateway', ip: '203.0.113.20', port: 8000 };
  for (const username of ['alice', 'bob']) await create(user, 'proxies', { ...gateway, username });
  const file = 'Name;Provider;Proxy\nmain;Hetzner;Gateway';
  const first = await choose(user, await open(user, file, 'hostings'), { mapping: { Proxy: 'proxy.name' } });
  assert.deepEqual(
    first.ambiguous[0]?.records.map(({ name }) => name).sort(),
    ['Gateway (203.0.113.20:8000) · alice', 'Gateway (203.0.113.20:8000) · bob'],
    JSON.stringify(await rowsOf(user, first)),
  );
});
