import type { Caller } from '../access/caller.ts';
import { currentCaller } from '../access/current.ts';
import type { Db } from '../db/schema.ts';
import { invalid, notFound } from '../lib/errors.ts';
import { logged } from './logged-read.ts';
import { logReveal } from './secret-log.ts';
import { isSecretPath, secretsOf } from './omitted.ts';
import type { RecordTable } from './record-table.ts';

export interface Reveal {
  field: string;
  via: 'reveal' | 'copy';
  reason?: string | null | undefined;
}

/** Answers one secret, and logs the reveal in the same transaction. */
export const revealSecret = (
  db: Db,
  caller: Caller,
  table: RecordTable,
  id: string,
  { field, via, reason }: Reveal,
): Promise<{ value: string }> =>
  logged(db, async (tx) => {
    const { owner } = await currentCaller(tx, caller, 'secrets');
    const record = await table.get(tx, owner, id);
    if (!isSecretPath(table.entity, record, field))
      throw invalid({ field: `There is no secret field ${field} in a ${table.entity.one}` });
    const value = secretsOf(table.entity, record).get(field);
    if (value === undefined) throw notFound('secret');
    await logReveal(tx, caller, table.name, { id, field, via, reason: reason ?? null });
    return { value };
  });
