import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { readConfig } from '../../server/src/config.ts';
import { connect } from '../../server/src/db/open.ts';
import type { Db } from '../../server/src/db/schema.ts';
import { describedSchema } from '../../server/test/described-schema.ts';
import { answersAsReleased, placeReleased, rowsByTable } from '../../server/test/released.ts';
import { shipped } from '../../server/test/server-process.ts';
import type { Context, Engine, Store } from '../context.ts';
import type { Proof } from '../proof.ts';

async function inDatabase<T>(store: Store, work: (db: Db) => Promise<T>): Promise<T> {
  const db = connect(readConfig(store), () => undefined, { bounded: false });
  return work(db).finally(() => db.destroy());
}

async function releasedStore(context: Context, engine: Engine): Promise<Store> {
  const store = await context.store(engine);
  await placeReleased(store);
  return store;
}

/** The whole schema and every row. */
const snapshot = (store: Store): Promise<string> =>
  inDatabase(store, async (db) => {
    const rows = Object.entries(await rowsByTable(db)).map(([table, some]) => [
      table,
      some.map((row) => JSON.stringify(Object.entries(row).sort())).sort(),
    ]);
    return JSON.stringify([await describedSchema(db), rows]);
  });

/** Upgrades in a process that kills itself after that many statements, or finishes. */
async function upgrade(store: Store, statements = Infinity): Promise<'killed' | 'done'> {
  const script = fileURLToPath(new URL('../upgrade.ts', import.meta.url));
  const env = { PATH: process.env.PATH, ...store };
  const child = spawn(process.execPath, [script, String(statements)], { env, stdio: 'inherit' });
  const [code, signal] = (await once(child, 'exit')) as [number | null, NodeJS.Signals | null];
  if (signal === 'SIGKILL') return 'killed';
  assert.equal(code, 0, `the upgrade ended with ${code ?? signal}`);
  return 'done';
}

async function upgradeRepeatedly(context: Context, engine: Engine): Promise<number> {
  const whole = await releasedStore(context, engine);
  const before = await snapshot(whole);
  await upgrade(whole);
  const after = await snapshot(whole);
  assert.notEqual(before, after, 'there was nothing to upgrade');

  const store = await releasedStore(context, engine);
  for (let statements = 0; ; statements += 1) {
    const when = `after a kill before statement ${statements + 1} on ${engine}`;
    if ((await upgrade(store, statements)) === 'killed') {
      const left = await snapshot(store);
      assert.ok(left === before || left === after, `${when} the upgrade was partly applied`);
      continue;
    }
    assert.equal(await snapshot(store), after, `after ${statements} kills on ${engine}`);
    await answersAsReleased(store, shipped);
    await refusesNewer(context, store);
    return statements;
  }
}

/** A database of a newer version is refused with a message and left unchanged. */
async function refusesNewer(context: Context, store: Store): Promise<void> {
  await inDatabase(store, (db) =>
    db
      .updateTable('schema_version')
      .set(({ eb }) => ({ version: eb('version', '+', 1) }))
      .execute(),
  );
  const before = await snapshot(store);
  await assert.rejects(
    context.start(store),
    /^Error: The server ended with 1:\n.*written by a newer version of Quartermaster/s,
  );
  assert.equal(await snapshot(store), before, 'an old program changed a newer database');
}

export const migrate: Proof = {
  name: 'migrate',
  promise:
    'An upgrade that is killed before any of its statements is completed by the next start, with all data; an older program refuses a newer database.',
  seconds: 600,
  quick: false,
  run: async (context) => {
    const kills = await Promise.all(context.engines.map((engine) => upgradeRepeatedly(context, engine)));
    return `killed before each of ${kills.join(' and ')} statements: never partly applied, data equal; a newer database refused`;
  },
};
