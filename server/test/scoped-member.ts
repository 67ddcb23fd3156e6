import type { Tag } from '@quartermaster/contract/rules/tags';
import { fixtures } from './fixtures/all.ts';
import type { Body } from './records.ts';
import type { Client, TestApp } from './test-app.ts';

export const scopeTag = { type: 'client', value: 'acme' };

interface Scoped extends Client {
  /** Sends a body as it is. */
  raw: Client['call'];
}

const pathsOf = (): string[] => Object.values(fixtures).map(({ crud }) => crud.path);

/**
 * A member of the owner's workspace who sees only records with the tag. What the client creates carries it, and registrator
 * types, which such a member does not write, are the owner's.
 */
export async function scopedMember(
  app: TestApp,
  owner: Client,
  role: 'EDITOR' | 'VIEWER',
  tag: Pick<Tag, 'type' | 'value'> = scopeTag,
): Promise<Scoped> {
  const client = await app.user();
  const { id: workspaceId } = await app.ownerOf(owner);
  const membership = { workspaceId, role, userId: client.userId, secrets: 1 as const, createdAt: Date.now() };
  await app.db
    .insertInto('memberships')
    .values({ ...membership, scope: JSON.stringify([tag]) })
    .execute();
  await app.db.updateTable('users').set({ workspaceId }).where('id', '=', client.userId).execute();
  app.services.sessions.forget();
  const within = (body: unknown): unknown => ({ ...(body as Body), tags: [tag] });
  const call: Client['call'] = (method, path, body, headers) => {
    if (method === 'POST' && path === '/registrator-types') return owner.call(method, path, body, headers);
    if (method === 'POST' && pathsOf().includes(path))
      return client.call(method, path, within(body), headers);
    if (path.endsWith('/bulk-import')) {
      const each = Object.entries(body as Body).map(([key, rows]) => [
        key,
        Array.isArray(rows) ? rows.map(within) : rows,
      ]);
      return client.call(method, path, Object.fromEntries(each), headers);
    }
    return client.call(method, path, body, headers);
  };
  return { ...client, call, raw: client.call };
}
