import { newRule } from '@quartermaster/contract/alert-rules/new-rule';
import type { Db } from '../db/schema.ts';
import type { Rule } from './narrowest.ts';

/** What a row of a rule holds. */
export type StoredRule = Omit<Rule, 'id' | 'isDefault'>;

export type KnownRule = Rule & { createdAt: number; updatedAt: number };

const asAtFirst: StoredRule = {
  name: 'Default',
  tag: null,
  area: null,
  recordId: null,
  ...newRule,
};

/** The rules of a workspace, the default one first, which every workspace has. */
export async function rulesOf(db: Db, ownerId: string): Promise<KnownRule[]> {
  const rows = await db
    .selectFrom('alert_rules')
    .select(['id', 'rule', 'createdAt', 'updatedAt'])
    .where('ownerId', '=', ownerId)
    .orderBy('createdAt')
    .orderBy('id')
    .execute();
  const stored = rows.map(({ rule, ...row }): KnownRule => ({
    ...asAtFirst,
    ...(JSON.parse(rule) as StoredRule),
    ...row,
    isDefault: row.id === ownerId,
  }));
  const others = stored.filter(({ isDefault }) => !isDefault);
  const changed = stored.find(({ isDefault }) => isDefault);
  if (changed) return [changed, ...others];
  const { createdAt } = await db
    .selectFrom('workspaces')
    .select('createdAt')
    .where('id', '=', ownerId)
    .executeTakeFirstOrThrow();
  return [{ ...asAtFirst, id: ownerId, isDefault: true, createdAt, updatedAt: createdAt }, ...others];
}
