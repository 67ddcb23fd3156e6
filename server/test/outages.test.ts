// On both engines: PostgreSQL can be away; SQLite is a file.
// In a process of its own: it freezes and stops a PostgreSQL of its own.
import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, describe, test } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';
import { readConfig } from '../src/config.ts';
import { openDatabase } from '../src/db/open.ts';
import { enqueue } from '../src/jobs/queue.ts';
import { Worker } from '../src/jobs/worker.ts';
import { gateBefore } from './gate.ts';
import { ownPostgres } from './own-postgres.ts';
import { createRecord } from './records.ts';
import { type Answer, engine, startApp } from './test-app.ts';

type Refusal = { error: { code: string; message: string; details?: { outcome?: string } } };

const backWithinMs = 5000;
/** 1.5 s for a connection and 8 s in COMMIT; 15 s for a statement, which may wait for what a COMMIT has locked. */
const commitWithinMs = 10_000;
const refusedWithinMs = 17_000;

describe('a PostgreSQL that goes away', { skip: engine === 'sqlite' && 'SQLite is a file' }, async () => {
  if (engine === 'sqlite') return;
  const postgres = await ownPostgres({ defer: after });
  /** Of an operator, beside the program. */
  const asked = async <R extends pg.QueryResultRow>(...statements: string[]): Promise<R[]> => {
    const client = new pg.Client({ connectionString: postgres.url });
    await client.connect();
    let rows: R[] = [];
    for (const statement of statements) ({ rows } = await client.query<R>(statement));
    await client.end();
    return rows;
  };
  const DATA_DIR = await mkdtemp(join(tmpdir(), 'quartermaster-'));
  after(() => rm(DATA_DIR, { recursive: true, force: true }));
  const gate = await gateBefore(postgres.url);
  const store = { DATA_DIR, DATABASE_URL: gate.url, DATABASE_DIRECT_URL: postgres.url };
  await (await openDatabase(readConfig(store), () => undefined)).destroy();
  await asked('alter database postgres set synchronous_commit = on');
  const app = await startApp({}, store);
  const writerOf = async () => {
    const client = await app.user();
    return { client, recordId: (await createRecord(client, 'servers')).id };
  };
  /** A person has six requests at once. */
  const others = [await writerOf(), await writerOf(), await writerOf()];
  const writer = await writerOf();
  const user = writer.client;

  const add = (label: string, { client, recordId } = writer) =>
    client.call<Refusal>('POST', '/dates', {
      area: 'servers',
      recordId,
      what: 'other',
      date: '2030-01-01',
      label,
    });
  const stored = async (label: string) => {
    const rows = app.db.selectFrom('dates').select('id').where('label', '=', label);
    return (await rows.execute()).length;
  };
  const isUnknown = ({ status, headers, body }: Answer<Refusal>) => {
    assert.equal(status, 503);
    assert.equal(headers.get('retry-after'), '5');
    const { outcome } = body.error.details ?? {};
    if (outcome === undefined) return false;
    assert.equal(outcome, 'unknown');
    assert.equal(body.error.message, 'It may have been stored; look before you repeat it');
    return true;
  };
  const until = async (isSo: () => Promise<boolean>, what: string, withinMs = backWithinMs) => {
    for (const end = Date.now() + withinMs; !(await isSo()); await pause(50))
      assert.ok(Date.now() < end, `not ${what} within ${withinMs} ms`);
  };
  const isReady = async () => (await app.call('GET', '/ready')).status === 200;
  /** Of the log's lines since a moment: the messages with these words. */
  const linesOf = (from: number, words: RegExp) =>
    app
      .logs()
      .slice(from)
      .split('\n')
      .filter((line) => words.test(line))
      .map((line) => JSON.parse(line) as Record<string, unknown>);

  test('is asked again on a new connection if the old one broke before COMMIT', async () => {
    for (const text of ['insert into "dates"', 'start transaction']) {
      gate.cutAt(text, 'before');
      const label = `cut before ${text}`;
      assert.equal((await add(label)).status, 201);
      assert.equal(await stored(label), 1);
    }
    gate.cutAt('from "servers"', 'before');
    assert.equal((await user.call('GET', '/servers?secrets=omit')).status, 200);
  });

  test('leaves the outcome open if the connection broke after COMMIT was sent', async () => {
    for (const when of ['before', 'after'] as const) {
      gate.cutAt('commit', when);
      const label = `cut ${when} the end`;
      assert.ok(isUnknown(await add(label)));
      assert.ok((await stored(label)) <= 1);
    }
  });

  test('is followed where it takes writes again', async () => {
    const ends = `select pg_terminate_backend(pid) from pg_stat_activity where pid <> pg_backend_pid()
      and backend_type = 'client backend'`;
    await asked('alter database postgres set default_transaction_read_only = on', ends);
    assert.ok(!isUnknown(await add('read only')));
    assert.match((await app.call<Refusal>('GET', '/ready')).body.error.message, /read only/);
    await asked(
      'set default_transaction_read_only = off',
      'alter database postgres reset default_transaction_read_only',
    );
    // Its connections would still refuse.
    assert.equal((await add('writes again')).status, 201);
    assert.equal(await stored('read only'), 0);
    await until(isReady, 'ready');
  });

  test('holds up no read while writes wait for a standby', async () => {
    const reload = 'select pg_reload_conf()';
    await asked(`alter system set synchronous_standby_names = 'nobody'`, reload);
    try {
      const began = Date.now();
      const waiting = Array.from({ length: 12 }, async (_, index) => {
        const answer = await add(`waits ${index}`, others[index % others.length]);
        return { unknown: isUnknown(answer), ms: Date.now() - began };
      });
      const held = `select pid from pg_stat_activity where wait_event = 'SyncRep'`;
      await until(async () => (await asked(held)).length > 0, 'waiting');
      for (let count = 0; count < 20; count += 1)
        assert.equal((await user.call('GET', '/servers?secrets=omit')).status, 200, 'a read');
      await until(async () => !(await isReady()), 'unready');
      const { body } = await app.call<Refusal>('GET', '/ready');
      assert.match(body.error.message, /writes wait for a standby/);
      const refusals = await Promise.all(waiting);
      const inCommit = refusals.filter(({ unknown }) => unknown);
      assert.ok(inCommit.length > 0);
      for (const { ms } of inCommit) assert.ok(ms < commitWithinMs, `after ${ms} ms`);
      for (const { ms } of refusals) assert.ok(ms < refusedWithinMs, `after ${ms} ms`);
      const cancel = `select pg_cancel_backend(pid) from pg_stat_activity where wait_event = 'SyncRep'`;
      await asked(cancel);
      const cancelled = add('cancelled');
      await until(async () => (await asked(held)).length > 0, 'waiting');
      await asked(cancel);
      assert.ok(isUnknown(await cancelled));
      assert.equal(await stored('cancelled'), 1);
    } finally {
      await asked('alter system reset synchronous_standby_names', reload);
    }
    await until(isReady, 'ready');
  });

  test('is no failure of jobs, which go on at its return', async () => {
    const runs = { ends: 0, asks: 0 };
    const isAway = Promise.withResolvers<void>();
    const jobs = [
      {
        kind: 'ends',
        cron: null,
        run: async () => {
          runs.ends += 1;
          await isAway.promise;
        },
      },
      {
        kind: 'asks',
        cron: null,
        run: async () => {
          runs.asks += 1;
          await isAway.promise;
          await app.db.selectFrom('jobs').select('id').execute();
        },
      },
    ];
    for (const { kind } of jobs) await enqueue(app.db, { kind, uniqueKey: kind, runAt: Date.now() });
    const worker = new Worker(app.services, jobs);
    after(() => worker.stop());
    await until(async () => runs.ends + runs.asks === 2, 'running');
    const from = app.logs().length;
    gate.shut();
    isAway.resolve();
    for (let count = 0; count < 10; count += 1) assert.equal((await add('while away')).status, 503);
    await pause(2000);
    await gate.open();
    const left = app.db
      .selectFrom('jobs')
      .select(['kind', 'attempts', 'lastError'])
      .where('kind', 'in', ['ends', 'asks']);
    await until(async () => (await left.execute().catch(() => [{}])).length === 0, 'done');
    assert.deepEqual(runs, { ends: 1, asks: 2 });
    await until(async () => linesOf(from, /the database answers again/).length === 1, 'reported');
    const [stopped] = linesOf(from, /the database stopped answering/);
    assert.equal(linesOf(from, /the database stopped answering/).length, 1);
    assert.equal(stopped?.['level'], 50);
    assert.match(String(stopped?.['code']), /^E/);
    const [again] = linesOf(from, /the database answers again/);
    assert.equal(again?.['level'], 40);
    assert.ok(Number(again?.['refused']) >= 10);
    assert.match(String(again?.['timeline']), /^[0-9A-F]{8}$/);
    assert.deepEqual(
      linesOf(from, /request failed|a job failed|could not be read/).filter(
        ({ level }) => Number(level) > 30,
      ),
      [],
    );
  });

  for (const [what, { away, back }] of Object.entries({
    'cut off': { away: async () => gate.shut(), back: () => gate.open() },
    stopped: { away: postgres.pause, back: postgres.resume },
    restarted: {
      away: async () => {
        await postgres.pause();
        await postgres.resume();
      },
      back: async () => undefined,
    },
    frozen: { away: async () => postgres.freeze(), back: async () => postgres.thaw() },
  }))
    test(`loses and doubles nothing when it is ${what} while people write`, async (t) => {
      // A record has a limited number of dates.
      const places: (typeof writer)[] = [];
      while (places.length < 8)
        places.push({ client: user, recordId: (await createRecord(user, 'servers')).id });
      const ledger = new Map<string, Answer<Refusal>>();
      let isWriting = true;
      const writers = Array.from({ length: 4 }, async (_, index) => {
        for (let count = 0; isWriting; count += 1) {
          const label = `${what} ${index} ${count}`;
          ledger.set(label, await add(label, places[count % places.length]));
        }
      });
      await pause(500);
      await away();
      await pause(2500);
      await back();
      await until(isReady, 'ready');
      await pause(500);
      isWriting = false;
      await Promise.all(writers);
      const counts = { done: 0, refused: 0, unknown: 0 };
      for (const [label, answer] of ledger) {
        const times = await stored(label);
        if (answer.status === 201) {
          counts.done += 1;
          assert.equal(times, 1, label);
        } else if (isUnknown(answer)) {
          counts.unknown += 1;
          assert.ok(times <= 1, label);
        } else {
          counts.refused += 1;
          assert.equal(times, 0, label);
        }
      }
      assert.ok(counts.done > 0);
      t.diagnostic(JSON.stringify(counts));
    });
});
