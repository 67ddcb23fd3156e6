// On both engines: migrations are statements.
import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { sql } from 'kysely';
import { readConfig } from '../src/config.ts';
import { migrateTo } from '../src/db/migrate.ts';
import { connect } from '../src/db/open.ts';
import { emptyStore } from './test-app.ts';

test('comments that were stored before are marked, however many there are', async () => {
  const db = connect(readConfig(await emptyStore()), () => undefined, { bounded: false });
  after(() => db.destroy());
  await db.transaction().execute((tx) => migrateTo(tx, 52));
  const count = 1001;
  for (const owner of ['a', 'b']) {
    await sql`insert into workspaces (id, "createdAt") values (${owner}, 1)`.execute(db);
    for (let n = 0; n < count; n += 1) {
      const comment = n % 3 === 0 ? `PW: tiger${n}` : n % 3 === 1 ? 'Fine' : null;
      await sql`insert into proxies ("ownerId", id, "createdAt", "updatedAt", "searchText", tags, comment, name, ip, "ipKey",
        port, username, password, type, "isActive") values (${owner}, ${String(n)}, 1, 1, '', '[]', ${comment}, 'n', ${`ip${n}`},
        ${`ip${n}`}, 1, 'u', 'p', 'HTTP', 1)`.execute(db);
    }
  }
  await db.transaction().execute((tx) => migrateTo(tx, 53));
  const { rows } = await sql<{ id: string; secretComment: number; secureNote: null }>`
    select id, "secretComment", "secureNote" from proxies`.execute(db);
  assert.equal(rows.length, 2 * count);
  for (const { id, secretComment, secureNote } of rows)
    assert.deepEqual([secretComment, secureNote], [Number(id) % 3 === 0 ? 1 : 0, null], id);
});
