import type { Made } from '@quartermaster/contract/exposure/exposure.schema';
import { auditBy } from '../../access/audit.ts';
import type { Caller } from '../../access/caller.ts';
import { asSender } from '../../access/current.ts';
import { lockWorkspace } from '../../access/memberships.ts';
import type { Db, Tx } from '../../db/schema.ts';
import { crossSoon } from '../../jobs/due.ts';
import { iso, nextTime } from '../../lib/clock.ts';
import { notFound } from '../../lib/errors.ts';

interface StoredRule {
  name: string;
  isActive: boolean;
}

/** What a person made in a workspace that tells of its records, what is on first. */
export async function madeBy(db: Db, ownerId: string, userId: string): Promise<Made[]> {
  const channels = await db
    .selectFrom('channels')
    .select(['id', 'name', 'isActive', 'createdAt'])
    .where('ownerId', '=', ownerId)
    .where('userId', '=', userId)
    .execute();
  const rules = await db
    .selectFrom('alert_rules')
    .select(['id', 'rule', 'createdAt'])
    .where('ownerId', '=', ownerId)
    .where('userId', '=', userId)
    .execute();
  const calendars = await db
    .selectFrom('calendars')
    .select(['id', 'name', 'createdAt'])
    .where('ownerId', '=', ownerId)
    .where('userId', '=', userId)
    .execute();
  const made: Made[] = [
    ...channels.map(({ isActive, ...row }) => ({
      kind: 'channel' as const,
      ...row,
      isActive: isActive === 1,
    })),
    ...rules.map(({ rule, ...row }) => {
      const { name, isActive } = JSON.parse(rule) as StoredRule;
      return { kind: 'rule' as const, ...row, name, isActive };
    }),
    ...calendars.map((row) => ({ kind: 'calendar' as const, ...row, isActive: true })),
  ].map(({ createdAt, ...each }) => ({ ...each, createdAt: iso(createdAt) }));
  return made.sort((a, b) => Number(b.isActive) - Number(a.isActive) || a.name.localeCompare(b.name));
}

/** Turns a channel or a rule off, or deletes a calendar, whose address cannot be turned on again. */
async function turnOffOne(tx: Tx, caller: Caller, { kind, id, name }: Made): Promise<void> {
  const { id: ownerId } = caller.owner;
  const at = { updatedAt: nextTime() };
  if (kind === 'channel') {
    const channel = tx.updateTable('channels').where('ownerId', '=', ownerId).where('id', '=', id);
    await channel.set({ isActive: 0, ...at }).execute();
    const details = { channelId: id, changed: ['isActive'], isActive: false };
    await auditBy(tx, caller, { action: 'channel.changed', subject: name, details });
  } else if (kind === 'rule') {
    const { rule } = await tx
      .selectFrom('alert_rules')
      .select('rule')
      .where('ownerId', '=', ownerId)
      .where('id', '=', id)
      .executeTakeFirstOrThrow();
    const off = JSON.stringify({ ...(JSON.parse(rule) as StoredRule), isActive: false });
    const stored = tx.updateTable('alert_rules').where('ownerId', '=', ownerId).where('id', '=', id);
    await stored.set({ rule: off, ...at }).execute();
    await auditBy(tx, caller, { action: 'alert-rule.changed', subject: name, details: { isActive: false } });
  } else {
    await tx.deleteFrom('calendars').where('ownerId', '=', ownerId).where('id', '=', id).execute();
    await auditBy(tx, caller, { action: 'calendar.ended', subject: name, details: { calendarId: id } });
  }
  await crossSoon(tx, ownerId);
}

/** Turns off something that a person made, and returns all that they made. */
export const turnOff = (
  db: Db,
  sender: Caller,
  userId: string,
  { kind, id }: Pick<Made, 'kind' | 'id'>,
): Promise<Made[]> =>
  asSender(db, sender, async (tx, caller) => {
    const { id: ownerId } = caller.owner;
    await lockWorkspace(tx, ownerId);
    const found = (await madeBy(tx, ownerId, userId)).find((each) => each.kind === kind && each.id === id);
    if (!found) throw notFound(kind);
    if (found.isActive) await turnOffOne(tx, caller, found);
    return madeBy(tx, ownerId, userId);
  });
