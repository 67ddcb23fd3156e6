import { join } from 'node:path';
import { DatabaseSync, type StatementSync } from 'node:sqlite';
import { setImmediate } from 'node:timers/promises';
import { type Database, type Rows, quoted } from './floor-rows.ts';
import { type Row, type Table, columnsOf, schema } from './floor-schema.ts';

const rowsAtOnce = 500;
const searchIndex = [
  `create virtual table domains_by_text using fts5(text, tokenize = trigram, content = '')`,
  `create trigger domains_text after insert on domains begin
    insert into domains_by_text (rowid, text) values (new.rowid, new."searchText");
  end`,
];

export function openSqlite(dataDir: string): Database {
  const db = new DatabaseSync(join(dataDir, 'floor.db'));
  db.exec('pragma journal_mode = wal; pragma synchronous = full; pragma cache_size = -65536');
  for (const statement of [...schema, ...searchIndex]) db.exec(statement);
  const statements = new Map<string, StatementSync>();
  const prepared = (sql: string) => {
    const statement = statements.get(sql) ?? db.prepare(sql);
    statements.set(sql, statement);
    return statement;
  };
  const transaction = <T>(work: () => T): T => {
    db.exec('begin immediate');
    try {
      const result = work();
      db.exec('commit');
      return result;
    } catch (error) {
      db.exec('rollback');
      throw error;
    }
  };
  const insert = (rows: Rows) => {
    for (const [table, values] of Object.entries(rows) as [Table, Row[]][]) {
      const names = columnsOf(table);
      const marks = names.map(() => '?').join(', ');
      const statement = prepared(`insert into ${table} (${quoted(table)}) values (${marks})`);
      for (const row of values) statement.run(...names.map((name) => row[name] ?? null));
    }
  };
  return {
    insert: async (rows) => transaction(() => insert(rows)),
    all: async (sql, ...values) => prepared(sql).all(...values) as Row[],
    chunks: async function* (sql, ...values) {
      let chunk: Row[] = [];
      for (const row of db.prepare(sql).iterate(...values)) {
        chunk.push(row as Row);
        if (chunk.length < rowsAtOnce) continue;
        yield chunk;
        chunk = [];
        await setImmediate();
      }
      yield chunk;
    },
  };
}
