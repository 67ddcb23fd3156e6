// On both engines: the engines plan statements differently.
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { Domain } from '@quartermaster/contract/entities/domains/domains.schema';
import { type CompiledQuery, sql } from 'kysely';
import { openDatabase } from '../src/db/open.ts';
import { domains } from '../src/features/domains/domains.entity.ts';
import { inBatch } from '../src/records/history/batches.ts';
import { entityOf, ownedTables } from '../src/records/kinds/entities.ts';
import { createRecord, validBody } from './records.ts';
import { engine, startApp } from './test-app.ts';

/** The statements and indexes of reads: costs that do not depend on the machine's speed. */
const app = await startApp();
await app.user();
const user = await app.user();
// Without a secret there is nothing to log.
const base = { ...(await validBody(user, 'domains', { optional: true })), secureNote: null };
const day = 86_400_000;
const rows = Array.from({ length: 1200 }, (_, n) => ({
  ...base,
  domain: `site-${n}.example.com`,
  status: n % 3 === 0 ? 'ACTIVE' : 'EXPIRED',
  expirationDate: n % 5 === 0 ? null : new Date(Date.now() + (n - 100) * day).toISOString(),
}));
const imported = await user.call<{ data: { imported: number } }>('POST', '/domains/bulk-import', {
  domains: rows,
});
assert.equal(imported.body.data.imported, rows.length);

/** The statements of a call; `after` is awaited after each. */
async function statementsOf(
  run: () => Promise<unknown>,
  after: (query: CompiledQuery) => Promise<void> = () => Promise.resolve(),
): Promise<CompiledQuery[]> {
  const seen: CompiledQuery[] = [];
  const executor = app.db.getExecutor();
  const execute = executor.executeQuery.bind(executor);
  executor.executeQuery = async (query, ...more) => {
    seen.push(query);
    const result = await execute(query, ...more);
    await after(query);
    return result;
  };
  try {
    await run();
  } finally {
    executor.executeQuery = execute;
  }
  return seen;
}

describe('cost of reads', () => {
  const calls: [string, string, number][] = [
    ['a page', '/domains?limit=20', 2],
    ['a page of a status by date', '/domains?limit=20&status=ACTIVE&sortBy=expirationDate&sortOrder=asc', 2],
    ['a page of a search', '/domains?limit=20&search=site-7', 1],
    ['the statistics', '/domains/stats', 1],
    ['the dashboard', '/dashboard/stats', 1],
    ['everything', '/search?q=site-7', ownedTables.length],
  ];
  for (const [what, path, most] of calls)
    test(`${what}: at most ${most} statements once its total is cached`, async () => {
      await user.call('GET', path);
      const read = async () => {
        const all = await statementsOf(async () => {
          assert.equal((await user.call('GET', path)).status, 200);
        });
        return all.filter((query) => !/"sessions"|"wrapped_keys"/.test(query.sql));
      };
      // Sessions, keys and rights are read again every few seconds.
      const first = await read();
      const seen = first.length <= most ? first : await read();
      assert.ok(seen.length > 0 && seen.length <= most, seen.map((query) => query.sql).join('\n'));
    });

  test('totals and stats are not recomputed while nothing is written', async () => {
    for (const path of ['/domains?limit=20', '/domains/stats', '/dashboard/stats']) {
      await user.call('GET', path);
      const seen = await statementsOf(() => user.call('GET', path));
      assert.deepEqual(
        seen.filter((query) => query.sql.includes('count(*)')),
        [],
      );
    }
  });

  test('an export sorts once for all of its chunks', async () => {
    const seen = await statementsOf(() => user.call('GET', '/domains/export?sortBy=server'));
    assert.equal(seen.filter((query) => query.sql.includes('order_domains_server')).length, 1);
  });

  test('a page is one snapshot: later writes do not show in it', async () => {
    const other = await openDatabase(app.config, () => undefined);
    const rename = (name: string) =>
      other.transaction().execute(async (tx) => {
        await sql`update domains set comment = ${name} where domain = 'site-597.example.com'`.execute(tx);
        await sql`update servers set name = ${name}`.execute(tx);
      });
    try {
      await rename('before');
      let isWritten = false;
      let shown: (string | null | undefined)[] = [];
      const read = async () => {
        const { body } = await user.call<{ data: { domains: Domain[] } }>(
          'GET',
          '/domains?limit=1&search=site-597',
        );
        shown = body.data.domains.flatMap(({ comment, server }) => [comment, server?.name]);
      };
      await statementsOf(read, async ({ sql: text }) => {
        if (isWritten || !text.includes('with page')) return;
        isWritten = true;
        await rename('after');
      });
      assert.ok(isWritten);
      assert.deepEqual(shown, ['before', 'before']);
    } finally {
      await other.destroy();
    }
  });

  test('reads neither wait for a transaction nor see its uncommitted writes', async () => {
    await app.db.transaction().execute(async (tx) => {
      await sql`update domains set comment = 'unfinished'`.execute(tx);
      const { status, text } = await user.call('GET', '/domains?limit=1');
      assert.equal(status, 200);
      assert.ok(!text.includes('unfinished'));
    });
  });

  test('a write by another process is visible at once', async () => {
    const total = async () => {
      const { body } = await user.call<{ data: { pagination: { total: number } } }>(
        'GET',
        '/domains?limit=1',
      );
      return body.data.pagination.total;
    };
    const domainCount = async () => {
      const { body } = await user.call<{ data: { stats: { totalDomains: number } } }>(
        'GET',
        '/domains/stats',
      );
      return body.data.stats.totalDomains;
    };
    const before = await total();
    assert.equal(await domainCount(), before);
    const other = await openDatabase(app.config, () => undefined);
    try {
      const page = '/domains?limit=20&search=site-598';
      await user.call('GET', page);
      await sql`update servers set name = 'Renamed meanwhile'`.execute(other);
      assert.match((await user.call('GET', page)).text, /Renamed meanwhile/);
      const owner = await app.ownerOf(user);
      const [id = ''] = await domains.ids(other, owner, { search: 'site-599' });
      await inBatch(other, { kind: 'delete', table: 'domains', owner }, async (tx, batch) =>
        domains.owned.remove(tx, owner, await domains.owned.find(tx, owner, id), batch),
      );
      assert.equal(await total(), before - 1);
      assert.equal(await domainCount(), before - 1);
    } finally {
      await other.destroy();
    }
    await createRecord(user, 'domains');
    assert.equal(await total(), before);
    assert.equal(await domainCount(), before);
  });
});

