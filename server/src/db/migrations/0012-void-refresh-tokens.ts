import { sql } from 'kysely';
import type { Tx } from '../schema.ts';

/** When a refresh token became void: a successor or a sibling was used. */
export async function up(tx: Tx): Promise<void> {
  await tx.schema.alterTable('refresh_tokens').addColumn('voidAt', 'bigint').execute();
  await tx
    .updateTable('refresh_tokens')
    .set({ voidAt: 0 })
    .where(({ exists, selectFrom }) =>
      exists(
        selectFrom('sessions')
          .select('id')
          .whereRef('sessions.id', '=', 'refresh_tokens.sessionId')
          .where(sql<boolean>`sessions.generation > refresh_tokens.generation`),
      ),
    )
    .execute();
}
