import assert from 'node:assert/strict';
import { existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { Disk } from '../disk.ts';
import { Ledger, type Step } from '../ledger.ts';
import { callAt, registerOperator } from '../operator.ts';
import type { Proof } from '../proof.ts';
import { type Event, readTrace, straceOf } from '../trace.ts';
import type { Trial } from '../trial.ts';
import { Clerk, Importer, contents, storedProxies } from '../writers.ts';

const cuts = 20;
/** Enough for the log to be taken over into the database several times. */
const lists = { count: 12, rows: 400 };

/** A server's life from its first start, as its disk and its clients saw it. */
async function record(trial: Trial) {
  const strace = process.env.STRACE_PATH;
  if (!strace) throw new Error('Not tried: it needs strace (on Debian: apt-get install strace)');
  const store = await trial.store('sqlite');
  const file = join(await trial.directory(), 'trace');
  const server = await trial.start(store, {}, [strace, ...straceOf(file)]);
  const { token, call } = await registerOperator(server.url, 'op@example.com');
  const ledger = new Ledger();
  const pen = { trial, ledger, call };
  let writing = true;
  const work = async (clerk: Clerk) => {
    while (writing) await clerk.write(pen);
  };
  const importer = new Importer(3, lists.rows);
  const imports = async () => {
    for (let count = 0; count < lists.count; count += 1) await importer.write(pen);
    writing = false;
  };
  await Promise.all([imports(), work(new Clerk(1)), work(new Clerk(2))]);
  await server.stop('SIGTERM');
  return { token, ledger, events: readTrace(file), root: store.DATA_DIR };
}

/** Before which events the power goes: anywhere, and as often just around where the log goes into the database. */
function moments({ between }: Trial, events: readonly Event[]): number[] {
  const taken = events.flatMap((event, at) =>
    event.kind === 'sync' && event.path.endsWith('.db') ? [at] : [],
  );
  assert.ok(taken.length >= 3, `the log went into the database ${taken.length} times: too few to try`);
  const near = () => (taken[between(0, taken.length - 1)] ?? 0) + between(-5, 5);
  return Array.from({ length: cuts }, (_, at) => (at % 2 === 0 ? between(0, events.length) : near())).sort(
    (one, other) => one - other,
  );
}

/** What was answered before the cut is done; what came next of each writer may be. */
function stepsUntil(steps: readonly Step[], answered: ReadonlySet<string>): Step[] {
  const stopped = new Set<number>();
  return steps.flatMap((step): Step[] => {
    if (step.request !== null && answered.has(step.request)) return [step];
    if (stopped.has(step.writer)) return [];
    stopped.add(step.writer);
    return [{ ...step, outcome: 'open' }];
  });
}

function soundness(file: string): unknown {
  const db = new DatabaseSync(file, { readOnly: true });
  const [{ integrity_check: verdict } = {}] = db.prepare('pragma integrity_check').all();
  const strays = db.prepare('pragma foreign_key_check').all();
  db.close();
  return strays.length > 0 ? strays : verdict;
}

async function cutPower(trial: Trial) {
  const { token, ledger, events, root } = await record(trial);
  const disk = new Disk(root);
  const answered = new Set<string>();
  let [at, kept] = [0, 0];
  for (const moment of moments(trial, events)) {
    for (const event of events.slice(at, moment))
      if (event.kind === 'answer') answered.add(event.request);
      else disk.apply(event);
    at = moment;
    const when = `after a cut before event ${moment} of ${events.length}`;
    const left = await trial.directory();
    disk.cut(left, trial.random);
    // Shared memory in a file, which needs no syncing: whatever it holds.
    const shared = join(left, 'quartermaster.db-shm');
    if (existsSync(shared))
      writeFileSync(
        shared,
        Uint8Array.from({ length: 32_768 }, () => trial.between(0, 255)),
      );
    const server = await trial.start({ DATA_DIR: left }).catch((error: Error) => {
      throw new Error(`${when} it does not open: ${error.message}`);
    });
    assert.equal((await callAt(server.url, 'GET', '/ready')).status, 200, when);
    // The first answer is that to the registration.
    if (answered.size > 0) {
      const proxies = await storedProxies((method, path) =>
        callAt(server.url, method, path, undefined, token),
      );
      ledger.check(contents(proxies), when, stepsUntil(ledger.steps, answered));
      kept += answered.size;
    }
    await server.stop('SIGKILL');
    assert.equal(soundness(join(left, 'quartermaster.db')), 'ok', when);
  }
  return kept;
}

export const power: Proof = {
  name: 'power',
  promise:
    'A power cut loses no acknowledged write: on any part of what was not synced the database opens, sound and whole (SQLite).',
  seconds: 120,
  quick: false,
  run: async (trial) => {
    const kept = await cutPower(trial);
    return `${cuts} cuts: opened every time, sound, 0 of ${kept} acknowledged writes lost`;
  },
};
