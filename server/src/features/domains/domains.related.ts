import type { Domain } from '@quartermaster/contract/entities/domains/domains.schema';
import type { Stamped } from '../../records/list/list-of.ts';
import { byIds } from '../../records/list/list-pieces.ts';
import type { Owner } from '../../records/owner.ts';
import { remembered } from '../../records/list/remembered.ts';
import type { Db } from '../../db/schema.ts';
import { type OwnRow, type Related, relatedIn, selectDomains, toDomain } from './domains.rows.ts';

interface References {
  registratorAccountId: string;
  serverId: string | null;
  cdnAccountId: string | null;
}

const keptAtMost = 1000;
/** Of each kind; begins anew where there are more. */
function keep<T>(records: Map<string, T>, id: string, record: T): void {
  if (records.size >= keptAtMost) records.clear();
  records.set(id, record);
}

/** What one owner's domains point to, as it stands as long as nothing of the owner's is written. */
class RelatedRecords {
  readonly #accounts = new Map<string, Related['registratorAccount']>();
  readonly #servers = new Map<string, Related['server']>();
  readonly #cdnAccounts = new Map<string, Related['cdnAccount']>();

  /** Undefined where not all of it is known. */
  of({ registratorAccountId, serverId, cdnAccountId }: References): Related | undefined {
    const registratorAccount = this.#accounts.get(registratorAccountId);
    const server = serverId === null ? null : this.#servers.get(serverId);
    const cdnAccount = cdnAccountId === null ? null : this.#cdnAccounts.get(cdnAccountId);
    if (!registratorAccount || server === undefined || cdnAccount === undefined) return undefined;
    return { registratorAccount, server, cdnAccount };
  }

  add(
    { registratorAccountId, serverId, cdnAccountId }: References,
    { registratorAccount, server, cdnAccount }: Related,
  ): void {
    keep(this.#accounts, registratorAccountId, registratorAccount);
    if (serverId !== null) keep(this.#servers, serverId, server);
    if (cdnAccountId !== null) keep(this.#cdnAccounts, cdnAccountId, cdnAccount);
  }
}

const joined = (db: Db) => ({ table: 'domains' as const, select: () => selectDomains(db) });

/**
 * These domains with what they point to, as it stood when their rows were read. Null where that can't be told: they
 * have to be read together then.
 */
export async function withRelated(
  db: Db,
  owner: Owner,
  rows: readonly Stamped<OwnRow>[],
): Promise<Domain[] | null> {
  if (rows.length === 0) return [];
  const stamp = rows[0]?.stamp ?? null;
  if (stamp === null || rows.some((row) => row.stamp !== stamp)) return null;
  const known = await remembered(db, owner, 'related', () => Promise.resolve(new RelatedRecords()), stamp);
  const related = rows.map((row) => known.of(row));
  const missing = rows.filter((_, at) => !related[at]).map(({ id }) => id);
  const read = new Map<string, Related>();
  if (missing.length > 0) {
    const found = await byIds(db, owner, joined(db), missing);
    if (found.length < missing.length || found.some((row) => row.stamp !== stamp)) return null;
    for (const row of found) {
      const shown = relatedIn(row);
      read.set(row.id, shown);
      known.add(row, shown);
    }
  }
  const domains = rows.map((row, at) => {
    const shown = related[at] ?? read.get(row.id);
    return shown && toDomain(owner, row, shown);
  });
  return domains.every((domain) => domain !== undefined) ? domains : null;
}
