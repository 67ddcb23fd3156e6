import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { Domain } from '@quartermaster/contract/entities/domains/domains.schema';
import { type CompiledQuery, sql } from 'kysely';
import { openDatabase } from '../src/db/open.ts';
import type { Owner } from '../src/records/owner.ts';
import { remembered } from '../src/records/list/remembered.ts';
import { createRecord, validBody } from './records.ts';
import { engine, startApp } from './test-app.ts';

/** What reading may cost, in statements and in the way that they take: it stays when the machine is slow. */
const app = await startApp();
await app.user();
const user = await app.user();
const base = await validBody(user, 'domains', { optional: true });
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

/** The statements that a call sends; `after` is awaited behind each of them. */
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

describe('what reading costs', () => {
  const calls: [string, string, number][] = [
    ['a page', '/domains?limit=20', 2],
    ['a page of a status by date', '/domains?limit=20&status=ACTIVE&sortBy=expirationDate&sortOrder=asc', 2],
    ['a page of a search', '/domains?limit=20&search=site-7', 3],
    ['the figures', '/domains/stats', 2],
    ['the dashboard', '/dashboard/stats', 2],
    ['everything', '/search?q=site-7', 18],
  ];
  for (const [what, path, most] of calls)
    test(`${what}: at most ${most} statements once it is known`, async () => {
      await user.call('GET', path);
      const seen = await statementsOf(async () => {
        assert.equal((await user.call('GET', path)).status, 200);
      });
      assert.ok(seen.length > 0 && seen.length <= most, seen.map((query) => query.sql).join('\n'));
    });

  test('a known count and known figures are not read again', async () => {
    for (const path of [
      '/domains?limit=20',
      '/domains?limit=20&expiringInDays=30',
      '/domains/stats',
      '/dashboard/stats',
    ]) {
      await user.call('GET', path);
      const seen = await statementsOf(() => user.call('GET', path));
      assert.deepEqual(
        seen.filter((query) => query.sql.includes('count(*)')),
        [],
      );
    }
  });

  test('a page that is asked again and again is answered as it was, without reading its rows', async () => {
    const path = '/domains?limit=20&page=3';
    const first = await user.call('GET', path);
    await user.call('GET', path);
    const seen = await statementsOf(async () => {
      const again = await user.call('GET', path);
      assert.equal(again.text, first.text);
      assert.equal(again.headers.get('content-type'), first.headers.get('content-type'));
    });
    assert.deepEqual(
      seen.filter((query) => query.sql.includes('domains')),
      [],
    );
  });

  test('what domains point to is not read again for another page of them', async () => {
    await user.call('GET', '/domains?limit=20&page=4');
    const seen = await statementsOf(() => user.call('GET', '/domains?limit=20&page=5'));
    assert.ok(seen.some((query) => query.sql.includes('"domains"."id"')));
    assert.deepEqual(
      seen.filter((query) => query.sql.includes(' left join ')),
      [],
    );
  });

  test('an export in the order of another record sorts once for all of its pieces', async () => {
    const seen = await statementsOf(() => user.call('GET', '/domains/export?sortBy=server'));
    assert.equal(seen.filter((query) => query.sql.includes('nulls last')).length, 1);
  });

  test('what is written while a page is read shows whole or not at all', async () => {
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
        if (isWritten || !text.startsWith('select "domains"."id"')) return;
        isWritten = true;
        await rename('after');
      });
      assert.ok(isWritten);
      assert.deepEqual(shown, ['after', 'after']);
    } finally {
      await other.destroy();
    }
  });

  test('no read waits for the end of a transaction, nor sees what it has not committed', async () => {
    await app.db.transaction().execute(async (tx) => {
      await sql`update domains set comment = 'unfinished'`.execute(tx);
      const { status, text } = await user.call('GET', '/domains?limit=1');
      assert.equal(status, 200);
      assert.ok(!text.includes('unfinished'));
    });
  });

  test('what another process writes counts at once', async () => {
    const total = async () => {
      const { body } = await user.call<{ data: { pagination: { total: number } } }>(
        'GET',
        '/domains?limit=1',
      );
      return body.data.pagination.total;
    };
    const figures = async () => {
      const { body } = await user.call<{ data: { stats: { totalDomains: number } } }>(
        'GET',
        '/domains/stats',
      );
      return body.data.stats.totalDomains;
    };
    const before = await total();
    assert.equal(await figures(), before);
    const other = await openDatabase(app.config, () => undefined);
    try {
      const page = '/domains?limit=20&search=site-598';
      await user.call('GET', page);
      await sql`update servers set name = 'Renamed meanwhile'`.execute(other);
      assert.match((await user.call('GET', page)).text, /Renamed meanwhile/);
      await sql`delete from domains where domain = 'site-599.example.com'`.execute(other);
      assert.equal(await total(), before - 1);
      assert.equal(await figures(), before - 1);
    } finally {
      await other.destroy();
    }
    await createRecord(user, 'domains');
    assert.equal(await total(), before);
    assert.equal(await figures(), before);
  });
});

