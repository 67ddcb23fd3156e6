import { LRUCache } from 'lru-cache';
import type { Db } from '../db/schema.ts';
import { ApiTokens } from './api-tokens.ts';
import { OnceAMinute, remembered } from './caching.ts';
import { standingOf } from './current.ts';
import type { Origin } from './principal.ts';
import { type Session, findSession, touchSession } from './sessions.ts';

type Membership = Awaited<ReturnType<typeof standingOf>>;

/** What this process remembers of sessions, API tokens and memberships. */
export class SessionCache {
  readonly tokens: ApiTokens;
  readonly #db: Db;
  readonly #sessions = new LRUCache<string, { session: Session | null }>(remembered);
  readonly #seen = new OnceAMinute();
  /** By session or token, and workspace. */
  readonly #memberships = new LRUCache<string, { membership: Membership }>(remembered);

  constructor(db: Db) {
    this.#db = db;
    this.tokens = new ApiTokens(db);
  }

  async find(id: string): Promise<Session | null> {
    const cached = this.#sessions.get(id);
    if (cached) return cached.session;
    const session = await findSession(this.#db, id);
    this.#sessions.set(id, { session });
    return session;
  }

  /** `id` is that of the person's session or token. */
  async membership(id: string, workspaceId: string, userId: string): Promise<Membership> {
    const key = `${id} ${workspaceId}`;
    const cached = this.#memberships.get(key);
    if (cached) return cached.membership;
    const membership = await standingOf(this.#db, workspaceId, userId);
    this.#memberships.set(key, { membership });
    return membership;
  }

  /** Notes where and when a session was used, once a minute; the request does not wait for it. */
  touch({ id, lastSeenAt }: Session, origin: Origin): void {
    if (!this.#seen.isDue(id, lastSeenAt)) return;
    // If the database does not answer, the next minute's request notes it.
    touchSession(this.#db, id, origin, Date.now()).catch(() => undefined);
  }

  /** When the person in a session last proved who they are, as another process may have noted just now. */
  async confirmedAt(id: string): Promise<number | null> {
    this.#sessions.delete(id);
    return (await this.find(id))?.confirmedAt ?? null;
  }

  /** What this process changed counts at once. */
  forget(): void {
    this.#sessions.clear();
    this.#memberships.clear();
    this.tokens.forget();
  }
}
