import { join } from 'node:path';
import { DatabaseSync, type StatementSync } from 'node:sqlite';
import { setImmediate } from 'node:timers/promises';
import {
  type DomainRow,
  type JoinedRow,
  type NewDomain,
  type Queries,
  type ServerRow,
  changeId,
  columns,
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

const rowsAtOnce = 500;
const trigrams = (words: string) =>
  [...words]
    .slice(2)
    .map((_, at) => `"${words.slice(at, at + 3)}"`)
    .join(' AND ');

export function sqliteQueries(dataDir: string): Queries {
  const db = new DatabaseSync(join(dataDir, 'quartermaster.db'), { timeout: 5000 });
  db.exec('pragma journal_mode = wal; pragma synchronous = full; pragma cache_size = -65536');
  const page = db.prepare(`${joined} where d."ownerId" = ? and d.status = ?
    order by (d."expirationDate" is null), d."expirationDate", d.id limit 20`);
  const pageFrom = db.prepare(`${joined} where d."ownerId" = ? and d.status = ?
    and (d."expirationDate" is null) = 0 and d."expirationDate" >= ? order by d."expirationDate", d.id limit 20`);
  const list = db.prepare(`${joined} where d."ownerId" = ? order by d."createdAt" desc, d.id limit 1000`);
  const first = `(select number from search_owners where "ownerId" = ?1) * 274877906944 + 7 * 17179869184`;
  const search = db.prepare(`${joined} where d."ownerId" = ?1 and d.id in (
      select r."recordId" from search_index i cross join search_rows r on r.number = i.rowid
      where search_index match ?2 and i.rowid between ${first} and ${first} + 17179869183 and r.text like ?3
      union all
      select d.id from domains d where d."ownerId" = ?1 and d."registratorAccountId" in (
        select a.id from registrator_accounts a
        join registrator_types t on t."ownerId" = a."registratorTypeOwnerId" and t.id = a."registratorTypeId"
        where a."ownerId" = ?1 and t."nameKey" like ?3))
    order by d."createdAt" desc, d.id limit 20`);
  const servers = db.prepare(serversSql('?'));
  const every = db.prepare(`${joined} where d."ownerId" = ? order by d."createdAt" desc, d.id`);
  const insert = db.prepare(`insert into domains (${quoted}) values (${columns.map(() => '?').join(', ')})`);
  const insertTag = db.prepare(`insert into record_tags ("ownerId", "tableName", "recordId", type, value)
    values (?, 'domains', ?, ?, ?)`);
  const insertChange =
    db.prepare(`insert into changes ("ownerId", id, at, "tableName", "recordId", action, before, after)
    values (?, ?, ?, 'domains', ?, ?, ?, ?)`);
  const one = db.prepare(`${joined} where d."ownerId" = ? and d.id = ?`);
  const rows = (statement: StatementSync, ...values: (string | number)[]) =>
    (statement.all(...values) as unknown as JoinedRow[]).map(shown);

  const inTransaction = (work: () => void) => {
    db.exec('begin immediate');
    try {
      work();
      db.exec('commit');
    } catch (error) {
      db.exec('rollback');
      throw error;
    }
  };
  const store = (owner: string, sent: NewDomain): DomainRow => {
    const row = newRow(owner, sent);
    insert.run(...columns.map((name) => row[name]));
    for (const { type, value } of sent.tags ?? []) insertTag.run(owner, row.id, type, value);
    insertChange.run(owner, changeId(), row.createdAt, row.id, 'create', null, JSON.stringify(row));
    return row;
  };
  async function* csv(owner: string) {
    let text = csvHead;
    let count = 0;
    for (const row of every.iterate(owner)) {
      text += csvLine(row as unknown as JoinedRow);
      if (++count % rowsAtOnce > 0) continue;
      yield text;
      text = '';
      await setImmediate();
    }
    yield text;
  }
  return {
    page: async (owner, status, from) =>
      from === 0 ? rows(page, owner, status) : rows(pageFrom, owner, status, from),
    list: async (owner) => rows(list, owner),
    search: async (owner, words) => rows(search, owner, trigrams(words), `%${words}%`),
    servers: async (owner) => servers.all(owner) as unknown as ServerRow[],
    create: async (owner, sent) => {
      let id = '';
      inTransaction(() => {
        id = String(store(owner, sent).id);
      });
      return shown(one.get(owner, id) as unknown as JoinedRow);
    },
    import: async (owner, sent) => inTransaction(() => sent.forEach((domain) => store(owner, domain))),
    csv,
    checkExpiration: async (owner, now) => {
      let changed = 0;
      inTransaction(() => {
        const before = db
          .prepare(
            `select *, ${rightStatus(now)} as "right" from domains where "ownerId" = ? and ${outdated(now)}`,
          )
          .all(owner) as unknown as (DomainRow & { right: string })[];
        const update = db.prepare(
          `update domains set status = ?, "updatedAt" = ? where "ownerId" = ? and id = ?`,
        );
        for (const { right, ...row } of before) {
          update.run(right, now, owner, row.id);
          const after = JSON.stringify({ ...row, status: right, updatedAt: now });
          insertChange.run(owner, changeId(), now, row.id, 'update', JSON.stringify(row), after);
        }
        changed = before.length;
      });
      return changed;
    },
  };
}
