import assert from 'node:assert/strict';
import { existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { Disk } from '../disk.ts';
import { Ledger, type Step } from '../ledger.ts';
import { callAt, registerOperator } from '../operator.ts';
import type { Proof } from '../proof.ts';
import { type Event, readTrace, straceOf } from '../strace.ts';
import type { Context } from '../context.ts';
import { RecordWriter, ListWriter, contents, storedProxies } from '../writers.ts';

const cuts = 20;
/** Enough writes for several checkpoints of the WAL. */
const lists = { count: 12, rows: 400 };

/** Records what a server does to its disk and sends to its clients, from its first start to its end. */
async function record(context: Context) {
  const strace = process.env.STRACE_PATH;
  if (!strace) throw new Error('Not tried: this proof needs strace (on Debian: apt-get install strace)');
  const store = await context.store('sqlite');
  const file = join(await context.directory(), 'trace');
  const server = await context.start(store, {}, [strace, ...straceOf(file)]);
  const { token, call } = await registerOperator(server.url, 'op@example.com');
  const ledger = new Ledger();
  const harness = { context, ledger, call };
  let writing = true;
  const work = async (recordWriter: RecordWriter) => {
    while (writing) await recordWriter.write(harness);
  };
  const listWriter = new ListWriter(3, lists.rows);
  const imports = async () => {
    for (let count = 0; count < lists.count; count += 1) await listWriter.write(harness);
    writing = false;
  };
  await Promise.all([imports(), work(new RecordWriter(1)), work(new RecordWriter(2))]);
  await server.stop('SIGTERM');
  return { token, ledger, events: readTrace(file), root: store.DATA_DIR };
}

/** The events before which the power fails: half of them anywhere, half around a checkpoint. */
function moments({ between }: Context, events: readonly Event[]): number[] {
  const checkpoints = events.flatMap((event, at) =>
    event.kind === 'sync' && event.path.endsWith('.db') ? [at] : [],
  );
  assert.ok(checkpoints.length >= 3, `only ${checkpoints.length} checkpoints: too few to test`);
  const near = () => (checkpoints[between(0, checkpoints.length - 1)] ?? 0) + between(-5, 5);
  return Array.from({ length: cuts }, (_, at) => (at % 2 === 0 ? between(0, events.length) : near())).sort(
    (one, other) => one - other,
  );
}

/** Writes answered before the cut are done; the next write of each writer is open. */
function stepsUntil(steps: readonly Step[], answered: ReadonlySet<string>): Step[] {
  const stopped = new Set<number>();
  return steps.flatMap((step): Step[] => {
    if (step.request !== null && answered.has(step.request)) return [step];
    if (stopped.has(step.writer)) return [];
    stopped.add(step.writer);
    return [{ ...step, outcome: 'open' }];
  });
}

function integrity(file: string): unknown {
  const db = new DatabaseSync(file, { readOnly: true });
  const [{ integrity_check: verdict } = {}] = db.prepare('pragma integrity_check').all();
  const orphans = db.prepare('pragma foreign_key_check').all();
  db.close();
  return orphans.length > 0 ? orphans : verdict;
}

async function cutPower(context: Context) {
  const { token, ledger, events, root } = await record(context);
  const disk = new Disk(root);
  const answered = new Set<string>();
  let [at, kept] = [0, 0];
  for (const moment of moments(context, events)) {
    for (const event of events.slice(at, moment))
      if (event.kind === 'answer') answered.add(event.request);
      else disk.apply(event);
    at = moment;
    const when = `after a cut before event ${moment} of ${events.length}`;
    const left = await context.directory();
    disk.cut(left, context.random);
    // The shared-memory file is never synced: fill it with noise.
    const shared = join(left, 'quartermaster.db-shm');
    if (existsSync(shared))
      writeFileSync(
        shared,
        Uint8Array.from({ length: 32_768 }, () => context.between(0, 255)),
      );
    const server = await context.start({ DATA_DIR: left }).catch((error: Error) => {
      throw new Error(`${when} the database does not open: ${error.message}`);
    });
    assert.equal((await callAt(server.url, 'GET', '/ready')).status, 200, when);
    // The first answer is to the registration; before it there is no user to ask as.
    if (answered.size > 0) {
      const proxies = await storedProxies((method, path) =>
        callAt(server.url, method, path, undefined, token),
      );
      ledger.check(contents(proxies), when, stepsUntil(ledger.steps, answered));
      kept += answered.size;
    }
    await server.stop('SIGKILL');
    assert.equal(integrity(join(left, 'quartermaster.db')), 'ok', when);
  }
  return kept;
}

export const power: Proof = {
  name: 'power',
  promise:
    'A power cut loses no acknowledged write: whichever unsynced writes survive, the database opens intact (SQLite).',
  seconds: 120,
  quick: false,
  run: async (context) => {
    const kept = await cutPower(context);
    return `${cuts} power cuts: opened intact every time, 0 of ${kept} acknowledged writes lost`;
  },
};
