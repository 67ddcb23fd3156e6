import { sql } from 'kysely';
import type { Owner } from '../access/owner.ts';
import { read } from '../db/raw-sql.ts';
import type { Db } from '../db/schema.ts';
import { cachedUntil } from '../records/list/cache.ts';
import { type Condition, allOf } from '../records/table/conditions.ts';
import type { Tables } from '../records/list/record-table.ts';
import { alertSettingsOf } from './alert-settings.ts';

/** What domains are compared with. */
const comparedKinds = ['registration', 'dns'] as const;

/** An answer that says nothing new changes no revision. */
const keptMs = 5000;

/**
 * How many visible domains a look-up that is switched on has never answered about; also names below no registry, where
 * only registrations are looked up.
 */
export async function uncheckedDomains(
  db: Db,
  owner: Owner,
  tables: Tables,
  { looksUp }: { looksUp: boolean },
): Promise<number> {
  const { look } = await alertSettingsOf(db, owner.id);
  const kinds = comparedKinds.filter((kind) => looksUp && look[kind]);
  if (kinds.length === 0) return 0;
  const now = Date.now();
  return cachedUntil(db, owner, JSON.stringify(['unchecked', kinds]), now, async () => {
    const hasCheck = (answered: Condition) => sql`exists (select 1 from checks
      where checks."ownerId" = domains."ownerId" and checks."recordId" = domains.id
      and checks.kind in (${sql.join(kinds)}) and ${answered})`;
    const answered = hasCheck(sql`checks."answeredAt" is not null`);
    const unanswered = hasCheck(sql`checks."answeredAt" is null`);
    const { rows } = await read(
      db,
      sql<{ count: number }>`select count(*) as count from domains
      where ${allOf(tables.domains.conditions(db, owner, {}))} and (not ${answered} or ${unanswered})`,
    );
    return { value: rows[0]?.count ?? 0, until: now + keptMs };
  });
}
