import pg from 'pg';
import { type Database, quoted, rightStatus, stale } from './floor-rows.ts';
import { type Row, type Table, schema } from './floor-schema.ts';

const batchRows = 2000;
const { builtins, getTypeParser } = pg.types;
const types: pg.CustomTypesConfig = {
  getTypeParser: (oid: number, format?: 'text' | 'binary'): unknown =>
    oid === Number(builtins.INT8)
      ? Number
      : format === 'binary'
        ? getTypeParser(oid, format)
        : getTypeParser(oid),
};

/** PostgreSQL numbers its parameters with a dollar sign. */
const dollars = (sql: string) => sql.replace(/\?(\d)/g, '$$$1');

export async function openPostgres(connectionString: string): Promise<Database> {
  // As usual on solid state disks. It also makes plans cheap enough to be kept, which saves 2 ms of planning.
  const options = '-c random_page_cost=1.1';
  const pool = new pg.Pool({ connectionString, max: 10, types, options });
  for (const statement of schema) await pool.query(statement);
  await pool.query('create extension pg_trgm');
  await pool.query('create index domains_by_text on domains using gin ("searchText" gin_trgm_ops)');
  const names = new Map<string, string>();
  const nameOf = (sql: string) => {
    const name = names.get(sql) ?? `statement_${names.size}`;
    names.set(sql, name);
    return name;
  };
  async function transaction<T>(work: (client: pg.PoolClient) => Promise<T>): Promise<T> {
    const client = await pool.connect();
    try {
      await client.query('begin');
      const result = await work(client);
      await client.query('commit');
      return result;
    } catch (error) {
      await client.query('rollback');
      throw error;
    } finally {
      client.release();
    }
  }
  return {
    insert: (rows) =>
      transaction(async (client) => {
        for (const [table, values] of Object.entries(rows) as [Table, Row[]][]) {
          const text = `insert into ${table} (${quoted(table)}) select ${quoted(table)}
            from json_populate_recordset(null::${table}, $1::json)`;
          await client.query({ name: `insert_${table}`, text, values: [JSON.stringify(values)] });
        }
      }),
    all: async (sql, ...values) =>
      (await pool.query<Row>({ name: nameOf(sql), text: dollars(sql), values })).rows,
    batches: async function* (sql, ...values) {
      const client = await pool.connect();
      try {
        await client.query('begin');
        await client.query(`declare batch no scroll cursor for ${dollars(sql)}`, values);
        for (;;) {
          const { rows } = await client.query<Row>(`fetch ${batchRows} from batch`);
          if (rows.length === 0) return;
          yield rows;
        }
      } finally {
        await client.query('rollback');
        client.release();
      }
    },
    holding: (word) => ({ sql: 'd."searchText" like ?2', value: `%${word}%` }),
    checkExpiration: (owner, now) =>
      transaction(async (client) => {
        const { rowCount } = await client.query(
          `with before as (
              select *, ${rightStatus(now)} as "right" from domains
              where "ownerId" = $1 and ${stale(now)} for update
            ), after as (
              update domains d set status = b."right", "updatedAt" = $2 from before b
              where d."ownerId" = $1 and d.id = b.id
              returning ${quoted('domains', 'd.')}
            )
            insert into changes ("ownerId", id, at, "recordId", action, before, after)
            select $1, gen_random_uuid()::text, $2, b.id, 'update', to_json(b)::text, to_json(a)::text
            from before b join after a on a.id = b.id`,
          [owner, now],
        );
        return rowCount ?? 0;
      }),
  };
}
