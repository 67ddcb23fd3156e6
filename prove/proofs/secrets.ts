import { sql } from 'kysely';
import assert from 'node:assert/strict';
import { makeToken } from '../../server/test/api-tokens.ts';
import { comparable, missing } from '../../server/test/isolation-scene.ts';
import { fixtureOf } from '../../server/test/records.ts';
import type { Answer, Client } from '../../server/test/test-app.ts';
import type { Context, Engine } from '../context.ts';
import { type Data, openData } from '../data.ts';
import { endpoints } from '../endpoints.ts';
import { exposureOf } from '../exposure.ts';
import { registerOperator, tokenCaller } from '../operator.ts';
import type { Proof } from '../proof.ts';
import { readAll, readsOf } from '../reads.ts';
import { writesShowNone } from '../secret-writes.ts';
import { newTeam } from '../team.ts';
import { Vault, areasWithSecrets, secretsOf } from '../vault.ts';

const manyServers = 120;

/** An answer and its headers, without what tells when it was made. */
const timeless = (answer: Answer): string =>
  JSON.stringify(comparable(answer, missing)).replaceAll(/\d{4}-\d\d-\d\dT[\d:.]+Z/g, '{time}');

/** Every read as somebody without the right: no secret in any answer. Returns the answers by their addresses. */
async function readsNone(vault: Vault, { call }: Client, paths: readonly string[]) {
  const answers = new Map<string, string>();
  await readAll(call, paths, (path, answer) => {
    vault.absent(`GET ${path}`, answer);
    assert.ok(answer.status < 500, `GET ${path}: ${answer.text}`);
    answers.set(path, timeless(answer));
  });
  return answers;
}

/** Gives every secret another value, in the order in which the records were made. */
async function replaceAll(vault: Vault, call: Client['call'], length: number): Promise<void> {
  for (const [area, records] of await vault.records())
    if (areasWithSecrets.includes(area))
      for (const { id, ...record } of records) {
        const names = secretsOf(area).map((path) => path.split('.')[0] ?? '');
        const fields = Object.fromEntries(names.map((name) => [name, record[name]]));
        const body = vault.withWords(area, fields, length);
        const { status, text } = await call('PUT', `${fixtureOf(area).crud.path}/${id}?secrets=omit`, body);
        assert.equal(status, 200, text);
      }
  await vault.records();
}

/** Every read as somebody with the right: each secret that was answered is in the log, and no other. Returns how many. */
async function everySecretIsLogged(
  vault: Vault,
  { owner, person }: { owner: Client; person: Client },
  { db }: Data,
  paths: readonly string[],
): Promise<number> {
  const left = new Set<string>();
  const counts: number[] = [];
  const take = (path: string, answer: Answer) => {
    const places = vault.placesIn(answer);
    if (places.length === 0) return;
    assert.ok(!path.includes('secrets=omit'), `GET ${path} shows a secret`);
    for (const place of places) left.add(place);
    counts.push(new Set(places.map((place) => place.split(' ')[1])).size);
  };
  await readAll(person.call, paths, take);
  // Each second one is revealed too; the report tells the more telling way.
  const revealed = new Set<string>();
  for (const [index, place] of vault.places.entries()) {
    const [area = '', id = '', field = ''] = place.split(' ');
    const path = `${fixtureOf(area).crud.path}/${id}`;
    if (index % 2 > 0) take(path, await person.call('GET', path));
    else {
      revealed.add(place);
      take(`${path}/reveal`, await person.call('POST', `${path}/reveal`, { field }));
    }
  }
  const rows = await db
    .selectFrom('secret_views')
    .select('count')
    .where('actorId', '=', person.userId)
    .execute();
  const sorted = (numbers: readonly number[]) => numbers.toSorted((a, b) => a - b);
  assert.deepEqual(sorted(rows.map(({ count }) => count)), sorted(counts), 'the log has other rows');
  const told = (await exposureOf(owner.call, person.userId)).map(
    ({ area, recordId, field, how }) => `${area} ${recordId} ${field} ${how}`,
  );
  const expected = [...left].map((place) => `${place} ${revealed.has(place) ? 'revealed' : 'listed'}`);
  assert.deepEqual(told.toSorted(), expected.toSorted(), 'the report tells other secrets than were answered');
  assert.deepEqual([...left].toSorted(), vault.places.toSorted(), 'not every secret was asked for');
  return left.size;
}

