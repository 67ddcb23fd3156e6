import { sql } from 'kysely';
import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { readFile, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { gunzipSync } from 'node:zlib';
import { fixtures } from '../../server/test/fixtures/all.ts';
import { areaOf, routesOf } from '../../server/test/isolation-scene.ts';
import { type Body, at, createFrom, fixtureOf, validBody, withAt } from '../../server/test/records.ts';
import type { Answer, Client } from '../../server/test/test-app.ts';
import { type Data, openData } from '../data.ts';
import { callAt, registerOperator } from '../operator.ts';
import type { Proof } from '../proof.ts';
import { SecretScanner } from '../encodings.ts';
import type { Engine, Store, Context } from '../context.ts';

const cli = fileURLToPath(new URL('../../server/src/cli.ts', import.meta.url));
/** A word in clear: wherever it is not found, the search does not work. */
const visible = 'visiblewordzq';

/** The secrets given to the server, and the search for them. */
class Canaries {
  readonly #answered: string[] = [];
  readonly #context: Context;
  readonly #scanner = new SecretScanner();
  count = 0;

  constructor(context: Context) {
    this.#context = context;
  }

  /** A new random word, registered as a secret. */
  word(): string {
    const letters = Array.from({ length: 20 }, () => this.#context.between(0, 25) + 97);
    return this.keep(`zq${String.fromCharCode(...letters)}`, 'a secret');
  }

  /** Registers a secret; a hit is reported by `name`, so that the secret itself is never printed. */
  keep<T extends string | Buffer>(secret: T, name: string): T {
    this.#scanner.add(secret, name);
    this.count += 1;
    return secret;
  }

  /** Registers a value that is sealed like a secret, but no secret to whoever may read the record: a name beside a key. */
  answered(): string {
    const word = this.word();
    this.#answered.push(word);
    return word;
  }

  /** An answer about a record without the values that are no secrets. */
  withoutAnswered(text: string): string {
    return this.#answered.reduce((rest, word) => rest.replaceAll(word, ''), text);
  }

  absent(place: string, content: string | Buffer): void {
    const found = this.#scanner.find(Buffer.from(content));
    assert.equal(found, undefined, `${found} is in clear text in ${place}`);
  }
}

/** Keeps an email address valid, so that the record is accepted. */
function secretLike(value: unknown, word: string): string {
  const text = String(value);
  return text.includes('@') ? `${word}@example.com` : `${word} "\\é`;
}

function withCanaries(canaries: Canaries, area: string, body: Body): Body {
  const { secrets, answered = [], valid } = fixtureOf(area);
  const marked = 'comment' in valid(0) ? { ...body, comment: visible } : body;
  return secrets.reduce((whole, path) => {
    const word = answered.includes(path) ? canaries.answered() : canaries.word();
    return withAt(whole, path, secretLike(at(whole, path), word));
  }, marked);
}

/** Creates, updates, imports, deletes and provokes refusals; returns the answers that must not contain secrets. */
async function exercise(canaries: Canaries, client: Client, url: string, area: string): Promise<Answer[]> {
  const { crud, secrets, bulkKey } = fixtureOf(area);
  const body = withCanaries(canaries, area, await validBody(client, area, { optional: true }));
  const { id } = await createFrom(client, area, body);
  const path = `${crud.path}/${id}`;
  const { text } = await client.call('GET', path);
  for (const secret of secrets)
    assert.ok(text.includes(JSON.stringify(at(body, secret))), 'the owner cannot read the secret');
  const doomed = await createFrom(client, area, withCanaries(canaries, area, await validBody(client, area)));
  const changed = withCanaries(canaries, area, await validBody(client, area));
  assert.equal((await client.call('PUT', path, changed)).status, 200);
  const send = (sent: unknown, more: Record<string, string> = {}) =>
    callAt(url, 'POST', crud.path, sent, client.token, more);
  const fresh = async () => withCanaries(canaries, area, await validBody(client, area));
  const refused = [
    await send(changed),
    await send({ ...(await fresh()), comment: 5, tags: 'x', isActive: 'x', name: 5 }),
    await send(JSON.stringify(await fresh()).slice(0, -2)),
    await send(JSON.stringify(await fresh()), { 'content-type': 'text/plain' }),
    await client.call('PUT', path, { ...(await fresh()), comment: 'x'.repeat(5000) }),
    await client.call('PUT', path, await fresh(), { 'if-match': '"x"' }),
    await client.call('PUT', `${crud.path}/x`, await fresh()),
    await callAt(url, 'POST', crud.path, await fresh(), `${client.token}x`),
  ];
  for (const { status, text } of refused) assert.ok(status >= 400 && status < 500, text);
  const imported =
    bulkKey === undefined
      ? []
      : [
          await client.call('POST', `${crud.path}/bulk-import`, {
            [bulkKey]: [await fresh(), await fresh(), {}],
          }),
        ];
  const removed = await client.call('DELETE', `${crud.path}/${doomed.id}`);
  return [...refused, ...imported, removed];
}

/** Calls every GET endpoint with a record of each kind, except lists and records, which show secrets. */
async function readEverythingElse(canaries: Canaries, client: Client): Promise<Answer[]> {
  const own = Object.values(fixtures).flatMap(({ crud }) => [crud.path, `${crud.path}/{id}`]);
  const routes = (await routesOf(client)).filter(
    ({ method, path }) => method === 'GET' && !own.includes(path),
  );
  const ids: Record<string, string> = {};
  for (const area of Object.keys(fixtures)) {
    const body = withCanaries(canaries, area, await validBody(client, area, { optional: true }));
    ids[area] = (await createFrom(client, area, body)).id;
  }
  return Promise.all(
    routes.map((route) => client.call('GET', route.path.replace('{id}', ids[areaOf(route)] ?? ''))),
  );
}

/** Searches must not find a secret. */
async function searchForSecrets(canaries: Canaries, client: Client, area: string): Promise<void> {
  const { crud, secrets } = fixtureOf(area);
  const word = canaries.word();
  const body = { ...withCanaries(canaries, area, await validBody(client, area)) };
  const marked = secrets.reduce(
    (whole, path) => withAt(whole, path, secretLike(at(whole, path), word)),
    body,
  );
  await createFrom(client, area, marked);
  for (const part of [word, word.slice(2, 12)]) {
    assert.match((await client.call('GET', `${crud.path}?search=${part}`)).text, /"total":0/);
    const found = await client.call('GET', `/search?q=${part}`);
    assert.deepEqual(found.body, { data: { results: [] } });
  }
}

/** Makes the database fail during writes: its error messages must not leak the secrets in them. */
async function failWrites(canaries: Canaries, client: Client, { db }: Data): Promise<Answer[]> {
  const bodies: [string, Body][] = [];
  for (const area of Object.keys(fixtures))
    bodies.push([area, withCanaries(canaries, area, await validBody(client, area))]);
  await db.schema.alterTable('changes').renameTo('changes_away').execute();
  const answers = [];
  for (const [area, body] of bodies) answers.push(await client.call('POST', fixtureOf(area).crud.path, body));
  await db.schema.alterTable('changes_away').renameTo('changes').execute();
  for (const { status, text } of answers) assert.equal(status, 500, text);
  return answers;
}

/** Signs in with right and wrong passwords, and uses refresh tokens once and twice. */
async function signIn(canaries: Canaries, url: string): Promise<Client> {
  const email = 'owner@example.com';
  const password = `A1${canaries.word()}`;
  const client = await registerOperator(url, email, password);
  const keepTokens = (tokens: { accessToken: string; refreshToken: string }) => {
    canaries.keep(tokens.accessToken.split('.')[2] ?? '', 'an access token');
    canaries.keep(tokens.refreshToken, 'a refresh token');
  };
  keepTokens({ accessToken: client.token, refreshToken: client.refreshToken });
  for (const given of [password, canaries.word()])
    await callAt(url, 'POST', '/auth/login', { email, password: given });
  for (const refreshToken of [client.refreshToken, `${client.refreshToken}x`]) {
    const { body } = await callAt<{ data?: { accessToken: string; refreshToken: string } }>(
      url,
      'POST',
      '/auth/refresh',
      { refreshToken },
    );
    if (body.data) keepTokens(body.data);
  }
  await callAt(url, 'POST', '/auth/register', { email, password: `A1${canaries.word()}` });
  await callAt(url, 'POST', '/auth/login', { email: canaries.word(), password: canaries.word() });
  return client;
}

/** Searches every file below, except the master key's. */
async function files(canaries: Canaries, directory: string): Promise<Buffer> {
  const entries = await readdir(directory, { recursive: true, withFileTypes: true });
  const contents: Buffer[] = [];
  for (const entry of entries.filter((each) => each.isFile() && each.name !== 'master.key')) {
    const content = await readFile(join(entry.parentPath, entry.name));
    const plain = content.subarray(0, 2).toString('hex') === '1f8b' ? gunzipSync(content) : content;
    canaries.absent(entry.name, plain);
    contents.push(plain);
  }
  return Buffer.concat(contents);
}

async function tables({ db }: Data, canaries: Canaries): Promise<string> {
  const texts: string[] = [];
  for (const { name, columns } of await db.introspection.getTables()) {
    // As text: an index holds bytes, and numbers beyond JavaScript's range.
    const cells = columns.map((column) => sql`cast(${sql.ref(column.name)} as text)`);
    const { rows: read } = await sql`select ${sql.join(cells)} from ${sql.table(name)}`.execute(db);
    const rows = JSON.stringify(read);
    canaries.absent(`the table ${name}`, rows);
    texts.push(rows);
  }
  return texts.join('\n');
}

async function backUp(store: Store, file: string): Promise<void> {
  const env = { PATH: process.env.PATH, NODE_NO_WARNINGS: '1', ...store };
  await promisify(execFile)(process.execPath, [cli, 'backup', file], { env });
}

async function attack(context: Context, engine: Engine): Promise<number> {
  const canaries = new Canaries(context);
  const store = await context.store(engine);
  const [temporary, backups] = [await context.directory(), await context.directory()];
  const settings = { LOG_LEVEL: 'trace', TMPDIR: temporary, PROXY_TEST_ALLOW_PRIVATE: 'true' };
  const server = await context.start(store, settings);
  const data = openData(context, store);
  const master = (await readFile(join(store.DATA_DIR, 'master.key'), 'utf8')).trim();
  canaries.keep(Buffer.from(master, 'hex'), 'the master key');
  canaries.keep(await data.newKeyring().signingKey(), 'the signing key');
  const client = await signIn(canaries, server.url);

  const answers: Answer[] = [];
  for (const area of Object.keys(fixtures).filter((name) => fixtureOf(name).secrets.length > 0)) {
    answers.push(...(await exercise(canaries, client, server.url, area)));
    await searchForSecrets(canaries, client, area);
  }
  for (const { text } of await readEverythingElse(canaries, client))
    canaries.absent(`an answer: ${text.slice(0, 80)}`, canaries.withoutAnswered(text));
  answers.push(...(await failWrites(canaries, client, data)));
  const proxy = { ip: '127.0.0.1', port: 1, username: 'someone', password: canaries.word() };
  for (const type of ['HTTP', 'HTTPS', 'SOCKS5'])
    answers.push(await client.call('POST', '/proxies/test', { ...proxy, type }));
  for (const { text } of answers) canaries.absent(`an answer: ${text.slice(0, 80)}`, text);

  await backUp(store, join(backups, 'backup'));
  const places = async () => [
    engine === 'sqlite' ? await files(canaries, store.DATA_DIR) : visible,
    await tables(data, canaries),
    await files(canaries, backups),
  ];
  for (const place of await places()) assert.ok(place.includes(visible), 'nothing was searched');
  await server.stop('SIGKILL'); // Killed, so that it cannot clean up.
  await places();
  for (const directory of [store.DATA_DIR, temporary]) await files(canaries, directory);
  assert.ok(server.output().includes('"path":"/api/servers"'), 'the log is empty');
  canaries.absent('the log', server.output());
  return canaries.count;
}

export const canary: Proof = {
  name: 'canary',
  promise:
    'No secret is in clear text anywhere: database files and tables, temporary files, backups, logs, answers.',
  seconds: 300,
  quick: true,
  run: async (context) => {
    let searched = 0;
    for (const engine of context.engines) searched += await attack(context, engine);
    return `0 hits for ${searched} secrets of every kind, in every encoding`;
  },
};
