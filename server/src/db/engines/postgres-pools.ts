import pg from 'pg';
import { OutageWatch, type Report } from './postgres-outage.ts';
import { AnsweringPool } from './postgres-pool.ts';

const { builtins, getTypeParser } = pg.types;
/** Counts and times arrive as numbers; none exceeds the safe integers. */
const numbers: pg.CustomTypesConfig = {
  getTypeParser: (oid: number, format?: 'text' | 'binary'): unknown => {
    if (oid === Number(builtins.INT8)) return Number;
    return format === 'binary' ? getTypeParser(oid, format) : getTypeParser(oid, format);
  },
};

/** Timeout of getting a free or a new connection: a request fails within two seconds. */
const acquireMs = 1500;
/** Statement timeouts: the server's, and the client's in case the server does not answer at all. */
const statementMs = 15_000;
const statementAtClientMs = statementMs + 500;

export interface PoolOptions {
  /** The most connections. */
  size: number;
  report: Report;
  /** Without, no time limits: for migrations, a backup and a restore. */
  bounded: boolean;
}

export interface Pools {
  /** For what people read: writes that wait in COMMIT take none of its connections. */
  reads: AnsweringPool;
  /** For transactions that write, and for jobs. */
  writes: AnsweringPool;
  end: () => Promise<void>;
}

export function openPools(connectionString: string, { size, report, bounded }: PoolOptions): Pools {
  const watch = new OutageWatch(connectionString, report);
  const moves = { at: 0 };
  const options: pg.PoolConfig = {
    connectionString,
    connectionTimeoutMillis: acquireMs,
    keepAlive: true,
    ...(bounded && {
      statement_timeout: statementMs,
      query_timeout: statementAtClientMs,
      idle_in_transaction_session_timeout: statementMs,
    }),
    types: numbers,
  };
  const forReads = Math.max(Math.ceil(size / 4), 2);
  const writes = new AnsweringPool({ ...options, max: bounded ? size - forReads : size }, watch, moves);
  const reads = bounded ? new AnsweringPool({ ...options, max: forReads }, watch, moves) : writes;
  const end = async () => {
    watch.close();
    await writes.end();
    if (reads !== writes) await reads.end();
  };
  return { reads, writes, end };
}
