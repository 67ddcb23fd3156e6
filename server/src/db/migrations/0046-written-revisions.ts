import { sql } from 'kysely';
import { engineOf } from '../engines/engine-of.ts';
import type { Schema, Tx } from '../schema.ts';
import { baseKinds } from './0001-base.ts';

/** Whoever writes records changes the revision itself, in place of triggers. */
export async function up(tx: Tx): Promise<void> {
  if (engineOf<Schema>(tx) === 'postgres') {
    await sql`drop function if exists stamp_owners() cascade`.execute(tx);
    await sql`drop sequence if exists stamp_numbers`.execute(tx);
    return;
  }
  for (const table of [...Object.keys(baseKinds), 'shown_dates', 'findings'])
    for (const event of ['insert', 'update', 'delete'])
      await sql`drop trigger ${sql.ref(`${table}_stamp_${event}`)}`.execute(tx);
}