/** How the engine says that it will read for a call, by the statements among its own that are meant. */
async function planOf(path: string, which: RegExp, explain: string): Promise<string> {
  const seen = await statementsOf(() => user.call('GET', path));
  const wanted = seen.filter((query) => which.test(query.sql));
  assert.ok(wanted.length > 0, `no such statement for ${path}`);
  return app.db.transaction().execute(async (tx) => {
    // The tables are small here: read whole where that can be helped.
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

if (engine === 'sqlite')
  describe('the way that reading takes', () => {
    const planOn = (path: string, which: RegExp) => planOf(path, which, 'explain query plan');
    /** But for what the page points to. */
    const page = /^select "domains"\."id", (?!.* left join )/s;
    for (const [query, index] of [
      ['', 'domains_newest'],
      ['&sortBy=createdAt&sortOrder=asc', 'domains_oldest'],
      ['&sortBy=domain&sortOrder=asc', 'domains_unique'],
      ['&status=ACTIVE', 'domains_newest_by_status'],
      ['&sortBy=expirationDate&sortOrder=asc', 'domains_soonest'],
      ['&sortBy=expirationDate&sortOrder=desc', 'domains_latest'],
      ['&status=ACTIVE&sortBy=expirationDate&sortOrder=asc', 'domains_soonest_by_status'],
      ['&status=ACTIVE&sortBy=expirationDate&sortOrder=desc', 'domains_latest_by_status'],
      ['&expiresFrom=2020-01-01&sortBy=expirationDate&sortOrder=asc', 'domains_soonest'],
    ] as const)
      test(`the page of ?limit=20${query} comes from ${index}, unsorted`, async () => {
        const plan = await planOn(`/domains?limit=20${query}`, page);
        assert.match(plan, new RegExp(`INDEX ${index} `));
        assert.doesNotMatch(plan, /TEMP B-TREE|SCAN/);
      });

    test('a search asks the trigram index and reads the rows that it found', async () => {
      const asked = await planOn('/domains?limit=20&search=site-71', /search_index/);
      assert.match(asked, /VIRTUAL TABLE INDEX/);
      assert.doesNotMatch(asked, /SCAN r\b|SCAN domains/);
      const read = await planOn('/domains?limit=20&search=site-72', page);
      assert.match(
        read,
        /domains USING (COVERING )?INDEX sqlite_autoindex_domains_1 \(ownerId=\? AND id=\?\)/,
      );
    });

    test('names that hold a frequent word are looked up, in the order of names or by trigrams', async () => {
      const plan = await planOn('/search?q=example', /search_names/);
      assert.match(
        plan,
        /domains USING (COVERING )?INDEX domains_unique \(ownerId=\? AND domain>\? AND domain<\?\)/,
      );
      assert.match(plan, /VIRTUAL TABLE INDEX/);
      assert.doesNotMatch(plan, /SCAN (domains|search_rows|r)\b/);
    });
  });
else
  describe('the way that reading takes', () => {
    test('what is asked at once shares the readings of what tells whether something was written', async () => {
      const { ownerId } = await app.db
        .selectFrom('domains')
        .select('ownerId')
        .limit(1)
        .executeTakeFirstOrThrow();
      const owner = { id: ownerId } as Owner;
      const ask = () => remembered(app.db, owner, 'asked at once', () => Promise.resolve(1));
      await ask();
      const seen = await statementsOf(() => Promise.all(Array.from({ length: 20 }, ask)));
      assert.equal(seen.length, 2);
    });

    test('the search index is there, one for each kind', async () => {
      const { rows: indexes } = await sql<{ indexname: string }>`select indexname from pg_indexes
        where indexname like '%\\_search'`.execute(app.db);
      assert.equal(indexes.length, 8);
    });

    test('every word is looked up in it, short ones too', async () => {
      for (const word of ['site-71', '71', 'z'])
        for (const path of [`/domains?limit=20&search=${word}`, `/search?q=${word}`])
          assert.match(
            await planOf(path, /search_trigrams/, 'explain'),
            /Bitmap Index Scan on domains_search/,
          );
    });

    test('names that hold a frequent word are looked up, in the order of names or by trigrams', async () => {
      const plan = await planOf('/search?q=example', /"begun"/, 'explain');
      assert.match(plan, /Index Only Scan using domains_by_name/);
      assert.match(plan, /Bitmap Index Scan on domains_search/);
    });

    test('a read that comes again is planned once', async () => {
      const { rows } = await sql<{ custom: number }>`select cast(sum(custom_plans) as integer) as custom
        from pg_prepared_statements`.execute(app.db);
      assert.equal(rows[0]?.custom, 0);
    });
  });
