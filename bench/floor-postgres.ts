import pg from 'pg';
import { type Database, quoted } from './floor-rows.ts';
import { type Row, type Table, schema } from './floor-schema.ts';

const rowsAtOnce = 2000;
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

/** Without named statements, like the product: a transaction pooler would not route them. */
export async function openPostgres(connectionString: string): Promise<Database> {
  const pool = new pg.Pool({ connectionString, max: 10, types });
  for (const statement of schema) await pool.query(statement);
  await pool.query('create extension pg_trgm');
  await pool.query('create index domains_by_text on domains using gin ("searchText" gin_trgm_ops)');
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
          await client.query(text, [JSON.stringify(values)]);
        }
      }),
    all: async (sql, ...values) => (await pool.query<Row>(dollars(sql), values)).rows,
    chunks: async function* (sql, ...values) {
      const client = await pool.connect();
      try {
        await client.query('begin');
        await client.query(`declare chunk no scroll cursor for ${dollars(sql)}`, values);
        for (;;) {
          const { rows } = await client.query<Row>(`fetch ${rowsAtOnce} from chunk`);
          if (rows.length === 0) return;
          yield rows;
        }
      } finally {
        await client.query('rollback');
        client.release();
      }
    },
  };
}
