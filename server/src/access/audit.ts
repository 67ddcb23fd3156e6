import type { AuditAction } from '@quartermaster/contract/audit/audit.actions';
import { v7 as uuid } from 'uuid';
import type { Db, Schema } from '../db/schema.ts';
import { nextTime } from '../lib/clock.ts';
import type { Caller } from './caller.ts';
import type { ApiToken, Origin } from './principal.ts';

export interface NewAuditEvent {
  action: AuditAction;
  /** null or absent: an event of the installation. */
  workspaceId?: string | null;
  /** null: unknown, or the server itself. */
  actor: Pick<Schema['users'], 'id' | 'name' | 'email'> | null;
  /** The API token that the actor used; absent or null: a session. */
  token?: Pick<ApiToken, 'id' | 'name'> | null;
  /** null: the server's own machine. */
  origin: Origin | null;
  /** The object of the action, in words; never a secret. */
  subject?: string | null;
  details?: Readonly<Record<string, unknown>>;
}

/** Appends an event to the audit, in the transaction of the action. Nothing changes or deletes events. */
export async function audit(
  db: Db,
  { action, workspaceId = null, actor, token = null, origin, subject = null, details = {} }: NewAuditEvent,
): Promise<void> {
  const row = {
    id: uuid(),
    workspaceId,
    at: nextTime(),
    action,
    subject,
    details: JSON.stringify(details),
    actorId: actor?.id ?? null,
    actorName: actor?.name ?? null,
    actorEmail: actor?.email ?? null,
    tokenId: token?.id ?? null,
    tokenName: token?.name ?? null,
    address: origin?.address ?? null,
    client: origin?.client ?? null,
  };
  await db.insertInto('audit_events').values(row).execute();
}

/** Appends an event about a member's action in the workspace. */
export const auditBy = (
  db: Db,
  { user, token, origin, owner }: Pick<Caller, 'user' | 'token' | 'origin' | 'owner'>,
  event: Pick<NewAuditEvent, 'action' | 'subject' | 'details'>,
): Promise<void> => audit(db, { ...event, workspaceId: owner.id, actor: user, token, origin });

/** The actor and the API token as a log shows them: under the names that they had then. */
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
