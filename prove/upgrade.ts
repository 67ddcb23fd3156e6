// Opens a database as the server does, which upgrades it, and kills itself right before the statement with the given
// number.
import { Worker } from 'node:worker_threads';
import pg from 'pg';
import { readConfig } from '../server/src/config.ts';
import { openDatabase } from '../server/src/db/open.ts';

let left = Number(process.argv[2]);

/** Counts each call of these methods as a statement. */
function count(target: object, names: readonly string[]): void {
  const methods = target as Record<string, (...args: unknown[]) => unknown>;
  for (const name of names) {
    const method = methods[name];
    if (!method) throw new Error(`There is no method ${name} to count`);
    methods[name] = function (...args) {
      left -= 1;
      if (left < 0) process.kill(process.pid, 'SIGKILL');
      return method.apply(this, args);
    };
  }
}

count(Worker.prototype, ['postMessage']); // to the threads of SQLite
count(pg.Client.prototype, ['query']);

const db = await openDatabase(readConfig(), () => undefined);
await db.destroy();
