import { type Tx, peopleOwner } from '../db/schema.ts';

/**
 * Voids what waits to be completed for a person, in case a thief began it: mailed links, a change of address, sign-ins
 * and passkeys that were begun, an authenticator app that is not confirmed. Mail with such a link is no longer sent.
 */
export async function voidPending(tx: Tx, userId: string): Promise<void> {
  await tx.deleteFrom('one_time_tokens').where('userId', '=', userId).execute();
  await tx.deleteFrom('challenges').where('userId', '=', userId).execute();
  await tx
    .deleteFrom('second_factors')
    .where('ownerId', '=', peopleOwner)
    .where('id', '=', userId)
    .where('confirmedAt', 'is', null)
    .execute();
}

/** Voids what waits for anybody, invitations and queued mail included. */
export async function voidAllPending(tx: Tx): Promise<void> {
  for (const table of ['one_time_tokens', 'challenges', 'invitations', 'mails'] as const)
    await tx.deleteFrom(table).execute();
  await tx.deleteFrom('second_factors').where('confirmedAt', 'is', null).execute();
  await tx.updateTable('mail_recipients').set({ hash: null }).execute();
}
