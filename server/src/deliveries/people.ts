import type { Alert } from '@quartermaster/contract/alerts/alerts.schema';
import { sql } from 'kysely';
import { currentMembership } from '../access/current.ts';
import type { Membership } from '../access/memberships.ts';
import { read } from '../db/raw-sql.ts';
import type { Config } from '../config.ts';
import type { Db, Schema, Tx } from '../db/schema.ts';
import { tableOfArea } from '../records/entities.ts';
import { isOwn } from '../records/scope.ts';
import type { AcknowledgeLinks } from './acknowledge-links.ts';
import { mailMessage } from './channels/mail.ts';
import type { Message } from './message.ts';
import type { DeliveryRow } from './queue.ts';
import type { Sent } from './send-over.ts';

/** A person of a workspace. */
interface Member {
  user: Pick<Schema['users'], 'id' | 'name' | 'email'>;
  membership: Membership;
}

/** A member who may be told and act, as they are now; null: not any more. */
export async function activeMember(db: Db | Tx, ownerId: string, userId: string): Promise<Member | null> {
  const user = await (db as Db)
    .selectFrom('users')
    .select(['id', 'name', 'email'])
    .where('id', '=', userId)
    .where('disabledAt', 'is', null)
    .executeTakeFirst();
  const membership = user ? await currentMembership(db, ownerId, userId) : null;
  return user && membership && !membership.lacksFactor ? { user, membership } : null;
}

/** Whether a member sees the record that an alert is about now; alerts about no record are seen by all. */
export async function seesAlert(
  db: Db | Tx,
  ownerId: string,
  { scope }: Pick<Membership, 'scope'>,
  { area, recordId }: Pick<Alert, 'area' | 'recordId'>,
): Promise<boolean> {
  if (area === null || recordId === null) return true;
  const table = tableOfArea[area];
  const owner = { id: ownerId, scopes: scope.length > 0 ? [scope] : [] };
  const { rows } = await read(
    db,
    sql<{ id: string }>`select id from ${sql.table(table)} where id = ${recordId} and ${isOwn(table, owner)}`,
  );
  return rows.length > 0;
}

export interface PeopleServices {
  db: Db;
  config: Pick<Config, 'mail' | 'publicUrl'>;
  links: AcknowledgeLinks;
}

/** A message about an alert, as the mail says it. */
function textOf({ subject, items: [item] }: Message, acknowledge: string): string {
  return [
    `${subject}.`,
    item?.details ?? '',
    `Open it: ${item?.url ?? ''}`,
    `Acknowledge it, so that nobody is told again before the next distance: ${acknowledge}`,
  ]
    .filter((part) => part !== '')
    .join('\n\n');
}

/** Mails a message to a person. Returns why it is not wanted any more, if they may not be told. */
export async function tellPerson(
  { db, config, links }: PeopleServices,
  { ownerId, userId, distance, createdAt }: DeliveryRow & { userId: string },
  message: Message,
): Promise<Sent | { notWanted: string }> {
  const { alert, text = '' } = message;
  const member = await activeMember(db, ownerId, userId);
  if (!member) return { notWanted: 'Not sent: the person is no member any more, or may not sign in' };
  if (alert && !(await seesAlert(db, ownerId, member.membership, alert)))
    return { notWanted: 'Not sent: the person does not see the record, or it is gone' };
  const linkTo = ({ id: alertId }: Alert) => links.linkTo({ ownerId, alertId, userId, distance }, createdAt);
  const words = await mailMessage(
    config,
    [member.user.email],
    message,
    alert ? textOf(message, linkTo(alert)) : text,
  );
  return { status: 250, message: words };
}
