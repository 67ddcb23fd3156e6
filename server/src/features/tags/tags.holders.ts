import type { Area } from '@quartermaster/contract/api/areas';
import type { TagChange } from '@quartermaster/contract/tags/tags.schema';
import { limits } from '@quartermaster/contract/rules/limits';
import { type TagEdit, isTag } from '@quartermaster/contract/rules/tags';
import type { Db } from '../../db/schema.ts';
import { AppError } from '../../lib/errors.ts';
import { joinedByAnd } from '../../lib/joined-by-and.ts';
import {
  type ChangedHolder,
  type HolderTable,
  holdersOf,
  tagOfRule,
} from '../../records/table/tag-holders.ts';

const scopeKinds = { memberships: 'member', invitations: 'invitation', api_tokens: 'token' } as const;
const scopeTables = Object.keys(scopeKinds) as (keyof typeof scopeKinds)[];

const byName = (one: ChangedHolder, other: ChangedHolder): number =>
  one.name < other.name ? -1 : Number(one.name > other.name);

async function allIn(db: Db, ownerId: string, table: HolderTable, edits: readonly TagEdit[]) {
  const all: ChangedHolder[] = [];
  for await (const some of holdersOf(db, ownerId, [table], edits)) all.push(...some);
  return all.sort(byName);
}

/** What holds tags beside records. */
interface Holders {
  /** Limits of their own bound these. */
  scopes: ChangedHolder[];
  rules: ChangedHolder[];
  views: TagChange['views'];
}

async function viewsOf(db: Db, ownerId: string, edits: readonly TagEdit[]): Promise<TagChange['views']> {
  const ids: string[] = [];
  let count = 0;
  for await (const some of holdersOf(db, ownerId, ['saved_views'], edits)) {
    count += some.length;
    ids.push(...some.slice(0, limits.tagHolders - ids.length).map(({ id }) => id));
  }
  if (count === 0) return { count, first: [] };
  const rows = await db
    .selectFrom('saved_views')
    .innerJoin('users', 'users.id', 'saved_views.userId')
    .select(['area', 'saved_views.name', 'email'])
    .where('ownerId', '=', ownerId)
    .where('saved_views.id', 'in', ids)
    .orderBy('saved_views.id')
    .execute();
  return { count, first: rows.map((row) => ({ ...row, area: row.area as Area })) };
}

/** What holds tags that are changed, and what becomes of it. */
export async function holdersOfTags(db: Db, ownerId: string, edits: readonly TagEdit[]): Promise<Holders> {
  const scopes: ChangedHolder[] = [];
  for (const table of scopeTables) scopes.push(...(await allIn(db, ownerId, table, edits)));
  const rules = await allIn(db, ownerId, 'alert_rules', edits);
  return { scopes, rules, views: await viewsOf(db, ownerId, edits) };
}

const namesInWords = 3;

/** The first of several names, and how many there are besides. */
export function firstOf(names: readonly string[], count = names.length): string {
  const first = names.slice(0, namesInWords);
  const more = count - first.length;
  return joinedByAnd([...first, ...(more > 0 ? [`${more} more`] : [])]);
}

/** Whether one of the changes deletes a rule's tag, whose name a later one may give to another tag. */
function losesItsTag(rule: string, edits: readonly TagEdit[]): boolean {
  let tag = tagOfRule(rule);
  for (const edit of edits) if (tag && isTag(edit, tag)) tag = edit.to;
  return tag === null;
}

/**
 * Throws if a deletion would empty a scope, whose holder would see every record, or leave an alert rule for records that
 * nobody can have.
 */
export function expectDispensable({ scopes, rules, views }: Holders, edits: readonly TagEdit[]): void {
  const emptied = scopes.filter(({ after }) => after === '[]').map(({ name }) => name);
  const ruled = rules.filter(({ before }) => losesItsTag(before, edits)).map(({ name }) => `"${name}"`);
  if (emptied.length + ruled.length === 0) return;
  const reasons = [
    ...(emptied.length > 0
      ? [
          `This tag is the whole scope of ${firstOf(emptied)}, who would see every record without it; change that scope first`,
        ]
      : []),
    ...(ruled.length > 0
      ? [
          `${ruled.length === 1 ? 'The alert rule' : 'The alert rules'} ${firstOf(ruled)} would hold for nothing without this tag; change or delete ${ruled.length === 1 ? 'it' : 'them'} first`,
        ]
      : []),
    ...(views.count > 0
      ? [
          `It is also in the saved ${views.count === 1 ? 'view' : 'views'} ${firstOf(
            views.first.map(({ name, email }) => `"${name}" of ${email}`),
            views.count,
          )}`,
        ]
      : []),
  ];
  throw new AppError('CONFLICT', reasons.join('. '));
}

/** The answer: how many hold the tag, and the first of them. */
export const holdersInAnswer = ({
  scopes,
  rules,
  views,
}: Holders): Pick<TagChange, 'scopes' | 'rules' | 'views'> => ({
  scopes: {
    count: scopes.length,
    first: scopes.slice(0, limits.tagHolders).map(({ table, name }) => ({
      kind: scopeKinds[table as keyof typeof scopeKinds],
      name,
    })),
  },
  rules: { count: rules.length, first: rules.slice(0, limits.tagHolders).map(({ name }) => ({ name })) },
  views,
});