/** The query plans for those statements of a call that match. */
async function planOf(path: string, which: RegExp, explain: string): Promise<string> {
  const seen = await statementsOf(() => user.call('GET', path));
  const wanted = seen.filter((query) => which.test(query.sql));
  assert.ok(wanted.length > 0, `no such statement for ${path}`);
  return app.db.transaction().execute(async (tx) => {
    // The tables are small: discourage full scans.
    if (engine === 'postgres') await sql`set local enable_seqscan = off`.execute(tx);
    let plan = '';
    for (const query of wanted) {
      const explained = { ...query, sql: `${explain} ${query.sql}` };
      const { rows } = await tx.executeQuery<Record<string, unknown>>(explained);
      plan += rows.map((row) => `${Object.values(row).join(' ')}\n`).join('');
    }
    return plan;
  });
}

const explain = engine === 'sqlite' ? 'explain query plan' : 'explain';

/** The plans of a call's statements that match, each in its own transaction, with the settings there. */
async function plansInPlace(path: string, which: RegExp): Promise<string[]> {
  const plans: string[] = [];
  const executor = app.db.getExecutor();
  const provide = executor.provideConnection.bind(executor);
  executor.provideConnection = (use) =>
    provide((connection) => {
      const executeQuery = async <R>(query: CompiledQuery) => {
        if (which.test(query.sql)) {
          const { rows } = await connection.executeQuery<Record<string, unknown>>({
            ...query,
            sql: `${explain} ${query.sql}`,
          });
          plans.push(rows.map((row) => Object.values(row).join(' ')).join('\n'));
        }
        return connection.executeQuery<R>(query);
      };
      const explained = new Proxy(connection, {
        get: (target, name) => {
          if (name === 'executeQuery') return executeQuery;
          const value: unknown = Reflect.get(target, name);
          return typeof value === 'function' ? (value.bind(target) as unknown) : value;
        },
      });
      return use(explained);
    });
  try {
    assert.equal((await user.call('GET', path)).status, 200);
  } finally {
    executor.provideConnection = provide;
  }
  return plans;
}

describe('filters and their counts', () => {
  test('look no record up under each tag, whatever the statistics say', async () => {
    for (const query of ['status=ACTIVE', 'tags=client', 'tags=client,env:prod', 'search=ex']) {
      const plans = await plansInPlace(`/domains/facets?${query}`, /from record_tags/);
      assert.ok(plans.length > 0);
      for (const plan of plans) assert.doesNotMatch(plan, /Nested Loop|tagId=\? AND recordId=\?/);
    }
  });

  test('work a search out once, for the values and the tags', async () => {
    const plans = await plansInPlace('/domains/facets?search=ex', / like /);
    assert.equal(plans.length, 1);
  });
});

