import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { kinds } from '@quartermaster/contract/entities/kinds';
import { readConfig } from '../../server/src/config.ts';
import { refusesChanges } from '../../server/test/backup-changes.ts';
import { fixtures } from '../../server/test/fixtures/all.ts';
import { createRecord } from '../../server/test/records.ts';
import type { Client } from '../../server/test/test-app.ts';
import { openData } from '../data.ts';
import { callAt, registerOperator } from '../operator.ts';
import { giveAccess, mailWaits } from '../given-access.ts';
import type { Proof } from '../proof.ts';
import type { Store, Context } from '../context.ts';

const withinSeconds = 60;
const cli = fileURLToPath(new URL('../../server/src/cli.ts', import.meta.url));
/** Mailboxes added while the backup runs. */
const late = /^late-(\d+)@example\.com$/;

type Row = Record<string, unknown>;
interface Page {
  data: Record<string, Row[]> & { pagination: { total: number; totalPages: number } };
}

/** Returns the duration in seconds. */
async function run(command: 'backup' | 'restore', file: string, settings: Record<string, string>) {
  const began = performance.now();
  const env = { PATH: process.env.PATH, ...settings };
  await promisify(execFile)(process.execPath, [cli, command, file], { env });
  const seconds = (performance.now() - began) / 1000;
  assert.ok(seconds < withinSeconds, `${command} took ${seconds.toFixed(0)} s`);
  return seconds;
}

async function importProxies({ call }: Client, rows: number): Promise<void> {
  const atOnce = 10_000;
  for (let start = 0; start < rows; start += atOnce) {
    const proxies = Array.from({ length: Math.min(atOnce, rows - start) }, (_, index) => ({
      name: `Proxy ${start + index}`,
      ip: '192.0.2.1',
      port: 8080,
      username: `user-${start + index}`,
      password: `secret ${start + index} ü`,
      comment: `'"\\ 🙂 ${start + index}`,
      tags: [{ type: 'group', value: String(index % 10) }],
    }));
    const { status, text } = await call('POST', '/proxies/bulk-import', { proxies });
    assert.equal(status, 200, text);
  }
}

/** Digests every record as the API returns it, secrets included; late mailboxes are listed separately. */
async function everything(call: Client['call']) {
  const digest = createHash('sha256');
  const lates: number[] = [];
  let rows = 0;
  for (const { path, listKey } of Object.values(kinds))
    for (let [page, pages] = [1, 1]; page <= pages; page += 1) {
      const query = `${path}?page=${page}&limit=1000&sortBy=createdAt&sortOrder=asc`;
      const { status, body, text } = await call<Page>('GET', query);
      assert.equal(status, 200, text);
      pages = body.data.pagination.totalPages;
      for (const row of body.data[listKey] ?? []) {
        const [, number] = late.exec(String(row.email)) ?? [];
        if (number === undefined) {
          digest.update(JSON.stringify(row));
          rows += 1;
        } else {
          assert.equal(row.password, `secret ${number}`);
          lates.push(Number(number));
        }
      }
    }
  return { digest: digest.digest('hex'), rows, lates: lates.sort((one, other) => one - other) };
}

