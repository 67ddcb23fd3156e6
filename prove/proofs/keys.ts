import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { watch } from 'node:fs';
import { chmod, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { type Data, openData } from '../data.ts';
import pg from 'pg';
import type { Client } from '../../server/test/test-app.ts';
import { callAt, registerOperator } from '../operator.ts';
import type { Proof } from '../proof.ts';
import type { Store, Trial } from '../trial.ts';

const cli = fileURLToPath(new URL('../../server/src/cli.ts', import.meta.url));
const place = ['email_accounts', 'password', 'row'] as const;

interface Workspace {
  id: string;
  sealed: string;
}

/**
 * A workspace as registering one makes it, with a secret in it, without the time that hashing a password takes.
 * `before` is waited for before it is committed.
 */
async function newWorkspace({ db, newKeyring }: Data, before = () => Promise.resolve()): Promise<Workspace> {
  const [id, keyring] = [randomUUID(), newKeyring()];
  await db.transaction().execute(async (tx) => {
    await tx.insertInto('workspaces').values({ id, createdAt: 1 }).execute();
    await keyring.create(tx, id, 1);
    await before();
  });
  return { id, sealed: (await keyring.sealer(id)).seal(...place, `the secret of ${id}`) };
}

/** How many of the secrets open with what the disk holds now. */
async function unreadable({ newKeyring }: Data, workspaces: readonly Workspace[]): Promise<number> {
  const keyring = newKeyring();
  let faults = 0;
  for (const { id, sealed } of workspaces)
    try {
      assert.equal((await keyring.sealer(id)).unseal(...place, sealed), `the secret of ${id}`);
    } catch {
      faults += 1;
    }
  return faults;
}

/** What the server says as it refuses to start; it must not say that it listens. */
async function refusal(trial: Trial, store: Store, settings: Record<string, string> = {}): Promise<string> {
  const started = await trial.start(store, settings).then(
    () => 'it started',
    (error: unknown) => (error as Error).message,
  );
  assert.doesNotMatch(started, /^it started$|listening/i);
  return started;
}

async function refusals(trial: Trial, store: Store): Promise<number> {
  const file = join(store.DATA_DIR, 'master.key');
  const key = await readFile(file, 'utf8');
  const loose = trial.quick ? [0o644] : [0o640, 0o604, 0o660];
  for (const mode of loose) {
    await chmod(file, mode);
    assert.match(await refusal(trial, store), /can be read by others; run: chmod 600/);
  }
  await chmod(file, 0o600);
  const wrong = 'ab'.repeat(32);
  const foreign = /The master key is not the one that this database was written with/;
  assert.match(await refusal(trial, store, { MASTER_KEY: wrong }), foreign);
  await writeFile(file, `${wrong}\n`);
  assert.match(await refusal(trial, store), foreign);
  await writeFile(file, '');
  assert.match(await refusal(trial, store), /is empty/);
  await rm(file);
  assert.match(await refusal(trial, store), /There is no master key at/);
  await writeFile(file, key, { mode: 0o600 });
  return loose.length + 4;
}

/** Rotates the master key; a kill follows the first change of the key's file by that many milliseconds. */
async function rotate(store: Store, killAfter: number | null): Promise<void> {
  const env = { PATH: process.env.PATH, NODE_NO_WARNINGS: '1', ...store };
  const child = spawn(process.execPath, [cli, 'rotate-master-key'], { env, stdio: 'pipe' });
  let said = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (piece) => (said += String(piece)));
  const ended = once(child, 'close') as Promise<[number | null]>;
  if (killAfter === null) {
    assert.equal((await ended)[0], 0, said);
    return;
  }
  const written = Promise.withResolvers<void>();
  const watcher = watch(store.DATA_DIR, (_, name) => {
    if (name?.startsWith('master.key')) written.resolve();
  });
  await Promise.race([written.promise, ended]);
  watcher.close();
  await wait(killAfter);
  child.kill('SIGKILL');
  await ended;
}

