// On both engines: tags in use are read in SQL.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { apply, choose, preview, rowsOf } from '../../../test/imports.ts';
import { join } from '../../../test/api-tokens.ts';
import { createFrom, createRecord, validBody } from '../../../test/records.ts';
import { type Client, startApp } from '../../../test/test-app.ts';

const app = await startApp();
await app.user();

interface Tagged {
  domain: string;
  tags: { type: string; value: string; color?: string }[];
}
async function tagsOf(client: Client): Promise<Record<string, string>> {
  const { body } = await client.call<{ data: { domains: Tagged[] } }>('GET', '/domains');
  return Object.fromEntries(
    body.data.domains.map(({ domain, tags }) => [
      domain,
      tags.map(({ type, value }) => `${type}:${value}`).join('; '),
    ]),
  );
}

const createTagged = async (user: Client, area: string, ...tags: object[]) =>
  createFrom(user, area, { ...(await validBody(user, area)), tags });
const client = (value: string) => ({ type: 'client', value });

async function person() {
  const user = await app.user();
  const { id } = await createRecord(user, 'registrator-accounts');
  const options = { values: { registratorAccountId: id } };
  const add = async (domain: string, ...tags: object[]) => {
    const answer = await user.call('POST', '/domains', { domain, registratorAccountId: id, tags });
    assert.equal(answer.status, 201, answer.text);
  };
  const read = async (file: string, more: object = {}) =>
    choose(user, await preview(app, user, 'domains', 'x.csv', file), { options: { ...options, ...more } });
  const notesOf = async (found: Awaited<ReturnType<typeof read>>) =>
    (await rowsOf(user, found)).flatMap(({ line, notes }) =>
      notes.map(({ column, kind, message }) => `${line} ${column} ${kind}: ${message}`),
    );
  return { user, add, read, notesOf };
}

test('a tag in use is taken for its other spellings, said at the cell', async () => {
  const { user, add, read, notesOf } = await person();
  await add('known.example', client('Acme Tools'), client('Müller & Söhne'), client('Straße 9'));
  await createTagged(user, 'servers', client('Łódź Média'), { type: 'env', value: 'Live' });
  const found = await read(`Domain,Client
a.example,acme tools
b.example,ACMETOOLS
c.example,Muller & Sohne
d.example,STRASSE 9
e.example,lodz  media
f.example,Acme Tools
g.example,Mu\u0308ller & So\u0308hne
h.example,Acme Tools Ltd
i.example,live`);
  assert.deepEqual(await notesOf(found), [
    '2 Client tag: Taken as client: Acme Tools',
    '3 Client tag: Taken as client: Acme Tools',
    '4 Client tag: Taken as client: Müller & Söhne',
    '5 Client tag: Taken as client: Straße 9',
    '6 Client tag: Taken as client: Łódź Média',
  ]);
  assert.deepEqual(found.notes, { dropped: 0, filled: 0, differs: 0, tag: 5, password: 0 });
  const filtered = await user.call<{ data: { rows: { n: number }[] } }>(
    'GET',
    `/imports/${found.id}/rows?note=tag`,
  );
  assert.deepEqual(
    filtered.body.data.rows.map(({ n }) => n),
    [1, 2, 3, 4, 5],
  );
  assert.equal((await apply(user, found)).status, 200);
  const { 'known.example': _, ...imported } = await tagsOf(user);
  assert.deepEqual(imported, {
    'a.example': 'client:Acme Tools',
    'b.example': 'client:Acme Tools',
    'c.example': 'client:Müller & Söhne',
    'd.example': 'client:Straße 9',
    'e.example': 'client:Łódź Média',
    'f.example': 'client:Acme Tools',
    'g.example': 'client:Müller & Söhne',
    'h.example': 'client:Acme Tools Ltd',
    'i.example': 'client:live',
  });
});

