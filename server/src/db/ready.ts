import { setTimeout as pause } from 'node:timers/promises';
import { sql } from 'kysely';
import { engineOf } from './engines/engine-of.ts';
import { isWaiting, wouldWrite } from './engines/postgres-state.ts';
import { NoAnswerError } from './faults.ts';
import { OutageError } from './outage-error.ts';
import { read } from './raw-sql.ts';
import type { Db, Schema } from './schema.ts';

const answersMs = 900;

async function ask(db: Db): Promise<void> {
  if (engineOf<Schema>(db) === 'sqlite') {
    await db.selectFrom('schema_version').select('version').execute();
    return;
  }
  await read(db, sql.raw(wouldWrite)).catch((error: unknown) => {
    const isReadOnly = error instanceof OutageError && error.code === '25006';
    throw isReadOnly
      ? new OutageError(error.code, { trouble: 'read only', refusals: error.refusals })
      : error;
  });
  const { rows } = await read(db, sql<{ waits: boolean }>`select ${sql.raw(isWaiting)} as waits`);
  if (rows[0]?.waits) throw new OutageError('SyncRep', { trouble: 'writes wait for a standby' });
}

async function probe(db: Db): Promise<void> {
  const answered = new AbortController();
  const late = async () => {
    await pause(answersMs, undefined, { signal: answered.signal });
    throw new NoAnswerError();
  };
  try {
    await Promise.race([ask(db), late()]);
  } finally {
    answered.abort();
  }
}

/** Throws if the database does not answer in time, or takes no writes, twice in a row. */
export const expectReady = (db: Db): Promise<void> => probe(db).catch(() => probe(db));