/** PostgreSQL lets a rotation begin while someone else has made a data key and not committed it. */
async function rotateBeforeCommit(trial: Trial, store: Store, data: Data): Promise<void> {
  const watching = new pg.Client({ connectionString: store.DATABASE_URL });
  await watching.connect();
  trial.later(() => watching.end());
  const waiters =
    "select pid from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'";
  const rotations: Promise<void>[] = [];
  let ended = false;
  const meanwhile = newWorkspace(data, async () => {
    rotations.push(rotate(store, null).finally(() => (ended = true)));
    while (!ended && (await watching.query(waiters)).rowCount === 0);
  });
  await assert.doesNotReject(meanwhile, 'the key of someone who registered during a rotation is lost');
  await Promise.all(rotations);
  assert.equal(await unreadable(data, [await meanwhile]), 0, 'a secret of someone who registered meanwhile');
}

/** Until it is told to stop: people register and store a secret. Only those that were answered are kept. */
async function registerPeople(url: string, people: Client[], going: () => boolean): Promise<void> {
  while (going())
    try {
      const person = await registerOperator(url, `${randomUUID()}@example.com`);
      const mailbox = { email: person.email, password: `the secret of ${person.email}` };
      assert.equal((await person.call('POST', '/emails', mailbox)).status, 201);
      people.push(person);
    } catch (error) {
      if (!(error instanceof TypeError)) throw error; // The server was killed, and the connection broke.
    }
}

/** Those of them whose secret this server does not answer. */
async function unanswered(url: string, people: readonly Client[]): Promise<Client[]> {
  const lost: Client[] = [];
  for (const person of people) {
    const { text } = await callAt(url, 'GET', '/emails', undefined, person.token);
    if (!text.includes(`the secret of ${person.email}`)) lost.push(person);
  }
  return lost;
}

/** Every third rotation goes through; of the others, which are killed, half take the server with them. */
async function rotateUnderLoad(trial: Trial, store: Store, data: Data, rounds: number): Promise<number> {
  const workspaces = await Promise.all(Array.from({ length: 100 }, () => newWorkspace(data)));
  // Writers of SQLite take turns; some that never pause, in a process of their own, would starve the others.
  const makers = store.DATABASE_URL ? 4 : 0;
  const people: Client[] = [];
  let server = await trial.start(store);
  for (let round = 0; round < rounds; round += 1) {
    const kills = ['rotation', 'both', 'nothing'][round % 3];
    let rotating = true;
    const before = workspaces.length;
    const load = Array.from({ length: makers }, async () => {
      while (rotating) workspaces.push(await newWorkspace(data));
    });
    const registering = registerPeople(server.url, people, () => rotating);
    await rotate(store, kills === 'nothing' ? null : trial.between(0, 40));
    if (kills === 'both') await server.stop('SIGKILL');
    rotating = false;
    await Promise.all([...load, registering]);
    if (kills === 'both') server = await trial.start(store);
    const lately = workspaces.slice(before);
    assert.equal(await unreadable(data, lately), 0, `secrets unreadable after rotation ${round + 1}`);
  }
  assert.equal(await unreadable(data, workspaces), 0, 'secrets unreadable in the end');
  await server.stop('SIGTERM');
  server = await trial.start(store);
  const lost = await unanswered(server.url, people);
  assert.equal(lost.length, 0, `${lost.length} of ${people.length} people can't read their secret`);
  return workspaces.length + people.length;
}

export const keys: Proof = {
  name: 'keys',
  promise:
    'A wrong, missing or loose master key stops the start in words; a rotation leaves every secret readable.',
  seconds: 300,
  quick: true,
  run: async (trial) => {
    const rounds = trial.quick ? 3 : 6;
    let [refused, secrets] = [0, 0];
    for (const engine of trial.engines) {
      const store = await trial.store(engine);
      const server = await trial.start(store);
      await server.stop('SIGTERM');
      refused += await refusals(trial, store);
      const data = openData(trial, store);
      if (engine === 'postgres') await rotateBeforeCommit(trial, store, data);
      secrets += await rotateUnderLoad(trial, store, data, rounds);
    }
    return `${refused} starts refused; 0 of ${secrets} secrets unreadable after ${rounds * trial.engines.length} rotations, two thirds of them killed`;
  },
};
