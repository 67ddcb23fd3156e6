import { sql } from 'kysely';
import assert from 'node:assert/strict';
import { setTimeout as pause } from 'node:timers/promises';
import { makeToken } from '../../server/test/api-tokens.ts';
import { comparable, missing } from '../../server/test/isolation-scene.ts';
import { contentOf } from '../../server/src/records/secrets/secret-log.ts';
import { type Body, fixtureOf } from '../../server/test/records.ts';
import type { Answer, Client } from '../../server/test/test-app.ts';
import type { Context, Engine } from '../context.ts';
import { type Data, openData } from '../data.ts';
import { endpoints } from '../endpoints.ts';
import { exposureOf } from '../exposure.ts';
import { registerOperator, tokenCaller } from '../operator.ts';
import type { Proof } from '../proof.ts';
import { readAll, readsOf, unanswered } from '../reads.ts';
import { writesShowNone } from '../secret-writes.ts';
import { newTeam } from '../team.ts';
import { Vault, areasWithSecrets, secretsOf } from '../vault.ts';

const manyServers = 120;
/** Within the distances of the default rule. */
const alertedInMs = 20 * 86_400_000;

/** An answer and its headers, without times. */
const timeless = (answer: Answer): string =>
  JSON.stringify(comparable(answer, missing)).replaceAll(/\d{4}-\d\d-\d\dT[\d:.]+Z/g, '{time}');

/** What members may read without the right to secrets and without `manage`, and what a token may. */
const forMembers = ['session', 'member', 'read'];
const forTokens = ['read'];

/**
 * Sends every read as somebody without the right: no answer contains a secret, and permitted reads are answered.
 * Returns the answers by address.
 */
async function readsNone(vault: Vault, { call }: Client, paths: readonly string[], may = forMembers) {
  const answers = new Map<string, string>();
  const answered: string[] = [];
  await readAll(call, paths, (path, answer) => {
    vault.absent(`GET ${path}`, answer);
    assert.ok(answer.status < 500, `GET ${path}: ${answer.text}`);
    if (answer.status === 200) answered.push(path);
    answers.set(path, timeless(answer));
  });
  const silent = unanswered(endpoints, answered).filter(({ access }) => may.includes(String(access)));
  assert.deepEqual(
    silent.map(({ path }) => path),
    [],
    'reads that were never answered',
  );
  return answers;
}

/** Changes every secret, in the order in which the records were created. */
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

/** The secrets of each logged answer to a person, by place. */
async function loggedAnswers({ db }: Data, { userId }: Client): Promise<string[]> {
  const pieces = new Map(
    (await db.selectFrom('secret_pieces').selectAll().execute()).map((piece) => [piece.hash, piece]),
  );
  const rows = await db.selectFrom('secret_views').selectAll().where('actorId', '=', userId).execute();
  return rows.map(({ area, recordId, field, via, count, pieces: hashes }) => {
    if (field !== null) return [via, count, `${area} ${recordId} ${field}`].join('\n');
    const places = (JSON.parse(hashes) as string[]).flatMap((hash) =>
      contentOf(pieces.get(hash)?.content ?? '[]').flatMap(([fields, ids]) =>
        ids.flatMap((id) => fields.map((each) => `${area} ${id} ${each}`)),
      ),
    );
    return ['', count, ...places.toSorted()].join('\n');
  });
}

/**
 * Sends every read as somebody with the right: the log contains each secret that was answered, and no other. Returns
 * how many.
 */
