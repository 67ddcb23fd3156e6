import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { watch } from 'node:fs';
import { chmod, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { wholeOwner } from '../../server/src/access/owner.ts';
import { inBatch } from '../../server/src/records/history/batches.ts';
import { OwnedTable } from '../../server/src/records/table/owned-table.ts';
import { type Data, openData } from '../data.ts';
import pg from 'pg';
import type { Client } from '../../server/test/test-app.ts';
import { callAt, registerOperator } from '../operator.ts';
import type { Proof } from '../proof.ts';
import type { Store, Context } from '../context.ts';

const cli = fileURLToPath(new URL('../../server/src/cli.ts', import.meta.url));
const emails = new OwnedTable('email_accounts');

/**
 * Creates a workspace with a mailbox as a registration does, but without the cost of hashing a password. Awaits
 * `beforeCommit` inside the transaction.
 */
async function newWorkspace(
  { db, newKeyring }: Data,
  beforeCommit = () => Promise.resolve(),
): Promise<string> {
  const [ownerId, keyring] = [randomUUID(), newKeyring()];
  await db.transaction().execute(async (tx) => {
    await tx.insertInto('workspaces').values({ id: ownerId, createdAt: 1 }).execute();
    await keyring.create(tx, ownerId, 1);
    await beforeCommit();
  });
  const principal = { kind: 'job', id: 'prove', userId: null } as const;
  const owner = wholeOwner(ownerId, principal, await keyring.sealer(ownerId));
  const fields = { email: 'box@example.com', password: `the secret of ${ownerId}`, tags: [] };
  await inBatch(db, { kind: 'edit', table: 'email_accounts', owner }, (tx, batch) =>
    emails.insert(tx, owner, fields, batch),
  );
  return ownerId;
}

/** Counts the secrets that the keys on disk cannot open. */
async function unreadable({ db, newKeyring }: Data, workspaces: readonly string[]): Promise<number> {
  const keyring = newKeyring();
  let faults = 0;
  for (const ownerId of workspaces)
    try {
      // Read the keys last: a rotation in progress may replace values, but not the key of a value just read.
      const row = await db
        .selectFrom('email_accounts')
        .select(['id', 'password'])
        .where('ownerId', '=', ownerId)
        .executeTakeFirstOrThrow();
      const sealer = await keyring.sealer(ownerId);
      const text = sealer.unseal('email_accounts', 'password', row.id, row.password ?? '');
      assert.equal(text, `the secret of ${ownerId}`);
    } catch {
      faults += 1;
    }
  return faults;
}

/** Returns the message with which the server refuses to start; it must never listen. */
async function refusal(
  context: Context,
  store: Store,
  settings: Record<string, string> = {},
): Promise<string> {
  const started = await context.start(store, settings).then(
    () => 'it started',
    (error: unknown) => (error as Error).message,
  );
  assert.doesNotMatch(started, /^it started$|listening/i);
  return started;
}

/** As orchestrators mount secrets, so it is no refusal: the server says so in one line, and leaves the mode. */
async function warnsOfGroup(context: Context, store: Store, file: string): Promise<void> {
  await chmod(file, 0o440);
  const server = await context.start(store);
  await server.stop('SIGTERM');
  const warnings = server.output().match(/master\.key can be read by its group/g) ?? [];
  assert.equal(warnings.length, 1);
  assert.equal((await stat(file)).mode & 0o777, 0o440);
}

async function refusals(context: Context, store: Store): Promise<number> {
  const file = join(store.DATA_DIR, 'master.key');
  const key = await readFile(file, 'utf8');
  const loose = context.quick ? [0o644] : [0o604, 0o644, 0o666];
  for (const mode of loose) {
    await chmod(file, mode);
    assert.match(await refusal(context, store), /can be read by others; run: chmod 600/);
  }
  await warnsOfGroup(context, store, file);
  await chmod(file, 0o600);
  const wrong = 'ab'.repeat(32);
  const foreign = /The master key is not the one that this database was written with/;
  assert.match(await refusal(context, store, { MASTER_KEY: wrong }), foreign);
  await writeFile(file, `${wrong}\n`);
  assert.match(await refusal(context, store), foreign);
  await writeFile(file, '');
  assert.match(await refusal(context, store), /is empty/);
  await rm(file);
  assert.match(await refusal(context, store), /There is no master key at/);
  await writeFile(file, key, { mode: 0o600 });
  return loose.length + 4;
}

/** Rotates the master key; kills the rotation that many milliseconds after it first touches the key file. */
async function rotate(store: Store, killAfter: number | null): Promise<void> {
  const env = { PATH: process.env.PATH, NODE_NO_WARNINGS: '1', ...store };
  const child = spawn(process.execPath, [cli, 'rotate-master-key'], { env, stdio: 'pipe' });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (output += String(chunk)));
  const ended = once(child, 'close') as Promise<[number | null]>;
  if (killAfter === null) {
    assert.equal((await ended)[0], 0, output);
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

/** Starts a rotation while another transaction has created a data key and not committed it (PostgreSQL). */
async function rotateBeforeCommit(context: Context, store: Store, data: Data): Promise<void> {
  const watching = new pg.Client({ connectionString: store.DATABASE_URL });
  await watching.connect();
  context.defer(() => watching.end());
  const waiters =
    "select pid from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'";
  const rotations: Promise<void>[] = [];
  let ended = false;
  const meanwhile = newWorkspace(data, async () => {
    rotations.push(rotate(store, null).finally(() => (ended = true)));
    while (!ended && (await watching.query(waiters)).rowCount === 0);
  });
  await assert.doesNotReject(meanwhile, 'a key created during the rotation was lost');
  await Promise.all(rotations);
  assert.equal(
    await unreadable(data, [await meanwhile]),
    0,
    'a secret stored during the rotation is unreadable',
  );
}

/** Registers users with a secret until `isRunning` is false, and collects those whose requests were answered. */
async function registerUsers(url: string, users: Client[], isRunning: () => boolean): Promise<void> {
  while (isRunning())
    try {
      const user = await registerOperator(url, `${randomUUID()}@example.com`);
      const mailbox = { email: user.email, password: `the secret of ${user.email}` };
      assert.equal((await user.call('POST', '/emails', mailbox)).status, 201);
      users.push(user);
    } catch (error) {
      if (!(error instanceof TypeError)) throw error; // The server was killed.
    }
}

/** The users whose secret the server no longer returns. */
async function usersWithLostSecret(url: string, users: readonly Client[]): Promise<Client[]> {
  const lost: Client[] = [];
  for (const user of users) {
    const { text } = await callAt(url, 'GET', '/emails', undefined, user.token);
    if (!text.includes(`the secret of ${user.email}`)) lost.push(user);
  }
  return lost;
}

/** Lets every third rotation finish and kills the others, half of them together with the server. */
async function rotateUnderLoad(context: Context, store: Store, data: Data, rounds: number): Promise<number> {
  const workspaces = await Promise.all(Array.from({ length: 100 }, () => newWorkspace(data)));
  // SQLite has one writer at a time: another process that writes without pause would starve the rotation.
  const creators = store.DATABASE_URL ? 4 : 0;
  const users: Client[] = [];
  let server = await context.start(store);
  for (let round = 0; round < rounds; round += 1) {
    const kills = ['rotation', 'both', 'nothing'][round % 3];
    let rotating = true;
    const before = workspaces.length;
    const load = Array.from({ length: creators }, async () => {
      while (rotating) workspaces.push(await newWorkspace(data));
    });
    const registering = registerUsers(server.url, users, () => rotating);
    await rotate(store, kills === 'nothing' ? null : context.between(0, 40));
    if (kills === 'both') await server.stop('SIGKILL');
    rotating = false;
    await Promise.all([...load, registering]);
    if (kills === 'both') server = await context.start(store);
    const lately = workspaces.slice(before);
    assert.equal(await unreadable(data, lately), 0, `secrets unreadable after rotation ${round + 1}`);
  }
  assert.equal(await unreadable(data, workspaces), 0, 'secrets unreadable after all rotations');
  await server.stop('SIGTERM');
  server = await context.start(store);
  const lost = await usersWithLostSecret(server.url, users);
  assert.equal(lost.length, 0, `${lost.length} of ${users.length} users can't read their secret`);
  return workspaces.length + users.length;
}

export const keys: Proof = {
  name: 'keys',
  promise:
    'The server refuses to start with a master key that is wrong, missing or readable by everyone; a rotation leaves every secret readable.',
  seconds: 900,
  quick: true,
  run: async (context) => {
    const rounds = context.quick ? 3 : 6;
    let [refused, secrets] = [0, 0];
    for (const engine of context.engines) {
      const store = await context.store(engine);
      const server = await context.start(store);
      await server.stop('SIGTERM');
      refused += await refusals(context, store);
      const data = openData(context, store);
      if (engine === 'postgres') await rotateBeforeCommit(context, store, data);
      secrets += await rotateUnderLoad(context, store, data, rounds);
    }
    return `${refused} starts refused; 0 of ${secrets} secrets unreadable after ${rounds * context.engines.length} rotations, two thirds of them killed`;
  },
};
