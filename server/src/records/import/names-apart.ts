import { isReference } from '@quartermaster/contract/api/fields';
import { sql } from 'kysely';
import type { Owner } from '../../access/owner.ts';
import { read } from '../../db/raw-sql.ts';
import type { Db, OwnedTableName } from '../../db/schema.ts';
import { inChunks } from '../../lib/paced.ts';
import { entityOf } from '../kinds/entities.ts';
import { fullNamesOf } from '../table/record-names.ts';
import { isSeen } from '../table/scope.ts';
import { pathsOf } from './targets.ts';

const recordsAtOnce = 500;

/** The fields by which records are known that their full names do not have: the username of a proxy. */
function unsaidFields(table: OwnedTableName): string[] {
  const { unique, fields, name, detail } = entityOf[table];
  const said = [...pathsOf(name), ...pathsOf(detail)];
  return unique.fields.filter((field) => {
    const definition = fields[field];
    return definition && !isReference(definition) && !said.includes(field);
  });
}

/** The names of these records, by id; where several have the same, with what else they are known by. */
export async function namesApart(
  db: Db,
  owner: Owner,
  table: OwnedTableName,
  ids: readonly string[],
): Promise<Map<string, string>> {
  const names = await fullNamesOf(db, owner, table, ids);
  const unsaid = unsaidFields(table);
  if (unsaid.length === 0) return names;
  const alike = [...Map.groupBy(names, ([, name]) => name).values()].filter(({ length }) => length > 1);
  const more = sql.join(
    unsaid.map((field) => sql.ref(field)),
    sql` || ' ' || `,
  );
  for await (const some of inChunks(new Set(alike.flat().map(([id]) => id)), recordsAtOnce)) {
    const { rows } = await read(
      db,
      sql<{ id: string; more: string | null }>`select id, ${more} as more from ${sql.table(table)}
      where ${isSeen(table, owner)} and id in (${sql.join([...some])})`,
    );
    for (const { id, more: text } of rows) names.set(id, `${names.get(id) ?? ''} · ${text ?? ''}`);
  }
  return names;
}
