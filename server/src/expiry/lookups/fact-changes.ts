import { changingFacts } from '@quartermaster/contract/fact-changes/fact-changes.routes';
import { folded } from '@quartermaster/contract/rules/folded';
import { v7 as uuid } from 'uuid';
import { rowLock } from '../../db/row-lock.ts';
import type { Db, Schema, Tx } from '../../db/schema.ts';
import { rowsOf } from '../../db/values-of.ts';
import { changeRevision } from '../../records/table/revision.ts';
import { textsIn } from '../dates/looked-up.ts';
import type { LookUpResult } from './outcome.ts';
import type { Subject } from './subjects.ts';

type ChangeRow = Schema['fact_changes'];
type Changed = Pick<ChangeRow, 'field' | 'before' | 'after'>;

/** The addresses of a name, which a CDN gives as it likes. */
const addresses: readonly string[] = ['a', 'aaaa'];

/** What has changed in what a source says; the first answer of a source changes nothing. */
function changedIn(
  known: ReadonlyMap<string, string>,
  { kind, values }: Pick<LookUpResult, 'kind' | 'values'>,
): Changed[] {
  if (known.size === 0) return [];
  const kept: readonly string[] = changingFacts[kind];
  return values.flatMap(({ field, value }) => {
    const before = known.get(field) ?? null;
    const after = value === null ? null : JSON.stringify(value);
    return kept.includes(field) && before !== after ? [{ field, before, after }] : [];
  });
}

/** Whether a name is that of a domain behind a CDN. */
async function isBehindCdn(tx: Tx, ownerId: string, name: string): Promise<boolean> {
  const domain = await tx
    .selectFrom('domains')
    .select('id')
    .where('ownerId', '=', ownerId)
    .where('domain', '=', name)
    .where('cdnAccountId', 'is not', null)
    .executeTakeFirst();
  return domain !== undefined;
}

const textsOf = (value: string | null): string[] => textsIn(JSON.parse(value ?? 'null'));

/** Keeps the former values of facts that these will be written over. */
export async function keepFormer(
  tx: Tx,
  ownerId: string,
  { sourceHost: _, at, values, ...of }: LookUpResult,
): Promise<void> {
  const { kind, subject, source } = of;
  const facts = await tx
    .selectFrom('facts')
    .select(['field', 'value'])
    .where('ownerId', '=', ownerId)
    .where('subject', '=', subject)
    .where('kind', '=', kind)
    .where('source', '=', source)
    .orderBy('field')
    .modifyEnd(rowLock(tx))
    .execute();
  const known = new Map(facts.map(({ field, value }) => [field, value]));
  const all = changedIn(known, { kind, values });
  const isOfCdn =
    all.some(({ field }) => addresses.includes(field)) && (await isBehindCdn(tx, ownerId, subject));
  const changed = isOfCdn ? all.filter(({ field }) => !addresses.includes(field)) : all;
  if (changed.length === 0) return;
  const rows = changed.map((each): ChangeRow => ({
    ...of,
    ...each,
    ...{ ownerId, id: uuid(), at },
    textFolded: folded([subject, ...textsOf(each.before), ...textsOf(each.after)].join(' ')),
  }));
  const columns = Object.keys(rows[0] ?? {}) as (keyof ChangeRow)[];
  await tx
    .insertInto('fact_changes')
    .columns(columns)
    .expression(rowsOf(tx, 'fact_changes', columns, rows))
    .execute();
  await changeRevision(tx, ownerId);
}

/** When something about a subject changed last; 0: it never did. */
export async function latestChange(db: Db, ownerId: string, { kind, subject }: Subject): Promise<number> {
  const row = await db
    .selectFrom('fact_changes')
    .select(({ fn }) => fn.max('at').as('at'))
    .where('ownerId', '=', ownerId)
    .where('subject', '=', subject)
    .where('kind', '=', kind)
    .executeTakeFirst();
  return Number(row?.at ?? 0);
}
