import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { sql } from 'kysely';
import { createRecord } from './records.ts';
import { engine, startApp } from './test-app.ts';

/** Reads that come again are prepared on PostgreSQL; what makes a prepared one fail must not reach anyone. */
describe('a read that is prepared', { skip: engine !== 'postgres' }, () => {
  for (const [what, statement] of [
    ['is unknown to the server that a pooler leads to', sql`deallocate all`],
    [
      'would answer other columns since the table has changed',
      sql`alter table email_accounts add column later text`,
    ],
  ] as const)
    test(`is repeated without a name when it ${what}`, async () => {
      const app = await startApp();
      const user = await app.user();
      const { id } = await createRecord(user, 'emails');
      const read = async () => {
        for (const path of [`/emails/${id}`, '/emails?limit=20'])
          assert.equal((await user.call('GET', path)).status, 200, path);
      };
      for (let times = 0; times < 3; times += 1) await read();
      const { rows } = await sql`select from pg_prepared_statements where not from_sql`.execute(app.db);
      assert.ok(rows.length > 0, 'nothing was prepared');
      await statement.execute(app.db);
      await read();
    });
});