describe('indexes used by reads', () => {
  for (const [query, index] of [
    ['', 'domains_newest'],
    ['&sortBy=domain&sortOrder=asc', 'domains_by_domain'],
    ['&sortBy=expirationDate&sortOrder=asc', 'domains_soonest'],
    ['&sortBy=expirationDate&sortOrder=asc&status=ACTIVE', 'domains_soonest_by_status'],
    ['&search=site-7', 'COVERING INDEX domains_search'],
  ] as const)
    test(`the page of ?limit=20${query} comes from ${index}`, { skip: engine !== 'sqlite' }, async () => {
      const plan = await planOf(`/domains?limit=20${query}`, /with page/, explain);
      assert.ok(plan.includes(`${index} (`), plan);
    });

  test('the log of one record reads no other entries and no contents of pieces', async () => {
    const { id } = await createRecord(user, 'emails');
    for (let count = 0; count < 3; count += 1) {
      await createRecord(user, 'emails');
      await user.call('GET', '/emails');
    }
    await user.call('POST', `/emails/${id}/reveal`, { field: 'password' });
    const path = `/secret-views?recordId=${id}`;
    const { body } = await user.call<{ data: { pagination: { total: number } } }>('GET', path);
    // The answer to its creation, three lists and the reveal.
    assert.equal(body.data.pagination.total, 5);
    const seen = await statementsOf(() => user.call('GET', path));
    const reads = seen.filter((query) => query.sql.includes('secret_views'));
    assert.equal(reads.length, 2, 'a page and its total');
    for (const { sql: text } of reads) assert.doesNotMatch(text, / like |"?content"?|exists/);
    const plan = await planOf(path, /secret_views/, explain);
    // What was found is read as it is made.
    assert.doesNotMatch(plan, /SCAN (?!found)|Seq Scan/);
    const byKey = {
      sqlite: /held USING PRIMARY KEY[^]*seen USING PRIMARY KEY/,
      postgres: /_piece_records_pk[^]*_view_pieces_pk/,
    };
    assert.match(plan, byKey[engine]);
    assert.match(plan, /secret_views_by_record/);
  });

  test('the history of one token reads the batches of no other, and in order', async () => {
    const { id: ownerId } = await app.ownerOf(user);
    const batches = app.db.selectFrom('batches').selectAll().where('ownerId', '=', ownerId).limit(1);
    const batch = await batches.executeTakeFirstOrThrow();
    const others = Array.from({ length: 500 }, (_, n) => ({ ...batch, id: `other-${n}`, at: n }));
    await app.db.insertInto('batches').values(others).execute();
    await sql`analyze batches`.execute(app.db);
    const plan = await planOf(
      '/history?tokenId=01900000-0000-7000-8000-000000000000',
      /"tokenId" =/,
      explain,
    );
    assert.match(plan, /batches_by_token/);
    assert.doesNotMatch(plan, /SCAN|Seq Scan|TEMP B-TREE|Sort/);
  });

  test('a total by status and date reads no row', { skip: engine !== 'sqlite' }, async () => {
    const plan = await planOf(
      '/domains?limit=1&status=ACTIVE&expiresFrom=2020-01-01',
      /^select count/,
      explain,
    );
    assert.match(plan, /COVERING INDEX domains_/);
  });

  test('a large import gathers statistics for the planner', { skip: engine !== 'sqlite' }, async () => {
    // Writes wait for this.
    await createRecord(user, 'emails');
    const { rows } = await sql`select 1 from sqlite_stat1 where tbl = 'domains'`.execute(app.db);
    assert.ok(rows.length > 0);
  });

  test(
    'every table has a trigram index if the extension is installed',
    { skip: engine !== 'postgres' },
    async () => {
      const extension = await sql`select 1 from pg_extension where extname = 'pg_trgm'`.execute(app.db);
      const { rows } = await sql<{ tablename: string }>`select tablename from pg_indexes
      where schemaname = current_schema() and indexdef like '%gin_trgm_ops%'`.execute(app.db);
      const expected = extension.rows.length > 0 ? Object.keys(entityOf).toSorted() : [];
      assert.deepEqual(rows.map(({ tablename }) => tablename).toSorted(), expected);
    },
  );
});
