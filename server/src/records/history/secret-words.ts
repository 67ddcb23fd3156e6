import { elementOf, secretWords } from '@quartermaster/contract/rules/secrets';
import type { Owner } from '../../access/owner.ts';
import type { Db, OwnedTableName } from '../../db/schema.ts';
import { sql } from 'kysely';
import { inChunks } from '../../lib/paced.ts';
import { wholeChanges } from './whole-changes.ts';
import { decodeColumn } from '../kinds/decode-column.ts';

interface SecretOf {
  table: OwnedTableName;
  recordId: string;
  field: string;
}

const recordsAtOnce = 500;

/** The names of users of servers by their ids, from the record or, for those removed since, from its history. */
async function userNames(
  db: Db,
  owner: Owner,
  wanted: ReadonlyMap<string, ReadonlySet<string>>,
): Promise<Map<string, string>> {
  const names = new Map<string, string>();
  const add = (recordId: string, stored: unknown) => {
    const users = decodeColumn(owner.sealer, 'servers', recordId, 'users', 'sealed', stored);
    for (const { id, username } of (users ?? []) as { id: string; username: string }[])
      if (!names.has(id)) names.set(id, username);
  };
  for await (const ids of inChunks(wanted.keys(), recordsAtOnce)) {
    const found = db.selectFrom('servers').where('ownerId', '=', owner.id);
    const sizes = await found
      .select(['id', sql<number>`octet_length(users)`.as('octets')])
      .where('id', 'in', ids)
      .execute();
    // A record may have a megabyte.
    for await (const some of inChunks(sizes, recordsAtOnce, ({ octets }) => octets)) {
      const rows = await found
        .select(['id', 'users'])
        .where(
          'id',
          'in',
          some.map(({ id }) => id),
        )
        .execute();
      for (const { id, users } of rows) add(id, users);
    }
  }
  const missing = [...wanted].filter(([, users]) => [...users].some((id) => !names.has(id)));
  for await (const ids of inChunks(
    missing.map(([id]) => id),
    recordsAtOnce,
  )) {
    const past = sql<boolean>`"tableName" = 'servers' and action in ('update', 'delete')
      and "recordId" in (${sql.join(ids)}) and before like ${'%"users":%'}`;
    const unnamed = new Set(ids.flatMap((id) => [...(wanted.get(id) ?? [])]).filter((id) => !names.has(id)));
    for await (const changes of wholeChanges(db, owner.id, past)) {
      for (const { recordId, before } of changes)
        if (before && 'users' in before) add(recordId, before['users']);
      for (const id of unnamed) if (names.has(id)) unnamed.delete(id);
      // The rest of a long history has nothing to add.
      if (unnamed.size === 0) break;
    }
  }
  return names;
}

/** What people call these secrets: 'password', 'password of root'. */
export async function secretsInWords(db: Db, owner: Owner, secrets: readonly SecretOf[]): Promise<string[]> {
  const wanted = new Map<string, Set<string>>();
  for (const { table, recordId, field } of secrets) {
    const element = elementOf(field);
    if (table !== 'servers' || element === null) continue;
    wanted.set(recordId, (wanted.get(recordId) ?? new Set()).add(element));
  }
  const names = await userNames(db, owner, wanted);
  return secrets.map(({ field }) => secretWords(field, names.get(elementOf(field) ?? '')));
}
