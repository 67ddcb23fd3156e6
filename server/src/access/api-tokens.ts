import { randomBytes, timingSafeEqual } from 'node:crypto';
import { type TokenPermission, tokenPermissions } from '@quartermaster/contract/api/permissions';
import type { Scope } from '@quartermaster/contract/members/members.schema';
import type { Db, Tx } from '../db/schema.ts';
import { BoundedCache } from '../lib/bounded-cache.ts';
import { AppError } from '../lib/errors.ts';
import { RateLimit } from '../lib/rate-limit.ts';
import { networkOf } from '../net/client-network.ts';
import { type Trust, readNetworks } from '../lib/trusted-addresses.ts';
import { type UserRow, userById } from './accounts.ts';
import { audit } from './audit.ts';
import { OnceAMinute, RightsCache } from './caching.ts';
import type { Person } from './caller.ts';
import type { ApiToken, Origin } from './principal.ts';
import { hashToken } from './tokens.ts';

/** Secret scanners recognise API tokens by this prefix, and the server tells them from session tokens. */
const prefix = 'qm_';
const form = /^qm_([\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12})_[\w-]{43}$/;

export const isApiToken = (bearer: string): boolean => bearer.startsWith(prefix);

/** The value of a new token, which holds 256 random bits. */
export const newTokenValue = (id: string): string =>
  `${prefix}${id}_${randomBytes(32).toString('base64url')}`;

/** A stored token with its maker. */
export interface FoundToken {
  token: ApiToken;
  hash: string;
  expiresAt: number;
  lastUsedAt: number | null;
  /** null: any address. */
  from: Trust | null;
  maker: UserRow;
}

const listOf = (json: string): string[] => JSON.parse(json) as string[];

/** The stored permissions that still exist. */
export const permissionsOf = (json: string): TokenPermission[] => {
  const stored = listOf(json);
  return tokenPermissions.filter((each) => stored.includes(each));
};

/** A token with its maker; null if it does not exist or has ended. */
export async function findApiToken(db: Db, id: string): Promise<FoundToken | null> {
  const row = await db.selectFrom('api_tokens').selectAll().where('id', '=', id).executeTakeFirst();
  const maker = row && (await userById(db, row.userId));
  if (!row || !maker) return null;
  const { workspaceId, name, hash, expiresAt, lastUsedAt } = row;
  const addresses = listOf(row.addresses);
  return {
    token: {
      id,
      name,
      workspaceId,
      permissions: permissionsOf(row.permissions),
      scope: JSON.parse(row.scope) as Scope,
    },
    hash,
    expiresAt,
    lastUsedAt,
    maker,
    from: addresses.length === 0 ? null : (readNetworks(addresses) ?? (() => false)),
  };
}

/** The same error for every reason, so that a leaked or guessed value reveals nothing. */
const refused = () =>
  new AppError(
    'UNAUTHORIZED',
    'The API token is not accepted: it is wrong, has expired or ended, or is not for this address',
  );

/** Throws UNAUTHORIZED unless the token is valid now, for this address. */
export function expectValidToken(found: FoundToken | null, { address }: Origin): FoundToken {
  if (!found || found.expiresAt <= Date.now() || found.from?.(address) === false) throw refused();
  return found;
}

const isSame = (a: string, b: string): boolean => timingSafeEqual(Buffer.from(a), Buffer.from(b));

/** Identifies programs by API tokens, and rate-limits guesses. */
export class ApiTokens {
  readonly #db: Db;
  readonly #found = new RightsCache<{ found: FoundToken | null }>();
  /** Hashes of accepted values: their holders are not held up by others who guess from the same network. */
  readonly #accepted = new BoundedCache<true>();
  readonly #wrong = new RateLimit('wrongApiToken');
  readonly #wrongOfClient = new RateLimit('wrongApiTokenOfClient');
  readonly #used = new OnceAMinute();

  constructor(db: Db) {
    this.#db = db;
  }

  async find(id: string): Promise<FoundToken | null> {
    const load = async () => ({ found: await findApiToken(this.#db, id) });
    return (await this.#found.read(id, load)).found;
  }

  /** Limits each token first, so that a program with an ended token does not use up the guesses of its network. */
  #limitGuesses(id: string, address: string): void {
    const network = networkOf(address);
    this.#wrong.take(`${network} ${id}`);
    this.#wrongOfClient.take(network);
  }

  /** Identifies a token and its maker; throws UNAUTHORIZED unless it is accepted from this address. */
  async principal(value: string, origin: Origin): Promise<Person['principal']> {
    const id = form.exec(value)?.[1] ?? '';
    const hash = hashToken(value);
    if (!this.#accepted.has(hash)) this.#limitGuesses(id, origin.address);
    const named = id === '' ? null : await this.find(id);
    this.#accepted.delete(hash);
    const found = expectValidToken(isSame(hash, named?.hash ?? hashToken('')) ? named : null, origin);
    this.#accepted.set(hash, true);
    this.#touch(found, origin);
    return { kind: 'token', id, userId: found.maker.id };
  }

  /** Records when and from where a token was used; the request does not wait for it. */
  #touch({ token: { id, workspaceId }, lastUsedAt }: FoundToken, { address }: Origin): void {
    if (!this.#used.isDue(id, lastUsedAt)) return;
    this.#db
      .updateTable('api_tokens')
      .set({ lastUsedAt: Date.now(), lastUsedFrom: address })
      .where('workspaceId', '=', workspaceId)
      .where('id', '=', id)
      .execute()
      // After a failure, the next minute's request records it.
      .catch(() => undefined);
  }

  forget(): void {
    this.#found.clear();
  }
}

/** Ends the tokens that a person made, in one workspace or in all, each with an audit event. They can't be restored. */
export async function endTokensOf(tx: Tx, userId: string, workspaceId: string | null): Promise<void> {
  let ending = tx.deleteFrom('api_tokens').where('userId', '=', userId);
  if (workspaceId !== null) ending = ending.where('workspaceId', '=', workspaceId);
  const ended = await ending.returning(['workspaceId', 'id', 'name']).execute();
  for (const { workspaceId: at, id, name } of ended)
    await audit(tx, {
      action: 'token.ended',
      workspaceId: at,
      actor: null,
      origin: null,
      subject: name,
      details: { tokenId: id, createdBy: userId },
    });
}

/** Ends all tokens, when the master key is rotated after a compromise. */
export async function endAllTokens(tx: Tx): Promise<void> {
  await tx.deleteFrom('api_tokens').execute();
}
