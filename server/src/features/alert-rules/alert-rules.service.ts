import { areas } from '@quartermaster/contract/api/areas';
import type { FieldErrors } from '@quartermaster/contract/api/errors';
import type { Pagination } from '@quartermaster/contract/api/query';
import type { AlertRule, create, update } from '@quartermaster/contract/alert-rules/alert-rules.schema';
import { limits } from '@quartermaster/contract/rules/limits';
import { serverLimits } from '@quartermaster/contract/rules/server-limits';
import { v7 as uuid } from 'uuid';
import type { z } from 'zod';
import { auditBy } from '../../access/audit.ts';
import type { Caller } from '../../access/caller.ts';
import type { Owner } from '../../access/owner.ts';
import { asSender } from '../../access/current.ts';
import { lockWorkspace } from '../../access/memberships.ts';
import { audienceOf, reaches } from '../../alerts/audience.ts';
import { type KnownRule, type StoredRule, rulesOf } from '../../alerts/rules.ts';
import type { Config } from '../../config.ts';
import type { Db, Tx } from '../../db/schema.ts';
import { crossSoon } from '../../jobs/due.ts';
import { iso, nextTime } from '../../lib/clock.ts';
import { AppError, notFound, refuse } from '../../lib/errors.ts';
import { paginationOf } from '../../lib/pagination.ts';
import { tableOfArea } from '../../records/kinds/entities.ts';
import { namesOf } from '../../records/table/record-names.ts';

type ForMail = Pick<Config, 'mail'>;

type NamedRecord = NonNullable<AlertRule['record']>;

/** The visible records with these ids, by id. */
async function recordsOf(db: Db, owner: Owner, ids: readonly string[]): Promise<Map<string, NamedRecord>> {
  const found = new Map<string, NamedRecord>();
  for (const area of areas)
    for (const name of await namesOf(db, owner, tableOfArea[area], ids))
      found.set(name.id, { ...name, area });
  return found;
}

/** Rules as they are answered. */
async function shown(
  db: Db,
  config: ForMail,
  owner: Owner,
  rules: readonly KnownRule[],
): Promise<AlertRule[]> {
  const audience = await audienceOf(db, config, owner.id);
  const ids = new Set(rules.flatMap(({ recordId }) => recordId ?? []));
  const records = await recordsOf(db, owner, [...ids]);
  return rules.map(({ createdAt, updatedAt, ...rule }) => ({
    ...rule,
    createdAt: iso(createdAt),
    updatedAt: iso(updatedAt),
    reaches: reaches(audience, rule),
    record: records.get(rule.recordId ?? '') ?? null,
  }));
}

/** The rules of a workspace, the default one first. */
export async function listRules(
  db: Db,
  config: ForMail,
  owner: Owner,
  { page = 1, limit = limits.pageRows }: { page?: number | undefined; limit?: number | undefined },
): Promise<{ alertRules: AlertRule[]; pagination: Pagination }> {
  const rules = await rulesOf(db, owner.id);
  return {
    alertRules: await shown(db, config, owner, rules.slice((page - 1) * limit, page * limit)),
    pagination: paginationOf({ page, limit }, rules.length),
  };
}

async function ruleOf(db: Db, ownerId: string, id: string): Promise<KnownRule> {
  const rule = (await rulesOf(db, ownerId)).find((each) => each.id === id);
  if (!rule) throw notFound('alert rule');
  return rule;
}

export async function getRule(db: Db, config: ForMail, owner: Owner, id: string): Promise<AlertRule> {
  const [rule] = await shown(db, config, owner, [await ruleOf(db, owner.id, id)]);
  if (!rule) throw notFound('alert rule');
  return rule;
}

/** The fields that a person gives. */
type Fields = z.output<typeof update.body>;

/** What a rule refers to that is not there. */
async function unknownTargets(tx: Tx, { owner }: Caller, fields: Fields): Promise<FieldErrors> {
  const { id: ownerId } = owner;
  const errors: FieldErrors = {};
  const channels = await tx.selectFrom('channels').select('id').where('ownerId', '=', ownerId).execute();
  const isChannel = (id: string) => channels.some((channel) => channel.id === id);
  if (!(fields.channelIds ?? []).every(isChannel)) errors['channelIds'] = 'Channel not found';
  for (const [at, { channelIds }] of (fields.escalation ?? []).entries())
    if (!channelIds.every(isChannel)) errors[`escalation.${at}.channelIds`] = 'Channel not found';
  const members = await tx
    .selectFrom('memberships')
    .select('userId')
    .where('workspaceId', '=', ownerId)
    .execute();
  if (!(fields.userIds ?? []).every((id) => members.some(({ userId }) => userId === id)))
    errors['userIds'] = 'Person not found';
  const { recordId } = fields;
  if (recordId && !(await recordsOf(tx, owner, [recordId])).has(recordId))
    errors['recordId'] = 'Record not found';
  return errors;
}

