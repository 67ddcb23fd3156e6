/** Kinds of database errors, from what either engine reports. */
export type Fault = 'unique' | 'foreign-key' | 'full' | 'unavailable' | null;

/** The database did not answer in time. */
export class NoAnswerError extends Error {
  constructor() {
    super('The database does not answer');
  }
}

/** The thread that ran a statement ended, most likely because the result did not fit into its memory. */
export class DeadThreadError extends NoAnswerError {
  /** Without its values. */
  readonly statement: string;

  constructor(statement: string, cause: unknown) {
    super();
    this.message = 'A thread of the database ended while it ran a statement';
    this.statement = statement;
    this.cause = cause;
  }
}

const sqlite: Record<number, Fault> = {
  2067: 'unique',
  1555: 'unique',
  787: 'foreign-key',
  13: 'full',
  4874: 'full', // no room for the index of the write-ahead log
  4: 'unavailable', // a transaction that is over already
  5: 'unavailable',
  6: 'unavailable',
  8: 'unavailable',
  10: 'unavailable',
  14: 'unavailable',
};
const postgres: Record<string, Fault> = { 23505: 'unique', 23503: 'foreign-key', 53100: 'full' };
/**
 * SQLSTATEs worth retrying shortly: connection lost or refused, shutdown, out of resources, read-only after a failover,
 * timeouts, and transactions aborted in favour of others.
 */
const sqlstate = /^(08|57P|53|28|3D|25P03|25006|57014|55P03|40001|40P01|58030)/;
const socket =
  /^E(CONNREFUSED|CONNRESET|CONNABORTED|PIPE|TIMEDOUT|NOTFOUND|AI_AGAIN|HOSTUNREACH|NETUNREACH)$/;
const pool =
  /timeout exceeded when trying to connect|Connection terminated|not queryable|Query read timeout|has been discarded/;

/** The address in a DATABASE_URL, without its user and password. */
export function addressOf(databaseUrl: string): string {
  const url = URL.parse(databaseUrl);
  const host = url?.searchParams.get('host') ?? url?.hostname ?? '';
  return `${host === '' ? 'localhost' : host}:${url?.port || (url?.searchParams.get('port') ?? '5432')}`;
}

/** The host and the name in a DATABASE_URL. */
export const databaseOf = (databaseUrl: string): string =>
  `${addressOf(databaseUrl)}${URL.parse(databaseUrl)?.pathname ?? ''}`;

/** Names the database that did not answer, instead of the socket's error; PostgreSQL's own errors say enough. */
export function inWords(error: unknown, { directUrl }: { directUrl: string | null }): unknown {
  if (directUrl === null || faultOf(error) !== 'unavailable') return error;
  const { cause = error } = error as Error;
  if ('severity' in (cause as Error)) return cause;
  return new Error(`The database at ${addressOf(directUrl)} does not answer`, { cause });
}

/** `errcode` is SQLite's extended result code; `code` is PostgreSQL's SQLSTATE or the socket's error. */
export function faultOf(error: unknown): Fault {
  if (!(error instanceof Error)) return null;
  if (error instanceof NoAnswerError) return 'unavailable';
  const { errcode, code, severity } = error as Error & Record<'errcode' | 'code' | 'severity', unknown>;
  if (typeof errcode === 'number') return sqlite[errcode] ?? sqlite[errcode & 0xff] ?? null;
  if (typeof code === 'string' && code in postgres) return postgres[code] ?? null;
  if (typeof code === 'string' && (sqlstate.test(code) || socket.test(code))) return 'unavailable';
  // The server closed the connection; on a full disk it may report no more than 'internal error'.
  if (severity === 'FATAL' || severity === 'PANIC') return 'unavailable';
  return pool.test(error.message) ? 'unavailable' : null;
}
