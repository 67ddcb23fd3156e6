import { type TokenPermission, may, tokenPermissions } from '@quartermaster/contract/api/permissions';
import type { Scope } from '@quartermaster/contract/members/members.schema';
import { dayMs } from '@quartermaster/contract/rules/expiry';
import { timeOf } from '@quartermaster/contract/rules/formats';
import { limits } from '@quartermaster/contract/rules/limits';
import { serverLimits } from '@quartermaster/contract/rules/server-limits';
import type { ApiToken } from '@quartermaster/contract/tokens/tokens.schema';
import { v7 as uuid } from 'uuid';
import { newTokenValue, permissionsOf } from '../../access/api-tokens.ts';
import { auditBy } from '../../access/audit.ts';
import type { Caller } from '../../access/caller.ts';
import { asSender } from '../../access/current.ts';
import { lockWorkspace } from '../../access/memberships.ts';
import { permit } from '../../access/permit.ts';
import { hashToken } from '../../access/tokens.ts';
import type { Db, Tx } from '../../db/schema.ts';
import { iso, nextTime } from '../../lib/clock.ts';
import { AppError, notFound, refuse } from '../../lib/errors.ts';
import { readNetworks } from '../../lib/trusted-addresses.ts';

/** The tokens that the caller may list: their own, or with `manage` everyone's. */
function tokensOf(db: Db, { owner, user, membership }: Caller) {
  const known = db
    .selectFrom('api_tokens')
    .innerJoin('users', 'users.id', 'api_tokens.userId')
    .selectAll('api_tokens')
    .select(['users.name as makerName', 'users.email'])
    .where('api_tokens.workspaceId', '=', owner.id);
  return may(membership, 'manage') ? known : known.where('userId', '=', user.id);
}
type Row = Awaited<ReturnType<ReturnType<typeof tokensOf>['executeTakeFirstOrThrow']>>;

const shown = (row: Row): ApiToken => ({
  id: row.id,
  name: row.name,
  permissions: permissionsOf(row.permissions),
  scope: JSON.parse(row.scope) as Scope,
  expiresAt: iso(row.expiresAt),
  addresses: JSON.parse(row.addresses) as string[],
  createdAt: iso(row.createdAt),
  lastUsedAt: row.lastUsedAt === null ? null : iso(row.lastUsedAt),
  lastUsedFrom: row.lastUsedFrom,
  createdBy: { userId: row.userId, name: row.makerName, email: row.email },
});

export async function listTokens(db: Db, caller: Caller): Promise<ApiToken[]> {
  const rows = await tokensOf(db, caller)
    .orderBy('api_tokens.createdAt', 'desc')
    .orderBy('api_tokens.id')
    .limit(serverLimits.workspaceTokens)
    .execute();
  return rows.map(shown);
}

interface Given {
  name: string;
  permissions: readonly TokenPermission[];
  scope: Scope;
  expiresAt?: string | null | undefined;
  addresses: readonly string[];
}

const ahead = limits.tokenDaysAhead;

function errorsOf(expiresAt: number, now: number, addresses: readonly string[]): Record<string, string> {
  const wrong = addresses.find((address) => !readNetworks([address]));
  return {
    ...(expiresAt <= now && { expiresAt: 'Expiration must be in the future' }),
    ...(expiresAt > now + ahead * dayMs && { expiresAt: `Expiration must be at most ${ahead} days ahead` }),
    ...(wrong !== undefined && {
      addresses: `${wrong} is not an IP address or network, such as 192.0.2.0/24`,
    }),
  };
}

/** Throws if a person has as many tokens as allowed. */
async function expectRoom(tx: Tx, { owner, user }: Caller): Promise<void> {
  const { all, own } = await tx
    .selectFrom('api_tokens')
    .select(({ fn }) => [
      fn.countAll<number>().as('all'),
      fn.count<number>('id').filterWhere('userId', '=', user.id).as('own'),
    ])
    .where('workspaceId', '=', owner.id)
    .executeTakeFirstOrThrow();
  if (Number(own) >= serverLimits.tokens || Number(all) >= serverLimits.workspaceTokens)
    throw new AppError(
      'CONFLICT',
      `Maximum ${serverLimits.tokens} tokens of a person and ${serverLimits.workspaceTokens} in a workspace allowed`,
    );
}

/** Creates a token and its value, of which only a hash is stored. Its rights can't exceed its maker's. */
export async function createToken(
  db: Db,
  caller: Caller,
  { name, permissions: asked, scope, expiresAt: until, addresses: from }: Given,
): Promise<{ token: ApiToken; value: string }> {
  const { owner, user } = caller;
  const now = nextTime();
  const expiresAt = until ? timeOf(until) : now + limits.tokenDays * dayMs;
  const addresses = [...new Set(from)];
  refuse(errorsOf(expiresAt, now, addresses));
  const permissions = tokenPermissions.filter((each) => asked.includes(each));
  const id = uuid();
  const value = newTokenValue(id);
  const row = {
    workspaceId: owner.id,
    id,
    userId: user.id,
    name,
    hash: hashToken(value),
    permissions: JSON.stringify(permissions),
    scope: JSON.stringify(scope),
    addresses: JSON.stringify(addresses),
    createdAt: now,
    expiresAt,
    lastUsedAt: null,
    lastUsedFrom: null,
  };
  await asSender(db, caller, async (tx, current) => {
    for (const permission of permissions) permit(current, permission);
    // Locked, so that tokens are counted one after another.
    await lockWorkspace(tx, owner.id);
    await expectRoom(tx, current);
    await tx.insertInto('api_tokens').values(row).execute();
    const details = { tokenId: id, permissions, scope, addresses, expiresAt: iso(expiresAt) };
    await auditBy(tx, current, { action: 'token.created', subject: name, details });
  });
  return { token: shown({ ...row, makerName: user.name, email: user.email }), value };
}

export async function removeToken(db: Db, sender: Caller, id: string): Promise<{ id: string }> {
  await asSender(db, sender, async (tx, caller) => {
    const token = await tokensOf(tx, caller).where('api_tokens.id', '=', id).executeTakeFirst();
    if (!token) throw notFound('token');
    await tx
      .deleteFrom('api_tokens')
      .where('workspaceId', '=', caller.owner.id)
      .where('id', '=', id)
      .execute();
    const details = { tokenId: id, createdBy: token.userId };
    await auditBy(tx, caller, { action: 'token.ended', subject: token.name, details });
  });
  return { id };
}
