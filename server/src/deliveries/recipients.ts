import type { RecipientState } from '@quartermaster/contract/channels/channels.routes';
import { emailKeyOf } from '@quartermaster/contract/rules/email-address';
import { dayMs } from '@quartermaster/contract/rules/expiry';
import { serverLimits } from '@quartermaster/contract/rules/server-limits';
import { linkTo } from '../access/one-time-tokens.ts';
import { hashToken, newRefreshToken } from '../access/tokens.ts';
import type { Config } from '../config.ts';
import type { Db, Schema, Tx } from '../db/schema.ts';
import { recipientMail } from '../mail/mail-texts.ts';
import type { Outbox } from '../mail/outbox.ts';

export interface AskingServices {
  outbox: Outbox;
  config: Pick<Config, 'publicUrl'>;
}

export interface Recipient {
  address: string;
  state: RecipientState;
  askedAt: number | null;
  /** How often the address was asked for this workspace. */
  asked: number;
}

/** Whether alerts may be mailed there: to members, and to who has confirmed that they want them. */
export const hasAgreed = ({ state }: Pick<Recipient, 'state'>): boolean =>
  state === 'member' || state === 'confirmed';

const lifeMs = serverLimits.recipientDays * dayMs;

/** How addresses stand to a workspace, in their order. */
export async function recipientsOf(
  db: Db,
  ownerId: string,
  addresses: readonly string[],
): Promise<Recipient[]> {
  if (addresses.length === 0) return [];
  const keys = [...new Set(addresses.map(emailKeyOf))];
  const members = await db
    .selectFrom('memberships')
    .innerJoin('users', 'users.id', 'memberships.userId')
    .select('emailKey')
    .where('memberships.workspaceId', '=', ownerId)
    .where('disabledAt', 'is', null)
    .where('emailKey', 'in', keys)
    .execute();
  const rows = await db
    .selectFrom('mail_recipients')
    .selectAll()
    .where('ownerId', '=', ownerId)
    .where('addressKey', 'in', keys)
    .execute();
  const isMember = new Set(members.map(({ emailKey }) => emailKey));
  const known = new Map(rows.map((row) => [row.addressKey, row]));
  return addresses.map((address) => {
    const key = emailKeyOf(address);
    const { confirmedAt = null, askedAt = null, asked = 0 } = known.get(key) ?? {};
    const state = isMember.has(key)
      ? 'member'
      : confirmedAt !== null
        ? 'confirmed'
        : askedAt === null
          ? 'not-asked'
          : 'asked';
    return { address, state, askedAt, asked };
  });
}

/** Who asks: who made the channel, else an owner of the workspace. */
async function askerOf(tx: Tx, ownerId: string, userId: string | null) {
  const members = tx
    .selectFrom('memberships')
    .innerJoin('users', 'users.id', 'memberships.userId')
    .select(['users.id', 'users.name', 'users.email'])
    .where('memberships.workspaceId', '=', ownerId);
  const maker = userId === null ? undefined : await members.where('users.id', '=', userId).executeTakeFirst();
  return (
    maker ?? (await members.where('memberships.role', '=', 'OWNER').orderBy('users.id').executeTakeFirst())
  );
}

/** Mails an address the question whether it wants the workspace's alerts; false if that is more mail than is allowed. */
export async function askRecipient(
  tx: Tx,
  { outbox, config }: AskingServices,
  { ownerId, userId }: { ownerId: string; userId: string | null },
  { address, asked }: Pick<Recipient, 'address' | 'asked'>,
): Promise<boolean> {
  const asker = await askerOf(tx, ownerId, userId);
  const workspace = await tx
    .selectFrom('workspaces')
    .select('name')
    .where('id', '=', ownerId)
    .executeTakeFirstOrThrow();
  if (!asker) return false;
  const token = newRefreshToken();
  const who = { asker: asker.name ?? asker.email, workspace: workspace.name };
  const mail = recipientMail(address, who, linkTo(config.publicUrl, 'recipient', token));
  if (!(await outbox.add(tx, asker.id, [mail]))) return false;
  const now = { hash: hashToken(token), askedAt: Date.now(), asked: asked + 1, userId: asker.id };
  await tx
    .insertInto('mail_recipients')
    .values({ ownerId, addressKey: emailKeyOf(address), address, confirmedAt: null, ...now })
    .onConflict((conflict) => conflict.columns(['ownerId', 'addressKey']).doUpdateSet(now))
    .execute();
  return true;
}

/** Asks those of these addresses that have not been asked yet. */
export async function askNew(
  tx: Tx,
  services: AskingServices,
  channel: { ownerId: string; userId: string | null },
  addresses: readonly string[],
): Promise<void> {
  if (!services.outbox.isOpen) return;
  for (const recipient of await recipientsOf(tx, channel.ownerId, addresses))
    if (recipient.state === 'not-asked') await askRecipient(tx, services, channel, recipient);
}

type Row = Schema['mail_recipients'];

/** The question that a token answers, with who asked. One that was asked in the future was asked by a clock that was wrong. */
export async function questionOf(
  db: Db,
  token: string,
): Promise<(Row & { workspace: string; asker: string }) | null> {
  const now = Date.now();
  const row = await db
    .selectFrom('mail_recipients')
    .innerJoin('workspaces', 'workspaces.id', 'mail_recipients.ownerId')
    .leftJoin('users', 'users.id', 'mail_recipients.userId')
    .selectAll('mail_recipients')
    .select(['workspaces.name as workspace', 'users.name as asker', 'users.email as askerEmail'])
    .where('hash', '=', hashToken(token))
    .where('askedAt', '>', now - lifeMs)
    .where('askedAt', '<', now + lifeMs)
    .where('workspaces.deletedAt', 'is', null)
    .executeTakeFirst();
  return row ? { ...row, asker: row.asker ?? row.askerEmail ?? 'Somebody' } : null;
}
