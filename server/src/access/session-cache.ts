import type { Db } from '../db/schema.ts';
import { ApiTokens, type FoundToken } from './api-tokens.ts';
import { OnceAMinute, RightsCache } from './caching.ts';
import { currentMembership } from './current.ts';
import type { Origin } from './principal.ts';
import { type Session, findSession, touchSession } from './sessions.ts';

type Membership = Awaited<ReturnType<typeof currentMembership>>;

/** This process's cache of sessions, API tokens and memberships. */
export class SessionCache {
  readonly tokens: ApiTokens;
  readonly #db: Db;
  readonly #sessions = new RightsCache<{ session: Session | null }>();
  readonly #seen = new OnceAMinute();
  /** Keyed by session or token, and workspace. */
  readonly #memberships = new RightsCache<{ membership: Membership }>();

  constructor(db: Db) {
    this.#db = db;
    this.tokens = new ApiTokens(db);
  }

  async session(id: string): Promise<Session | null> {
    const load = async () => ({ session: await findSession(this.#db, id) });
    return (await this.#sessions.read(id, load)).session;
  }

  token(id: string): Promise<FoundToken | null> {
    return this.tokens.find(id);
  }

  /** `id` is that of the session or token. */
  async membership(id: string, workspaceId: string, userId: string): Promise<Membership> {
    const load = async () => ({ membership: await currentMembership(this.#db, workspaceId, userId) });
    return (await this.#memberships.read(`${id} ${workspaceId}`, load)).membership;
  }

  /** Records a session's last use, once a minute; the request does not wait for it. */
  touch(id: string, origin: Origin): void {
    const { session } = this.#sessions.get(id) ?? {};
    if (!session || !this.#seen.isDue(id, session.lastSeenAt)) return;
    // After a failure, the next minute's request records it.
    touchSession(this.#db, id, origin, Date.now()).catch(() => undefined);
  }

  /**
   * When the person last proved their identity; reads the database, as another process may have recorded it just now.
   */
  async confirmedAt(id: string): Promise<number | null> {
    this.#sessions.delete(id);
    return (await this.session(id))?.confirmedAt ?? null;
  }

  /** Makes changes by this process take effect at once. */
  forget(): void {
    this.#sessions.clear();
    this.#memberships.clear();
    this.tokens.forget();
  }
}
