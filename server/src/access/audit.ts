import type { AuditAction } from '@quartermaster/contract/audit/audit.actions';
import { v7 as uuid } from 'uuid';
import type { Db, Schema, Tx } from '../db/schema.ts';
import { nextTime } from '../lib/clock.ts';
import type { Caller } from './caller.ts';
import type { ApiToken, Origin } from './principal.ts';

export interface Fact {
  action: AuditAction;
  /** null or absent: of the installation. */
  workspaceId?: string | null;
  /** null: nobody who is known, or the server itself. */
  actor: Pick<Schema['users'], 'id' | 'name' | 'email'> | null;
  /** By which the actor acted; absent or null: in a session. */
  token?: Pick<ApiToken, 'id' | 'name'> | null;
  /** null: the server's own machine. */
  origin: Origin | null;
  /** What it was done to, in words; never a secret. */
  subject?: string | null;
  details?: Readonly<Record<string, unknown>>;
}

/** Records a fact, in the transaction of what it is about. Nothing changes or deletes it. */
export async function audit(
  db: Db | Tx,
  { action, workspaceId = null, actor, token = null, origin, subject = null, details = {} }: Fact,
): Promise<void> {
  const row = {
    ...{ id: uuid(), workspaceId, at: nextTime(), action, subject, details: JSON.stringify(details) },
    ...{ actorId: actor?.id ?? null, actorName: actor?.name ?? null, actorEmail: actor?.email ?? null },
    ...{ tokenId: token?.id ?? null, tokenName: token?.name ?? null },
    ...{ address: origin?.address ?? null, client: origin?.client ?? null },
  };
  await (db as Db).insertInto('audit_events').values(row).execute();
}

/** Records what a member did in the workspace. */
export const auditBy = (
  db: Db | Tx,
  { user, token, origin, owner }: Pick<Caller, 'user' | 'token' | 'origin' | 'owner'>,
  fact: Pick<Fact, 'action' | 'subject' | 'details'>,
): Promise<void> => audit(db, { ...fact, workspaceId: owner.id, actor: user, token, origin });

/** Who did it, and with which API token, as a log shows them: by the names of then. */
export const madeBy = ({
  actorId,
  actorName,
  actorEmail,
  tokenId,
  tokenName,
}: Pick<Schema['audit_events'], 'actorId' | 'actorName' | 'actorEmail' | 'tokenId' | 'tokenName'>) => ({
  actor: actorId === null ? null : { userId: actorId, name: actorName, email: actorEmail ?? '' },
  token: tokenId === null ? null : { id: tokenId, name: tokenName ?? '' },
});
