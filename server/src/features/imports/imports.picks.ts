import { isUuid } from '@quartermaster/contract/rules/formats';
import type { Caller } from '../../access/caller.ts';
import type { Db, OwnedTableName, Tx } from '../../db/schema.ts';
import type { Picked } from '../../records/import/levels.ts';
import { spelled } from '../../records/import/spellings.ts';
import { areaOfTable, references, tableOfArea } from '../../records/kinds/entities.ts';
import type { Details } from './imports.staged.ts';

/** Of each kind. */
const picksKept = 100;

/** By what a pick is found again: a keyed hash, as a cell may hold a secret. */
const textKey = ({ owner, principal }: Caller, table: OwnedTableName, name: string): string =>
  owner.sealer.fingerprint('import_picks', principal.userId, areaOfTable(table), spelled(name));

/** The table of the records that a path of references leads to. */
function tableAt(table: OwnedTableName, path: string): OwnedTableName | undefined {
  let at: OwnedTableName | undefined = table;
  for (const shown of path.split('.'))
    at = references.find((each) => each.from === at && each.shown === shown)?.to;
  return at;
}

interface Decision {
  area: string;
  text: string;
  /** null: something else than a record. */
  recordId: string | null;
}

/** What a person decides for names, by the keys of their texts. */
export type Decisions = ReadonlyMap<string, Decision>;

export function decisionsIn(
  caller: Caller,
  area: Details['area'],
  choices: Readonly<Record<string, string | null>>,
): Decisions {
  const decisions = new Map<string, Decision>();
  for (const [key, choice] of Object.entries(choices)) {
    const colon = key.indexOf(':');
    const table = colon < 0 ? undefined : tableAt(tableOfArea[area], key.slice(0, colon));
    if (!table) continue;
    const text = textKey(caller, table, key.slice(colon + 1));
    const recordId = choice !== null && isUuid(choice) ? choice : null;
    decisions.set(text, { area: areaOfTable(table), text, recordId });
  }
  return decisions;
}

/** The records that the person picked before for names, except those for which they decide something now. */
export async function rememberedPicks(db: Db, caller: Caller, now: Decisions): Promise<Picked> {
  const rows = await db
    .selectFrom('import_picks')
    .select(['text', 'recordId'])
    .where('ownerId', '=', caller.owner.id)
    .where('userId', '=', caller.principal.userId)
    .execute();
  const picks = new Map(rows.flatMap(({ text, recordId }) => (now.has(text) ? [] : [[text, recordId]])));
  return (table, name) => (picks.size === 0 ? null : (picks.get(textKey(caller, table, name)) ?? null));
}

/** Remembers the records that a person picks for names, and forgets those for which they choose something else. */
export async function rememberPicks(tx: Tx, caller: Caller, decisions: Decisions): Promise<void> {
  const own = { ownerId: caller.owner.id, userId: caller.principal.userId };
  for (const [kind, chosen] of Map.groupBy(decisions.values(), (each) => each.area)) {
    const ofKind = () =>
      tx
        .deleteFrom('import_picks')
        .where('ownerId', '=', own.ownerId)
        .where('userId', '=', own.userId)
        .where('area', '=', kind);
    await ofKind()
      .where(
        'text',
        'in',
        chosen.map(({ text }) => text),
      )
      .execute();
    const picks = chosen
      .flatMap(({ text, recordId }) => (recordId === null ? [] : [{ text, recordId }]))
      .slice(-picksKept);
    if (picks.length === 0) continue;
    const usedAt = Date.now();
    await tx
      .insertInto('import_picks')
      .values(picks.map((pick) => ({ ...own, area: kind, ...pick, usedAt })))
      // Another request of the same person may have added it meanwhile.
      .onConflict((conflict) =>
        conflict.columns(['ownerId', 'userId', 'area', 'text']).doUpdateSet((eb) => ({
          recordId: eb.ref('excluded.recordId'),
          usedAt: eb.ref('excluded.usedAt'),
        })),
      )
      .execute();
    await ofKind()
      .where('text', 'not in', (eb) =>
        eb
          .selectFrom('import_picks')
          .select('text')
          .where('ownerId', '=', own.ownerId)
          .where('userId', '=', own.userId)
          .where('area', '=', kind)
          .orderBy('usedAt', 'desc')
          .orderBy('text')
          .limit(picksKept),
      )
      .execute();
  }
}
