/** What the two engines say of the same fault. */
export type Fault = 'unique' | 'foreign-key' | 'full' | 'unavailable' | null;

const sqlite: Record<number, Fault> = {
  2067: 'unique',
  1555: 'unique',
  787: 'foreign-key',
  13: 'full',
  5: 'unavailable',
  10: 'unavailable',
};
const postgres: Record<string, Fault> = { 23505: 'unique', 23503: 'foreign-key', 53100: 'full' };
const connection = /^(08|57P|53[23])|^E(CONNREFUSED|CONNRESET|PIPE|TIMEDOUT|NOTFOUND|HOSTUNREACH)$/;
const pool = /timeout exceeded when trying to connect|Connection terminated|not queryable/;

/** `errcode` is SQLite's extended result code; `code` is PostgreSQL's SQLSTATE or the socket's error. */
export function faultOf(error: unknown): Fault {
  if (!(error instanceof Error)) return null;
  const { errcode, code } = error as Error & { errcode?: unknown; code?: unknown };
  if (typeof errcode === 'number') return sqlite[errcode] ?? sqlite[errcode & 0xff] ?? null;
  if (typeof code === 'string' && code in postgres) return postgres[code] ?? null;
  if ((typeof code === 'string' && connection.test(code)) || pool.test(error.message)) return 'unavailable';
  return null;
}
