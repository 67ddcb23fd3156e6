import type { Area } from '@quartermaster/contract/api/areas';
import type { ScopeHolder, TagChange } from '@quartermaster/contract/tags/tags.schema';
import type { Scope } from '@quartermaster/contract/members/members.schema';
import { limits } from '@quartermaster/contract/rules/limits';
import {
  type TagName,
  type TagTarget,
  isTag,
  joinTags,
  namesTag,
  tagElements,
} from '@quartermaster/contract/rules/tags';
import { type RawBuilder, sql } from 'kysely';
import { read, write } from '../../db/raw-sql.ts';
import type { Db, Tx } from '../../db/schema.ts';
import { nextTime } from '../../lib/clock.ts';

/** Where scopes are stored, each with the column of its id and its name in words. */
const scopeTables: readonly {
  kind: ScopeHolder['kind'];
  table: 'memberships' | 'invitations' | 'api_tokens';
  id: 'userId' | 'id';
  name: RawBuilder<string>;
}[] = [
  {
    kind: 'member',
    table: 'memberships',
    id: 'userId',
    name: sql`(select email from users where users.id = memberships."userId")`,
  },
  { kind: 'invitation', table: 'invitations', id: 'id', name: sql`email` },
  { kind: 'token', table: 'api_tokens', id: 'id', name: sql`name` },
];

/** A scope that holds the tag, and what becomes of it. */
export interface ChangedScope extends ScopeHolder {
  id: string;
  after: Scope;
}

/** The scopes that hold a tag, by kind and name. Limits of their own bound them. */
export async function scopesWith(
  db: Db,
  workspaceId: string,
  tag: TagName,
  to: TagTarget | null,
): Promise<ChangedScope[]> {
  const changed: ChangedScope[] = [];
  for (const { kind, table, id, name } of scopeTables) {
    const { rows } = await read(
      db,
      sql<{ id: string; name: string; scope: string }>`select ${sql.ref(id)} as id,
      ${name} as name, scope from ${sql.table(table)}
      where "workspaceId" = ${workspaceId} and scope <> '[]' order by name, id`,
    );
    for (const row of rows) {
      const scope = JSON.parse(row.scope) as Scope;
      if (!scope.some((each) => isTag(each, tag))) continue;
      const replaced = to ? [{ type: to.type, value: to.value }] : [];
      const after = scope
        .flatMap((each) => (isTag(each, tag) ? replaced : [each]))
        .filter((each, at, all) => all.findIndex((other) => isTag(other, each)) === at);
      changed.push({ kind, id: row.id, name: row.name, after });
    }
  }
  return changed;
}

export async function storeScopes(tx: Tx, workspaceId: string, scopes: readonly ChangedScope[]) {
  for (const { kind, id, after } of scopes)
    for (const of of scopeTables.filter((each) => each.kind === kind))
      await write(
        tx,
        sql`update ${sql.table(of.table)} set scope = ${JSON.stringify(after)}
        where "workspaceId" = ${workspaceId} and ${sql.ref(of.id)} = ${id}`,
      );
}

/** A view's query once the tag in its filter has another name; undefined if it does not filter by it. */
function changedQuery(query: string, tag: TagName, to: TagTarget | null): string | undefined {
  const search = new URLSearchParams(query);
  const elements = tagElements(search.get('tags') ?? '');
  if (!elements.some((element) => namesTag(element, tag))) return undefined;
  // Without a filter by a deleted tag, the view would show records that it was made to leave out.
  if (!to) return query;
  const name = `${to.type}:${to.value}`;
  const renamed = elements.map((element) => (namesTag(element, tag) ? name : element));
  search.set('tags', joinTags([...new Set(renamed)]));
  return search.toString();
}

const viewsAtOnce = 1000;

/** Changes the saved views of the workspace that filter by a tag, and answers which; with `isDryRun` only the latter. */
export async function changeViews(
  tx: Db,
  ownerId: string,
  tag: TagName,
  to: TagTarget | null,
  isDryRun: boolean,
): Promise<TagChange['views']> {
  const changed: TagChange['views'] = { count: 0, first: [] };
  for (let last = ''; ;) {
    const rows = await tx
      .selectFrom('saved_views')
      .innerJoin('users', 'users.id', 'saved_views.userId')
      .select(['saved_views.id', 'area', 'saved_views.name', 'query', 'email'])
      .where('ownerId', '=', ownerId)
      .where('saved_views.id', '>', last)
      .where('query', 'like', '%tags=%')
      .orderBy('saved_views.id')
      .limit(viewsAtOnce)
      .execute();
    for (const { id, area, name, query, email } of rows) {
      const after = changedQuery(query, tag, to);
      if (after === undefined) continue;
      changed.count += 1;
      if (changed.first.length < limits.tagHolders) changed.first.push({ area: area as Area, name, email });
      // One whose query would be too long keeps the old filter.
      if (isDryRun || after === query || after.length > limits.filter) continue;
      await tx
        .updateTable('saved_views')
        .set({ query: after, updatedAt: nextTime() })
        .where('ownerId', '=', ownerId)
        .where('id', '=', id)
        .execute();
    }
    last = rows.at(-1)?.id ?? '';
    if (rows.length < viewsAtOnce) return changed;
  }
}

/** Changes the calendars of the workspace that filter by a tag. One that the tag is deleted from has no dates left. */
export async function changeCalendars(
  tx: Tx,
  ownerId: string,
  tag: TagName,
  to: TagTarget | null,
): Promise<void> {
  const rows = await tx
    .selectFrom('calendars')
    .select(['id', 'query'])
    .where('ownerId', '=', ownerId)
    .where('query', 'like', '%tags=%')
    .limit(limits.workspaceCalendars)
    .execute();
  for (const { id, query } of rows) {
    const after = changedQuery(query, tag, to);
    if (after === undefined || after === query || after.length > limits.filter) continue;
    await tx
      .updateTable('calendars')
      .set({ query: after })
      .where('ownerId', '=', ownerId)
      .where('id', '=', id)
      .execute();
  }
}
