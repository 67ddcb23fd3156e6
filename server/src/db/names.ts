import { type RawBuilder, sql } from 'kysely';

const made = new Map<string, RawBuilder<unknown>>();

function quoted(path: string): string {
  if (!/^\w+(\.\w+)*$/.test(path)) throw new Error(`${path} is not a name of this program`);
  return path
    .split('.')
    .map((name) => `"${name}"`)
    .join('.');
}

/**
 * A table, an alias or `table.column`, quoted; never of a request's text. Each is made once: `sql.ref` and `sql.table` build
 * several nodes every time, which took 40 % of the time to build a page's statement.
 */
export function nameOf<T = unknown>(path: string): RawBuilder<T> {
  const name = made.get(path) ?? sql.raw(quoted(path));
  made.set(path, name);
  return name as RawBuilder<T>;
}
