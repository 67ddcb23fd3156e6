import { tokenPermissions } from '@quartermaster/contract/api/permissions';
import type { Tag } from '@quartermaster/contract/rules/tags';
import { byToken, makeToken } from './api-tokens.ts';
import { fixtures } from './fixtures/all.ts';
import type { Body } from './records.ts';
import type { Client, TestApp } from './test-app.ts';

export const scopeTag = { type: 'client', value: 'acme' };

interface Scoped extends Client {
  /** Sends a body unchanged. */
  raw: Client['call'];
}

const pathsOf = (): string[] => Object.values(fixtures).map(({ crud }) => crud.path);

/**
 * A client whose creations carry the tag; the owner creates registrator types, which members with a scope can't write.
 */
export function within(client: Client, owner: Client, tag: Pick<Tag, 'type' | 'value'>): Scoped {
  const tagged = (body: unknown): unknown => ({ ...(body as Body), tags: [tag] });
  const call: Client['call'] = (method, path, body, headers) => {
    if (method === 'POST' && path === '/registrator-types') return owner.call(method, path, body, headers);
    if (method === 'POST' && pathsOf().includes(path))
      return client.call(method, path, tagged(body), headers);
    if (path.endsWith('/bulk-import')) {
      const each = Object.entries(body as Body).map(([key, rows]) => [
        key,
        Array.isArray(rows) ? rows.map(tagged) : rows,
      ]);
      return client.call(method, path, Object.fromEntries(each), headers);
    }
    return client.call(method, path, body, headers);
  };
  return { ...client, call, raw: client.call };
}

/** A member of the owner's workspace who sees only records with the tag. */
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
  return within(client, owner, tag);
}

/** A token made by the owner, who sees everything, that is limited to records with the tag. */
export async function scopedToken(app: TestApp, owner: Client) {
  const made = await makeToken(owner, { permissions: tokenPermissions, scope: [scopeTag] });
  const program = byToken(owner, app.services.api.endpoints, app.call, made);
  return { ...within(program, owner, scopeTag), sends: program.sends };
}
