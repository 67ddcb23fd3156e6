import type { Caller } from '../../access/caller.ts';
import { currentIn } from '../../access/current.ts';
import type { Db } from '../../db/schema.ts';
import { invalid, notFound } from '../../lib/errors.ts';
import { logged } from './logged-read.ts';
import { logReveal } from './secret-log.ts';
import { isSecretPath, secretsOf } from '../kinds/secret-paths.ts';
import type { RecordTable } from '../list/record-table.ts';

export interface Reveal {
  field: string;
  via: 'reveal' | 'copy';
  reason?: string | null | undefined;
}

/** The value of a record's secret; throws VALIDATION_ERROR or NOT_FOUND if it has none there. */
function secretIn<T>(
  table: RecordTable,
  record: Record<string, unknown>,
  field: string,
  secrets: ReadonlyMap<string, T>,
): T {
  if (!isSecretPath(table.entity, record, field))
    throw invalid({ field: `There is no secret field ${field} in a ${table.entity.one}` });
  const value = secrets.get(field);
  if (value === undefined) throw notFound('secret');
  return value;
}

/** Answers one secret, and logs the reveal in the same transaction, which begins once there is a secret to log. */
export async function revealSecret(
  db: Db,
  caller: Caller,
  table: RecordTable,
  id: string,
  { field, via, reason }: Reveal,
): Promise<{ value: string }> {
  const known = await table.get(db, { ...caller.owner, secrets: false }, id);
  const { secretFields = [] } = known as { secretFields?: string[] };
  secretIn(table, known, field, new Map(secretFields.map((path) => [path, path])));
  return logged(db, async (tx) => {
    const { owner } = await currentIn(tx, caller);
    const record = await table.get(tx, owner, id);
    const value = secretIn(table, record, field, secretsOf(table.entity, record));
    await logReveal(tx, caller, table.name, { id, field, via, reason: reason ?? null });
    return { value };
  });
}