/** Where the log can't be written, no secret is answered; what needs none still is. */
async function withholdsUnlogged(vault: Vault, { call }: Client, { db }: Data, paths: readonly string[]) {
  for (const table of ['secret_views', 'secret_pieces', 'secret_piece_views']) {
    await sql`alter table ${sql.table(table)} rename to ${sql.table(`${table}_away`)}`.execute(db);
    for (const area of areasWithSecrets) {
      const { crud, change } = fixtureOf(area);
      const place = vault.placesOf(area)[0] ?? '';
      const [, id = '', field = ''] = place.split(' ');
      const before = await call('GET', `${crud.path}/${id}?secrets=omit`);
      const withheld = [
        await call('GET', crud.path),
        await call('GET', `${crud.path}?limit=1000`),
        await call('GET', `${crud.path}/${id}`),
        await call('PUT', `${crud.path}/${id}`, change),
        ...(table === 'secret_views' ? [await call('POST', `${crud.path}/${id}/reveal`, { field })] : []),
      ];
      for (const answer of withheld) {
        vault.absent(`an answer without ${table}`, answer);
        assert.equal(answer.status, 500, answer.text);
      }
      const after = await call('GET', `${crud.path}/${id}?secrets=omit`);
      assert.equal(after.status, 200);
      assert.equal(after.text, before.text, 'a write stands although its answer was withheld');
    }
    await readAll(call, paths, (path, answer) => vault.absent(`GET ${path} without ${table}`, answer));
    await sql`alter table ${sql.table(`${table}_away`)} rename to ${sql.table(table)}`.execute(db);
  }
}

async function attack(context: Context, engine: Engine) {
  const store = await context.store(engine);
  const { url } = await context.start(store);
  const data = openData(context, store);
  await registerOperator(url, 'admin@example.com');
  const team = await newTeam(url, 'founder');
  const vault = new Vault(context, team.owner);
  const ids: Record<string, string[]> = {};
  for (const area of [...areasWithSecrets, 'domains', 'registrator-types'])
    ids[area] = [await vault.create(area)];
  const [hostingId = ''] = ids.hostings ?? [];
  for (let count = 0; count < manyServers; count += 1) await vault.create('servers', { hostingId });
  // In the history, and of records that are gone.
  await replaceAll(vault, team.owner.call, 20);
  const gone = await vault.create('proxies');
  await team.owner.call('DELETE', `/proxies/${gone}`);
  await vault.records();
  const words = [...['zq', 'mailbox'], ...Array.from({ length: 2 }, () => vault.word())];
  const paths = await readsOf(url, endpoints, { ids, words, workspace: team.workspace });
  const viewer = await team.join('viewer', { role: 'VIEWER' });
  const editor = await team.join('editor', { role: 'EDITOR' });
  const sighted = await team.join('sighted', { role: 'VIEWER', secrets: true });
  const one = await readsNone(vault, viewer, paths);
  await replaceAll(vault, team.owner.call, 27);
  const other = await readsNone(vault, viewer, paths);
  for (const [path, answer] of one) assert.equal(other.get(path), answer, `GET ${path} tells of a secret`);
  // Its maker may read secrets, the token may not.
  const { value } = await makeToken(sighted, { permissions: ['read'] });
  await readsNone(vault, { ...sighted, call: tokenCaller(url, value) }, paths);
  const logged = await everySecretIsLogged(vault, { owner: team.owner, person: sighted }, data, paths);
  await withholdsUnlogged(
    vault,
    team.owner,
    data,
    paths.filter((path) => !path.includes('?')),
  );
  // Writers without the right: a member, and a token whose maker has it.
  const writing = await makeToken(team.owner, { permissions: ['read', 'write'] });
  const program = { ...team.owner, token: writing.value, call: tokenCaller(url, writing.value) };
  let writes = 0;
  for (const writer of [editor, program]) {
    writes += await writesShowNone(context, url, vault, writer);
    await readsNone(vault, writer, paths);
  }
  const { rows } = await sql`select id from secret_views where "tokenId" is not null
    or "actorId" in (${viewer.userId}, ${editor.userId})`.execute(data.db);
  assert.equal(rows.length, 0, 'the log has secrets of somebody without the right');
  return { asked: 5 * paths.length + writes, words: vault.words, logged };
}

export const secrets: Proof = {
  name: 'secrets',
  promise:
    'Who may not read secrets gets none from any endpoint and learns nothing of their values; each one that leaves the server is in the log.',
  seconds: 900,
  quick: false,
  run: async (context) => {
    let [asked, words, logged] = [0, 0, 0];
    for (const engine of context.engines) {
      const tried = await attack(context, engine);
      asked += tried.asked;
      words += tried.words;
      logged += tried.logged;
    }
    return `0 hits for ${words} secrets in ${asked} answers, equal with other secrets; ${logged} that were answered are in the log, and no other`;
  },
};