test('a file that spells a new tag in several ways has its first one, in whatever column', async () => {
  const { user, read, notesOf } = await person();
  const found = await read(`Domain,Client,Tags
a.example,Café Noir,
b.example,cafe noir,env:Live; client:CafeNoir
c.example,,client:CAFÉ NOIR;env:live;Env:live
d.example,Ca\u200bfé Blanc,
e.example,cafe blanc,`);
  const [first, second, ...others] = await notesOf(found);
  assert.deepEqual(
    [first, second, others[0]],
    [
      '3 Client tag: Taken as client: Café Noir',
      '3 Tags tag: Taken as client: Café Noir',
      '4 Tags tag: Taken as client: Café Noir; env: Live',
    ],
  );
  assert.equal((await apply(user, found)).status, 200);
  const tags = await tagsOf(user);
  assert.equal(tags['b.example'], 'client:Café Noir; env:Live');
  assert.equal(tags['e.example'], 'client:cafe blanc', 'a text that is no tag is nobody’s spelling');
});

test('of several tags in use that look alike the most used is taken, and each stays where it is written so', async () => {
  const { user, add, read } = await person();
  await add('one.example', client('ACME'));
  await add('two.example', client('Acmé'));
  await add('three.example', client('Acmé'));
  await add('four.example', client('acmé'), { type: 'env', value: 'x' });
  const found = await read(
    'Domain,Client\na.example,acme\nb.example,ACME\ntwo.example,ACMÉ\nfour.example,A c m e\nfive.example,acmé',
  );
  assert.equal((await apply(user, found)).status, 200);
  const tags = await tagsOf(user);
  assert.deepEqual(
    ['a', 'b', 'two', 'four', 'five'].map((name) => tags[`${name}.example`]),
    ['client:Acmé', 'client:ACME', 'client:Acmé', 'client:acmé; env:x', 'client:acmé'],
  );
});

test('rows about one record do not differ by the spelling of a tag, and a value for all rows is spelled too', async () => {
  const { user, add, read, notesOf } = await person();
  await add('known.example', client('Peña'));
  const found = await read(
    'Domain,Client,Purpose\na.example,Peña,Blog\na.example,pena,BLOG\nb.example,,blög',
  );
  assert.deepEqual(
    (await notesOf(found)).filter((note) => note.includes('differs')),
    [],
  );
  const all = await read('Domain,Status\nc.example,ACTIVE', {});
  const given = await choose(user, all, {
    options: { values: { ...all.options.values, 'tag:client': 'PENA' } },
  });
  assert.equal((await apply(user, given)).status, 200);
  assert.equal((await tagsOf(user))['c.example'], 'client:Peña');
});

test('a member with a scope takes no spelling from records that they do not see', async () => {
  const [owner, member] = [await app.user(), await app.user()];
  const { id } = await createTagged(owner, 'registrator-accounts', { type: 'env', value: 'mine' });
  await createTagged(owner, 'servers', client('Hidden Firm'));
  await createTagged(owner, 'servers', client('Seen Firm'), { type: 'env', value: 'mine' });
  const headers = await join(app, owner, member, 'EDITOR');
  const scope = [{ type: 'env', value: 'mine' }];
  assert.equal((await owner.call('PUT', `/members/${member.userId}`, { scope })).status, 200);
  const within: Client = {
    ...member,
    call: (method, path, body) => member.call(method, path, body, headers),
  };
  const text = 'Domain,Client,Tags\na.example,hidden firm,env:mine\nb.example,seen firm,env:mine';
  const sent = await within.call<{ data: { import: { id: string } } }>('POST', '/imports', {
    area: 'domains',
    text,
  });
  assert.equal(sent.status, 201, sent.text);
  const found = await choose(within, sent.body.data.import, {
    options: { values: { registratorAccountId: id } },
  });
  assert.deepEqual(
    (await rowsOf(within, found)).map(({ notes }) => notes.map(({ message }) => message)),
    [[], ['Taken as client: Seen Firm']],
  );
});