async function backUpAndRestore(context: Context): Promise<string> {
  const MASTER_KEY = 'ab'.repeat(32);
  const [from, sqlite, postgres, again] = await Promise.all([
    context.store('sqlite'),
    context.store('sqlite'),
    context.store('postgres'),
    context.store('sqlite'),
  ]);
  const files = await context.directory();
  const start = (store: Store) => context.start(store, { MASTER_KEY });
  const server = await start(from);
  const operator = await registerOperator(server.url, 'op@example.com');
  for (const area of ['domains', 'servers', 'cdn', 'registrator-types'])
    await createRecord(operator, area, { optional: true });
  await importProxies(operator, 50_000);

  // Adds mailboxes one after another before, during and after the backup.
  let [added, writing] = [0, true];
  const addOne = async () => {
    const body = { email: `late-${added}@example.com`, password: `secret ${added}` };
    const { status, text } = await operator.call('POST', '/emails', body);
    assert.equal(status, 201, text);
    added += 1;
  };
  await addOne();
  const first = join(files, 'first');
  const before = added;
  const times = { backup: 0, restore: 0 };
  let meanwhile = 0;
  const backingUp = async () => {
    times.backup = await run('backup', first, { ...from, MASTER_KEY });
    meanwhile = added - before;
    writing = false;
  };
  const adding = async () => {
    while (writing) await addOne();
  };
  await Promise.all([backingUp(), adding()]);
  assert.ok(meanwhile > 0, 'nothing could be written during the backup');
  const wanted = await everything(operator.call);
  await server.stop('SIGTERM');

  const holds = async (store: Store, what: string) => {
    const restored = await start(store);
    const { body } = await callAt<{ data: { tokens: { accessToken: string } } }>(
      restored.url,
      'POST',
      '/auth/login',
      { email: operator.email, password: 'Correct-Horse-1' },
    );
    const { accessToken } = body.data.tokens;
    const found = await everything((method, path) =>
      callAt(restored.url, method, path, undefined, accessToken),
    );
    await restored.stop('SIGTERM');
    assert.equal(found.rows, wanted.rows, `number of records ${what}`);
    assert.equal(found.digest, wanted.digest, `contents ${what}`);
    // A snapshot: late mailboxes without gaps, including all that were acknowledged before the backup began.
    assert.deepEqual(
      found.lates,
      found.lates.map((_, index) => index),
      `late mailboxes ${what}`,
    );
    assert.ok(
      found.lates.length >= before && found.lates.length <= wanted.lates.length,
      `late mailboxes ${what}`,
    );
    return found.lates.length;
  };
  const restore = async (file: string, store: Store) => {
    times.restore = Math.max(times.restore, await run('restore', file, { ...store, MASTER_KEY }));
  };
  await restore(first, sqlite);
  const lates = await holds(sqlite, 'in SQLite');
  await restore(first, postgres);
  assert.equal(await holds(postgres, 'in PostgreSQL'), lates);
  const second = join(files, 'second');
  times.backup = Math.max(times.backup, await run('backup', second, { ...postgres, MASTER_KEY }));
  await restore(second, again);
  assert.equal(await holds(again, 'in SQLite again'), lates);
  return `${wanted.rows + lates} records backed up within ${times.backup.toFixed(1)} s (${meanwhile} written meanwhile) and restored within ${times.restore.toFixed(1)} s, from SQLite to SQLite, to PostgreSQL and back; every secret readable`;
}

/** Restores a backup elsewhere; returns how many kinds of access that were given before are refused there. */
async function endsAccess(context: Context): Promise<number> {
  let kinds = 0;
  for (const engine of context.engines) {
    const settings = { ...mailWaits, MASTER_KEY: 'ef'.repeat(32) };
    const [from, into] = [await context.store(engine), await context.store(engine)];
    const server = await context.start(from, settings);
    const isOver = await giveAccess(context, server.url, { ...from, ...settings });
    const file = join(await context.directory(), 'backup');
    await run('backup', file, { ...from, ...settings });
    await server.stop('SIGTERM');
    await run('restore', file, { ...into, ...settings });
    const { url, stop } = await context.start(into, settings);
    kinds = await isOver(url);
    await stop('SIGTERM');
  }
  return kinds;
}

/** Returns how many changed backups were refused, on each engine. */
async function refuseChanged(context: Context): Promise<number> {
  let refused = 0;
  for (const engine of context.engines) {
    const [from, into] = [await context.store(engine), await context.store(engine)];
    const server = await context.start(from);
    const operator = await registerOperator(server.url, 'op@example.com');
    for (const area of Object.keys(fixtures)) await createRecord(operator, area, { optional: true });
    const files = await context.directory();
    const pair = [join(files, 'one'), join(files, 'other')] as const;
    for (const file of pair) await run('backup', file, from);
    await server.stop('SIGTERM');
    const { masterKey } = readConfig({ ...from });
    refused += await refusesChanges(openData(context, into).db, pair, masterKey, context.random);
  }
  return refused;
}

export const backup: Proof = {
  name: 'backup',
  promise: `A backup taken under load is a consistent snapshot and restores into either engine with every secret readable; 50 000 records take less than ${withinSeconds} s. A changed one is refused, and access given before ends.`,
  seconds: 420,
  quick: false,
  run: async (context) => {
    const restored = await backUpAndRestore(context);
    const kinds = await endsAccess(context);
    return `${restored}; 0 of ${kinds} kinds of access revived; ${await refuseChanged(context)} changed ones refused`;
  },
};
