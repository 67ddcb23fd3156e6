import { sql } from 'kysely';
import type { Db } from '../src/db/schema.ts';

/** A sealed value, anywhere in the database. */
export interface SealedValue {
  where: string;
  text: string;
  /** The id of the key that sealed it. */
  key: string;
}

const sealed = /v1\.([0-9a-f]{16})\.[\w-]{16}\.[\w-]+/g;

/** Every sealed value in any column of any table, found without knowing which columns hold them. */
export async function sealedValues(db: Db): Promise<SealedValue[]> {
  const found: SealedValue[] = [];
  for (const { name } of await db.introspection.getTables()) {
    const { rows } = await sql<Record<string, unknown>>`select * from ${sql.table(name)}`.execute(db);
    for (const row of rows)
      for (const [column, value] of Object.entries(row))
        for (const [text, key = ''] of String(value).matchAll(sealed))
          found.push({ where: `${name}.${column}`, text, key });
  }
  return found;
}
