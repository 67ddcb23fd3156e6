import pg from 'pg';
import {
  type DomainRow,
  type JoinedRow,
  type NewDomain,
  type Queries,
  type ServerRow,
  changeId,
  csvHead,
  csvLine,
  joined,
  newRow,
  outdated,
  quoted,
  rightStatus,
  serversSql,
  shown,
} from './floor-rows.ts';

const rowsAtOnce = 2000;
const { builtins, getTypeParser } = pg.types;

export function postgresQueries(connectionString: string): Queries {
  const types: pg.CustomTypesConfig = {
    getTypeParser: (oid: number, format?: 'text' | 'binary'): unknown =>
      oid === Number(builtins.INT8)
        ? Number
        : format === 'binary'
          ? getTypeParser(oid, format)
          : getTypeParser(oid),
  };
  const pool = new pg.Pool({ connectionString, max: 10, types });
  /** Prepared where it has a name; where the owner's size makes the best plan it is planned each time. */
  const ask = async <R extends object>(name: string | null, text: string, values: unknown[]): Promise<R[]> =>
    (await pool.query<R>({ ...(name !== null && { name }), text, values })).rows;
  const asRows = (table: string) =>
    `insert into ${table} select * from json_populate_recordset(null::${table}, $1::json)`;

  /** One statement a table, however many rows. */
  async function store(owner: string, sent: readonly NewDomain[]): Promise<DomainRow[]> {
    const rows = sent.map((domain) => newRow(owner, domain));
    const tags = rows.flatMap(({ id: recordId }, at) =>
      (sent[at]?.tags ?? []).map((tag) => ({ ownerId: owner, tableName: 'domains', recordId, ...tag })),
    );
    const changes = rows.map((row) => ({
      ownerId: owner,
      id: changeId(),
      at: row.createdAt,
      tableName: 'domains',
      recordId: row.id,
      action: 'create',
      after: JSON.stringify(row),
    }));
    await inTransaction(async (client) => {
      await client.query({ name: 'rows', text: asRows('domains'), values: [JSON.stringify(rows)] });
      await client.query({ name: 'tags', text: asRows('record_tags'), values: [JSON.stringify(tags)] });
      await client.query({ name: 'changes', text: asRows('changes'), values: [JSON.stringify(changes)] });
    });
    return rows;
  }
  async function inTransaction<T>(work: (client: pg.PoolClient) => Promise<T>): Promise<T> {
    const client = await pool.connect();
    try {
      await client.query('begin');
      const done = await work(client);
      await client.query('commit');
      return done;
    } catch (error) {
      await client.query('rollback');
      throw error;
    } finally {
      client.release();
    }
  }
  async function* csv(owner: string) {
    const client = await pool.connect();
    try {
      await client.query('begin');
      const text = `declare rows no scroll cursor for ${joined} where d."ownerId" = $1 order by d."createdAt" desc, d.id`;
      await client.query(text, [owner]);
      yield csvHead;
      for (;;) {
        const { rows } = await client.query<JoinedRow>(`fetch ${rowsAtOnce} from rows`);
        if (rows.length === 0) return;
        yield rows.map(csvLine).join('');
      }
    } finally {
      await client.query('rollback');
      client.release();
    }
  }
  return {
    page: async (owner, status, from) => {
      const [name, later, ...since] =
        from === 0 ? (['page', ''] as const) : (['later', `and d."expirationDate" >= $3`, from] as const);
      const rows = await ask<JoinedRow>(
        name,
        `${joined} where d."ownerId" = $1 and d.status = $2 ${later}
          order by (d."expirationDate" is null), d."expirationDate", d.id limit 20`,
        [owner, status, ...since],
      );
      return rows.map(shown);
    },
    list: async (owner) => {
      const text = `${joined} where d."ownerId" = $1 order by d."createdAt" desc, d.id limit 1000`;
      return (await ask<JoinedRow>(null, text, [owner])).map(shown);
    },
    search: async (owner, words) => {
      const rows = await ask<JoinedRow>(
        null,
        `${joined} where d."ownerId" = $1 and d.id in (
            select id from domains where "ownerId" = $1 and "searchText" like $2
            union all
            select d.id from domains d where d."ownerId" = $1 and d."registratorAccountId" in (
              select a.id from registrator_accounts a
              join registrator_types t on t."ownerId" = a."registratorTypeOwnerId" and t.id = a."registratorTypeId"
              where a."ownerId" = $1 and t."nameKey" like $2))
          order by d."createdAt" desc, d.id limit 20`,
        [owner, `%${words}%`],
      );
      return rows.map(shown);
    },
    servers: (owner) => ask<ServerRow>('servers', serversSql('$1'), [owner]),
    create: async (owner, sent) => {
      const [row] = await store(owner, [sent]);
      const text = `${joined} where d."ownerId" = $1 and d.id = $2`;
      return (await ask<JoinedRow>('one', text, [owner, row?.id])).map(shown)[0];
    },
    import: async (owner, sent) => {
      await store(owner, sent);
    },
    csv,
    checkExpiration: (owner, now) =>
      inTransaction(async (client) => {
        const { rowCount } = await client.query(
          `with before as (
              select * from domains where "ownerId" = $1 and ${outdated(now)} for update
            ), after as (
              update domains d set status = ${rightStatus(now).replaceAll('"expirationDate"', 'd."expirationDate"')},
                "updatedAt" = $2
              from before b where d."ownerId" = $1 and d.id = b.id
              returning d.${quoted.replaceAll(', ', ', d.')}
            )
            insert into changes ("ownerId", id, at, "tableName", "recordId", action, before, after)
            select $1, gen_random_uuid()::text, $2, 'domains', b.id, 'update', to_json(b)::text, to_json(a)::text
            from before b join after a on a.id = b.id`,
          [owner, now],
        );
        return rowCount ?? 0;
      }),
  };
}
