import type { Generated } from 'kysely';
import type { Flag } from './record-tables.ts';

/** Workspaces, who belongs to them, and what happened in them. */
export interface WorkspaceTables {
  workspaces: {
    id: string;
    name: Generated<string>;
    requireSecondFactor: Generated<Flag>;
    /** How long changes are kept, and the secrets of deleted records. */
    historyDays: Generated<number>;
    deletedSecretDays: Generated<number>;
    /** That of prices without one. */
    currency: Generated<string | null>;
    createdAt: number;
    /** When its deletion began; a job completes it. */
    deletedAt: number | null;
    /** Since when nothing is sent, as after a restored backup, until an administrator resumes it. */
    sendingPausedAt: Generated<number | null>;
  };
  memberships: {
    workspaceId: string;
    userId: string;
    role: string;
    /** Whether the member reads secrets, if the role does not decide it. */
    secrets: Generated<Flag>;
    /** A JSON list of tags. */
    scope: Generated<string>;
    createdAt: number;
  };
  invitations: {
    workspaceId: string;
    id: string;
    email: string;
    emailKey: string;
    role: string;
    secrets: Flag;
    scope: string;
    tokenHash: string;
    invitedBy: string | null;
    createdAt: number;
    expiresAt: number;
  };
  audit_events: {
    id: string;
    /** null: an event of the installation. */
    workspaceId: string | null;
    at: number;
    actorId: string | null;
    actorName: string | null;
    actorEmail: string | null;
    tokenId: string | null;
    tokenName: string | null;
    address: string | null;
    client: string | null;
    action: string;
    subject: string | null;
    details: string;
  };
  /** What a workspace changed of its settings for alerts, as JSON: `AlertSettings`. */
  alert_settings: { ownerId: string; settings: string };
  /** A named list of a person; `query` is the query string of its address. */
  saved_views: {
    ownerId: string;
    userId: string;
    id: string;
    area: string;
    name: string;
    query: string;
    createdAt: number;
    updatedAt: number;
  };
}
