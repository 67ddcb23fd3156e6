import assert from 'node:assert/strict';
import { execFile, spawn } from 'node:child_process';
import { createHmac, randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { readConfig } from '../../server/src/config.ts';
import { createLog } from '../../server/src/lib/log.ts';
import { resealing } from '../../server/src/ops/resealing.ts';
import { masterKeys } from '../../server/src/secrets/master-key.ts';
import type { Key } from '../../server/src/secrets/seal.ts';
import { unwrap } from '../../server/src/secrets/wrapped-keys.ts';
import { fixtures } from '../../server/test/fixtures/all.ts';
import { jobRun } from '../../server/test/job-run.ts';
import { createHistory } from '../../server/test/records.ts';
import { sealedValues } from '../../server/test/sealed-values.ts';
import { type Data, openData } from '../data.ts';
import { callAt, registerOperator } from '../operator.ts';
import { giveAccess, mailWaits } from '../given-access.ts';
import type { Proof } from '../proof.ts';
import type { Context, Engine, Store } from '../context.ts';

const cli = fileURLToPath(new URL('../../server/src/cli.ts', import.meta.url));
const script = fileURLToPath(new URL('../rotate.ts', import.meta.url));
const environment = (store: Store) => ({ PATH: process.env.PATH, NODE_NO_WARNINGS: '1', ...store });

/** Every key available to somebody with the disk and the master key. */
async function keysOf({ db }: Data, store: Store): Promise<Key[]> {
  const masters = masterKeys(readConfig({ ...store }).masterKey);
  const rows = await db.selectFrom('wrapped_keys').selectAll().execute();
  return [...masters, ...rows.map((row) => unwrap(masters, row))];
}

/** Opens every secret in the history, deleted records' included, and every value in a record; returns how many. */
async function opened({ db, newKeyring }: Data): Promise<number> {
  const keyring = newKeyring();
  let count = 0;
  for (const change of await db.selectFrom('changes').selectAll().execute())
    for (const json of [change.before, change.after])
      for (const [field, value] of Object.entries(JSON.parse(json ?? '{}') as Record<string, unknown>))
        if (typeof value === 'string' && value.startsWith('v1.')) {
          const sealer = await keyring.sealer(change.ownerId);
          sealer.unseal(change.tableName, field, change.recordId, value);
          count += 1;
        }
  return count;
}

async function everything(url: string, token: string): Promise<string> {
  const texts: string[] = [];
  for (const { crud } of Object.values(fixtures)) {
    const { status, text } = await callAt(url, 'GET', crud.path, undefined, token);
    assert.equal(status, 200, text);
    texts.push(text);
  }
  return texts.join('\n');
}

const isLeft = async ({ db }: Data, keys: readonly Key[]) => {
  const ids = new Set(keys.map(({ id }) => id));
  return (await sealedValues(db)).filter(({ key }) => ids.has(key)).map(({ where }) => where);
};

/** Rotates and kills before each statement in turn; each rotation is then finished by another process. */
async function killAtEachStatement(context: Context, engine: Engine): Promise<number> {
  const store = await context.store(engine);
  const server = await context.start(store);
  const operator = await registerOperator(server.url, 'op@example.com');
  await createHistory(operator);
  const wanted = await everything(server.url, operator.token);
  await server.stop('SIGTERM');
  const data = openData(context, store);
  const secrets = await opened(data);
  const config = readConfig({ ...store });
  const finish = () => resealing({ db: data.db, config, log: createLog('silent') }, 0).run(jobRun());
  for (let statement = 0; ; statement += 1) {
    const before = await keysOf(data, store);
    const child = spawn(process.execPath, [script, String(statement)], {
      env: environment(store),
      stdio: 'inherit',
    });
    const [code, signal] = (await once(child, 'exit')) as [number | null, NodeJS.Signals | null];
    const when = `after a kill before statement ${statement + 1} on ${engine}`;
    assert.equal(await opened(data), secrets, when);
    await finish();
    // As if 15 minutes had passed: otherwise each rotation would have one more key to wrap.
    await data.db
      .deleteFrom('wrapped_keys')
      .where('ownerId', '=', 'system')
      .where('state', '=', 'retiring')
      .execute();
    assert.equal(await opened(data), secrets, `${when}, resumed`);
    if (signal === 'SIGKILL') continue;
    assert.equal(code, 0);
    const masters = new Set(masterKeys(config.masterKey).map(({ id }) => id));
    assert.deepEqual(
      await isLeft(
        data,
        before.filter(({ id }) => !masters.has(id)),
      ),
      [],
      when,
    );
    const again = await context.start(store);
    const { body } = await callAt<{ data: { tokens: { accessToken: string } } }>(
      again.url,
      'POST',
      '/auth/login',
      {
        email: operator.email,
        password: 'Correct-Horse-1',
      },
    );
    assert.equal(await everything(again.url, body.data.tokens.accessToken), wanted, 'after all rotations');
    await again.stop('SIGTERM');
    return statement;
  }
}

/**
 * Copies everything from a running server, which keeps writing during `--now`; afterwards none of it may work. Returns
 * how many secrets were written meanwhile, and how many kinds of access were tried.
 */
async function afterCompromise(context: Context, engine: Engine): Promise<[written: number, kinds: number]> {
  const store = await context.store(engine);
  const { url } = await context.start(store, mailWaits);
  const operator = await registerOperator(url, 'op@example.com');
  await createHistory(operator);
  const isOver = await giveAccess(context, url, { ...store, ...mailWaits });
  const data = openData(context, store);
  const taken = await keysOf(data, store);
  const signing = taken.find(({ id }) => id === 'signing');
  assert.ok(signing);
  const signIn = async () => {
    const body = { email: operator.email, password: 'Correct-Horse-1' };
    const answer = await callAt<{ data: { tokens: { accessToken: string } } }>(
      url,
      'POST',
      '/auth/login',
      body,
    );
    return answer.body.data.tokens.accessToken;
  };
  let rotating = true;
  let written = 0;
  const writing = (async () => {
    for (let token = operator.token; rotating;) {
      const box = { email: `${randomUUID()}@example.com`, password: `secret ${randomUUID()}` };
      const { status, text } = await callAt(url, 'POST', '/emails', box, token);
      assert.ok([201, 401, 503].includes(status), text);
      if (status === 401) token = await signIn();
      written += status === 201 ? 1 : 0;
    }
  })();
  const { stdout } = await promisify(execFile)(process.execPath, [cli, 'rotate-master-key', '--now'], {
    env: environment(store),
  });
  rotating = false;
  await writing;
  assert.match(stdout, /everyone has to sign in again.*All secrets are sealed with new keys/s);
  assert.deepEqual(await isLeft(data, taken), [], 'a key that was taken opens');
  const refused = async (token: string) => (await callAt(url, 'GET', '/auth/me', undefined, token)).status;
  assert.equal(await refused(operator.token), 401);
  const { refreshToken } = operator;
  assert.equal((await callAt(url, 'POST', '/auth/refresh', { refreshToken })).status, 401);
  const kinds = await isOver(url);
  const { waiting } = await data.db
    .selectFrom('mails')
    .select(({ fn }) => fn.countAll<number>().as('waiting'))
    .executeTakeFirstOrThrow();
  assert.equal(Number(waiting), 0, 'mail of before waits to be sent');
  const fresh = await signIn();
  const [head = '', payload = ''] = fresh.split('.');
  const forged = createHmac('sha256', signing.bytes).update(`${head}.${payload}`).digest('base64url');
  assert.equal(await refused(`${head}.${payload}.${forged}`), 401, 'a token of the old signing key');
  await everything(url, fresh);
  assert.ok((await opened(data)) > written);
  return [written, kinds];
}

export const rotation: Proof = {
  name: 'rotation',
  promise:
    'A rotation reseals every secret with new keys, resumes after any kill, and loses nothing; after `--now` no key, token or link taken before opens anything or signs anybody in.',
  seconds: 900,
  quick: false,
  run: async (context) => {
    const kills = await Promise.all(context.engines.map((engine) => killAtEachStatement(context, engine)));
    let [written, kinds] = [0, 0];
    for (const engine of context.engines) {
      const [more, tried] = await afterCompromise(context, engine);
      [written, kinds] = [written + more, tried];
    }
    return `killed before each of ${kills.join(' and ')} statements, each resumed: 0 secrets lost; after a compromise 0 keys and tokens of before and 0 of ${kinds} kinds of access accepted, ${written} secrets written meanwhile`;
  },
};
