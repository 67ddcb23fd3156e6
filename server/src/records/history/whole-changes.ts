import { sql } from 'kysely';
import type { Db, Schema } from '../../db/schema.ts';
import { inChunks } from '../../lib/paced.ts';
import type { Condition } from '../table/conditions.ts';
import type { Row } from '../kinds/row.ts';
import type { WholeChange } from './secret-changes.ts';

/** The bytes of a change, which the database knows without reading them: one may have two megabytes. */
export const octets = sql<number>`coalesce(octet_length(before), 0) + coalesce(octet_length(after), 0)`;

const idsAtOnce = 500;
const parsed = (json: string | null) => (json === null ? undefined : (JSON.parse(json) as Row));

/** Reads a workspace's changes in the order of their ids, about a megabyte at a time. */
export async function* wholeChanges(
  db: Db,
  ownerId: Schema['changes']['ownerId'],
  which: Condition,
): AsyncGenerator<WholeChange[]> {
  for (let last = '', more = true; more;) {
    const found = await db
      .selectFrom('changes')
      .select(['id', octets.as('octets')])
      .where('ownerId', '=', ownerId)
      .where(which)
      .where('id', '>', last)
      .orderBy('id')
      .limit(idsAtOnce)
      .execute();
    last = found.at(-1)?.id ?? '';
    more = found.length === idsAtOnce;
    for await (const some of inChunks(found, idsAtOnce, (each) => each.octets)) {
      const ids = some.map(({ id }) => id);
      const rows = await db
        .selectFrom('changes')
        .select(['ownerId', 'id', 'at', 'actorId', 'action', 'tableName', 'recordId', 'before', 'after'])
        .where('ownerId', '=', ownerId)
        .where('id', 'in', ids)
        .orderBy('id')
        .execute();
      yield rows.map((row) => ({ ...row, before: parsed(row.before), after: parsed(row.after) }));
    }
  }
}