/** What was sent; blank texts are none. */
const given = (fields: Fields): Partial<StoredRule> =>
  Object.fromEntries(
    Object.entries(fields).flatMap(([name, value]) =>
      value === undefined ? [] : [[name, value === '' ? null : value]],
    ),
  );

const storedOf = ({
  id: _,
  isDefault: __,
  createdAt: ___,
  updatedAt: ____,
  ...rule
}: KnownRule): StoredRule => rule;

async function write(tx: Tx, { owner, user }: Caller, rule: KnownRule): Promise<void> {
  const { id, createdAt, updatedAt } = rule;
  const changing = { rule: JSON.stringify(storedOf(rule)), updatedAt };
  await tx
    .insertInto('alert_rules')
    .values({ ownerId: owner.id, id, userId: rule.isDefault ? null : user.id, createdAt, ...changing })
    .onConflict((conflict) => conflict.columns(['ownerId', 'id']).doUpdateSet(changing))
    .execute();
  await crossSoon(tx, owner.id);
}

export const createRule = (
  db: Db,
  config: ForMail,
  sender: Caller,
  body: z.output<typeof create.body>,
): Promise<AlertRule> =>
  asSender(db, sender, async (tx, caller) => {
    const { id: ownerId } = caller.owner;
    await lockWorkspace(tx, ownerId);
    refuse(await unknownTargets(tx, caller, body));
    const { length } = await rulesOf(tx, ownerId);
    if (length >= serverLimits.alertRules)
      throw new AppError('CONFLICT', `Maximum ${serverLimits.alertRules} alert rules allowed`);
    const now = nextTime();
    const { tag = null, area = null, recordId, ...rest } = body;
    const bounds = { tag, area, recordId: recordId || null };
    const rule = { ...rest, ...bounds, id: uuid(), isDefault: false, createdAt: now, updatedAt: now };
    await write(tx, caller, rule);
    await auditBy(tx, caller, { action: 'alert-rule.created', subject: rule.name, details: storedOf(rule) });
    return getRule(tx, config, caller.owner, rule.id);
  });

const bounds = ['tag', 'area', 'recordId'] as const;

export const updateRule = (
  db: Db,
  config: ForMail,
  sender: Caller,
  { id, fields }: { id: string; fields: Fields },
): Promise<AlertRule> =>
  asSender(db, sender, async (tx, caller) => {
    const { id: ownerId } = caller.owner;
    await lockWorkspace(tx, ownerId);
    const before = await ruleOf(tx, ownerId, id);
    const changes = given(fields);
    if (before.isDefault)
      for (const bound of bounds)
        if (changes[bound]) refuse({ [bound]: 'The default rule holds for everything' });
    // What it refers to already may be gone by now.
    const added = Object.fromEntries(
      Object.entries(changes).filter(
        ([name, value]) => JSON.stringify(value) !== JSON.stringify(before[name as keyof StoredRule]),
      ),
    );
    if (Object.keys(added).length === 0) return getRule(tx, config, caller.owner, id);
    refuse(await unknownTargets(tx, caller, added));
    await write(tx, caller, { ...before, ...changes, updatedAt: Math.max(nextTime(), before.updatedAt + 1) });
    await auditBy(tx, caller, { action: 'alert-rule.changed', subject: before.name, details: added });
    return getRule(tx, config, caller.owner, id);
  });

export const removeRule = (db: Db, sender: Caller, id: string): Promise<{ id: string }> =>
  asSender(db, sender, async (tx, caller) => {
    const { id: ownerId } = caller.owner;
    const { name, isDefault } = await ruleOf(tx, ownerId, id);
    if (isDefault) throw new AppError('IN_USE', 'The default rule can be changed, not deleted');
    await tx.deleteFrom('alert_rules').where('ownerId', '=', ownerId).where('id', '=', id).execute();
    await crossSoon(tx, ownerId);
    await auditBy(tx, caller, { action: 'alert-rule.deleted', subject: name });
    return { id };
  });
