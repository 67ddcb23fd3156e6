import { sql } from 'kysely';
import type { Owner } from '../../access/owner.ts';
import { read } from '../../db/raw-sql.ts';
import { visibleOwners } from '../table/scope.ts';
import type { Db, OwnedTableName } from '../../db/schema.ts';
import { valuesOf } from '../../db/values-of.ts';
import { entityOf } from '../kinds/entities.ts';
import { isAmong, isOneOf } from '../table/conditions.ts';

/** Keys, times and what a record refers to, about. */
const besideTexts = 512;

/** The bytes of these records as they are stored, in their order. The engines look at a text's header, not at its content. */
export async function storedBytes(
  db: Db,
  owner: Owner,
  table: OwnedTableName,
  ids: readonly string[],
): Promise<number[]> {
  const texts = Object.entries(entityOf[table].fields).flatMap(([name, { column }]) =>
    ['integer', 'money', 'flag', 'time'].includes(column)
      ? []
      : [sql`coalesce(octet_length(${sql.ref(`${table}.${name}`)}), 0)`],
  );
  const { rows } = await read(
    db,
    sql<{ id: string; bytes: number }>`select id, ${sql.join(texts, sql` + `)} as bytes
    from ${sql.table(table)} where ${isOneOf(`${table}.ownerId`, visibleOwners(table, owner))}
    and ${isAmong(db, `${table}.id`, valuesOf(db, [['text', ids]]))}`,
  );
  const found = new Map(rows.map(({ id, bytes }) => [id, bytes]));
  return ids.map((id) => besideTexts + Number(found.get(id) ?? 0));
}
