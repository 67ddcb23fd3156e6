import { emailKeyOf, shownAddress } from '@quartermaster/contract/rules/email-address';
import { type UserRow, addressTaken, userByEmail, userById } from '../../access/accounts.ts';
import { audit } from '../../access/audit.ts';
import type { Person } from '../../access/caller.ts';
import { asSender } from '../../access/current.ts';
import { addressMail, addressNotice, takenAddressMail } from '../../mail/mail-texts.ts';
import { deleteTokens, issueToken, linkTo, pendingAddress, takeToken } from '../../access/one-time-tokens.ts';
import { expectConfirmed } from '../../access/permit.ts';
import type { Origin } from '../../access/principal.ts';
import { faultOf } from '../../db/faults.ts';
import type { Db, Tx } from '../../db/schema.ts';
import { transaction } from '../../db/transaction.ts';
import { nextTime } from '../../lib/clock.ts';
import type { Services } from '../../services.ts';

async function writeAddress(
  tx: Tx,
  user: Pick<UserRow, 'id' | 'name' | 'email'>,
  email: string,
  origin: Origin,
) {
  await tx
    .updateTable('users')
    .set({ email, emailKey: emailKeyOf(email), updatedAt: nextTime() })
    .where('id', '=', user.id)
    .execute();
  // Links that went to the old address are void.
  await deleteTokens(tx, user.id, ['reset', 'address', 'void-address']);
  const details = { from: user.email, to: email };
  await audit(tx, { action: 'address.changed', actor: user, origin, subject: email, details });
}

async function unlessTaken<T>(write: () => Promise<T>): Promise<T> {
  try {
    return await write();
  } catch (error) {
    throw faultOf(error) === 'unique' ? addressTaken() : error;
  }
}

/**
 * Mails a link that changes the address to the new one, and a link that voids the change to the old one; or neither, if
 * too much has been mailed. The new address, if it is taken, gets a mail that says so instead.
 */
async function askForAddress(
  tx: Tx,
  { outbox, config: { publicUrl } }: Services,
  { id: userId, email: old }: UserRow,
  { email, isTaken }: { email: string; isTaken: boolean },
): Promise<void> {
  const token = await issueToken(tx, { purpose: 'address', userId, email });
  const voiding = await issueToken(tx, { purpose: 'void-address', userId, email });
  const notice = addressNotice(old, email, linkTo(publicUrl, 'address/void', voiding));
  const mail = isTaken
    ? takenAddressMail(email)
    : { ...addressMail(email, linkTo(publicUrl, 'address', token)), token };
  const isQueued = await outbox.add(tx, userId, [{ ...notice, token: voiding }, mail]);
  // Nobody has the link, so nothing needs to remember it.
  if (!isQueued) await takeToken(tx, 'void-address', voiding);
}

/**
 * Changes a person's address, which no other account may have: through a mailed link where mail is set up, else at
 * once. Where registration is closed too, only the owner of an address learns that it is taken.
 */
export async function changeAddress(services: Services, sender: Person, typed: string): Promise<void> {
  const { db, outbox, config } = services;
  const email = shownAddress(typed);
  const other = await userByEmail(db, email);
  const isTaken = other !== undefined && other.id !== sender.user.id;
  if (isTaken && !(outbox.isOpen && config.registration === 'closed')) throw addressTaken();
  await unlessTaken(() =>
    asSender(db, sender, async (tx, current) => {
      expectConfirmed(current);
      const { user, origin } = current;
      await (outbox.isOpen
        ? askForAddress(tx, services, user, { email, isTaken })
        : writeAddress(tx, user, email, origin));
    }),
  );
}

/** Confirms a new address by a mailed link and returns it; null if the link is not valid. */
export const confirmAddress = (db: Db, token: string, origin: Origin): Promise<string | null> =>
  unlessTaken(() =>
    transaction(db, async (tx) => {
      const taking = await takeToken(tx, 'address', token);
      const user = taking && (await userById(tx, taking.userId));
      if (!user || taking.email === null) return null;
      await writeAddress(tx, user, taking.email, origin);
      return taking.email;
    }),
  );

/** Voids the pending change of address by a link mailed to the old one; false if the link is not valid. */
export const voidAddress = (db: Db, token: string, origin: Origin): Promise<boolean> =>
  transaction(db, async (tx) => {
    const taking = await takeToken(tx, 'void-address', token);
    const user = taking && (await userById(tx, taking.userId));
    const pending = user && (await pendingAddress(tx, user.id));
    if (!pending) return false;
    await deleteTokens(tx, user.id, ['address', 'void-address']);
    await audit(tx, { action: 'address.voided', actor: user, origin, subject: pending });
    return true;
  });