async function everySecretIsLogged(
  vault: Vault,
  { owner, person }: { owner: Client; person: Client },
  data: Data,
  paths: readonly string[],
): Promise<number> {
  const listed = new Set<string>();
  const answers: string[] = [];
  const take = (path: string, answer: Answer, via: string) => {
    const places = vault.placesIn(answer);
    if (places.length === 0) return;
    assert.ok(!path.includes('secrets=omit'), `GET ${path} shows a secret`);
    if (via === '') for (const place of places) listed.add(place);
    const count = new Set(places.map((place) => place.split(' ')[1])).size;
    answers.push([via, count, ...places.toSorted()].join('\n'));
  };
  await readAll(person.call, paths, (path, answer) => take(path, answer, ''));
  const hows = new Map<string, string>();
  for (const [index, place] of vault.places.entries()) {
    const [area = '', id = '', field = ''] = place.split(' ');
    const path = `${fixtureOf(area).crud.path}/${id}`;
    take(path, await person.call('GET', path), '');
    const via = index % 2 > 0 ? 'copy' : 'reveal';
    hows.set(place, via === 'copy' ? 'copied' : 'revealed');
    const revealed = await person.call('POST', `${path}/reveal`, { field, via });
    assert.deepEqual(vault.placesIn(revealed), [place], revealed.text);
    take(`${path}/reveal`, revealed, via);
  }
  assert.deepEqual([...listed].toSorted(), vault.places.toSorted(), 'not every secret was asked for');
  assert.deepEqual(
    (await loggedAnswers(data, person)).toSorted(),
    answers.toSorted(),
    'the log has other answers',
  );
  const told = (await exposureOf(owner.call, person.userId)).map(
    ({ area, recordId, field, how }) => `${area} ${recordId} ${field} ${how}`,
  );
  const expected = [...hows].map(([place, how]) => `${place} ${how}`);
  assert.deepEqual(told.toSorted(), expected.toSorted(), 'the report tells other secrets than were answered');
  return listed.size;
}

/** If the log can't be written, no secret is answered; other requests still are. */
async function withholdsUnlogged(vault: Vault, { call }: Client, { db }: Data, paths: readonly string[]) {
  const bodies = new Map<string, Body>();
  for (const area of areasWithSecrets) bodies.set(area, await vault.body(area));
  for (const table of ['secret_views', 'secret_pieces', 'secret_piece_views']) {
    await sql`alter table ${sql.table(table)} rename to ${sql.table(`${table}_away`)}`.execute(db);
    for (const area of areasWithSecrets) {
      const { crud, change } = fixtureOf(area);
      const place = vault.placesOf(area)[0] ?? '';
      const [, id = '', field = ''] = place.split(' ');
      const read = () =>
        Promise.all([`/${id}?secrets=omit`, '?secrets=omit'].map((end) => call('GET', crud.path + end)));
      const before = await read();
      const withheld = [
        await call('GET', crud.path),
        await call('GET', `${crud.path}?limit=1000`),
        await call('GET', `${crud.path}/${id}`),
        await call('PUT', `${crud.path}/${id}`, change),
        await call('POST', crud.path, bodies.get(area)),
        // A reveal is logged as a row of its own, without pieces.
        ...(table === 'secret_views' ? [await call('POST', `${crud.path}/${id}/reveal`, { field })] : []),
      ];
      for (const answer of withheld) {
        vault.absent(`an answer without ${table}`, answer);
        assert.equal(answer.status, 500, answer.text);
      }
      for (const [index, after] of (await read()).entries()) {
        assert.equal(after.status, 200);
        assert.equal(after.text, before[index]?.text, 'a write stands although its answer was withheld');
      }
    }
    await readAll(call, paths, (path, answer) => vault.absent(`GET ${path} without ${table}`, answer));
    await sql`alter table ${sql.table(`${table}_away`)} rename to ${sql.table(table)}`.execute(db);
  }
}

/** An alert that a job raises about a domain. */
async function alertOf(vault: Vault, { call }: Client): Promise<string> {
  await vault.create('domains', { expirationDate: new Date(Date.now() + alertedInMs).toISOString() });
  for (;;) {
    const { body } = await call<{ data: { alerts: { id: string }[] } }>('GET', '/alerts');
    const [alert] = body.data.alerts;
    if (alert) return alert.id;
    await pause(200);
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
  ids.alerts = [await alertOf(vault, team.owner)];
  const [hostingId = ''] = ids.hostings ?? [];
  for (let count = 0; count < manyServers; count += 1) await vault.create('servers', { hostingId });
  // From the history, and for deleted records too.
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
  // A history tells that secrets were changed, when and by whom.
  for (const [path, answer] of one)
    if (!/\/history($|[/?])/.test(path))
      assert.equal(other.get(path), answer, `GET ${path} tells of a secret`);
  // The token's maker may read secrets, the token may not.
  const { value } = await makeToken(sighted, { permissions: ['read'] });
  await readsNone(vault, { ...sighted, call: tokenCaller(url, value) }, paths, forTokens);
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
    await readsNone(vault, writer, paths, writer === program ? forTokens : forMembers);
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
