import { sql } from 'kysely';
import { engineOf } from '../src/db/engines/engine-of.ts';
import type { Db, Schema } from '../src/db/schema.ts';

/** A statement of a catalogue in one spelling: Kysely quotes every name, and people break lines. */
const plain = (statement: string): string =>
  statement
    .replaceAll('"', '')
    .replaceAll(/\s+/g, ' ')
    .replaceAll(/ ?([(),]) ?/g, '$1')
    .trim();

type Named = { name: string; sql: string };

/** SQLite keeps the statements that made tables: what no pragma tells is read from them. */
async function sqliteSchema(db: Db): Promise<string[]> {
  const run = async <T>(statement: string) => (await sql.raw<T>(statement).execute(db)).rows;
  const made = (type: string) =>
    run<Named>(`select name, sql from sqlite_schema where type = '${type}' and sql is not null
      and name not like 'sqlite_%' order by name`);
  const lines: string[] = [];
  for (const { name: table, sql: statement } of await made('table')) {
    for (const { name, type, notnull, dflt_value, pk } of await run<Record<string, string | number | null>>(
      `select * from pragma_table_xinfo('${table}')`,
    ))
      lines.push(
        `${table}.${name} ${String(type).toLowerCase()}${notnull ? ' not null' : ''}${
          dflt_value === null ? '' : ` default ${dflt_value}`
        }${pk ? ` key ${pk}` : ''}`,
      );
    const [, ...constraints] = plain(statement)
      .replace(/\)(without rowid)?$/, '')
      .split(/,(?=constraint )/);
    lines.push(...constraints.map((constraint) => `${table}: ${constraint}`));
    if (statement.endsWith('without rowid')) lines.push(`${table}: without rowid`);
  }
  for (const type of ['index', 'trigger', 'view'])
    lines.push(...(await made(type)).map((each) => plain(each.sql)));
  return lines;
}

async function postgresSchema(db: Db): Promise<string[]> {
  const { rows } = await sql<{ line: string }>`
    with own as (select * from pg_class where relnamespace = 'public'::regnamespace)
    select own.relname || '.' || attname || ' ' || format_type(atttypid, atttypmod)
        || case when attnotnull then ' not null' else '' end
        || coalesce(' default ' || pg_get_expr(adbin, adrelid), '') as line
      from pg_attribute join own on own.oid = attrelid and relkind = 'r'
      left join pg_attrdef on adrelid = attrelid and adnum = attnum where attnum > 0 and not attisdropped
    union all select own.relname || ': constraint ' || conname || ' ' || pg_get_constraintdef(c.oid)
      from pg_constraint c join own on own.oid = conrelid where contype <> 'n'
    union all select indexdef from pg_indexes where schemaname = 'public'
    union all select pg_get_triggerdef(t.oid) from pg_trigger t join own on own.oid = tgrelid where not tgisinternal
    union all select pg_get_functiondef(p.oid) from pg_proc p where pronamespace = 'public'::regnamespace
      and not exists (select 1 from pg_depend d where d.objid = p.oid and deptype = 'e')
    union all select 'sequence ' || relname from own where relkind = 'S'
    union all select 'extension ' || extname from pg_extension where extname <> 'plpgsql'`.execute(db);
  return rows.map(({ line }) => plain(line));
}

/**
 * Everything that makes up the schema, one thing a line and sorted: columns with types, nullability and defaults,
 * constraints, indexes, triggers, functions, sequences and extensions. The order of columns does not count.
 */
export const describedSchema = async (db: Db): Promise<string[]> =>
  (await (engineOf<Schema>(db) === 'sqlite' ? sqliteSchema(db) : postgresSchema(db))).sort();
