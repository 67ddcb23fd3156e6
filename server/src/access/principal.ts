import type { TokenPermission } from '@quartermaster/contract/api/permissions';
import type { Scope } from '@quartermaster/contract/members/members.schema';

/** Who acts: a person in a session or by an API token, or a job of the server's own. */
export interface Principal {
  kind: 'session' | 'token' | 'job';
  /** Of the session or the token; the kind of the job. */
  id: string;
  /** null: a job acts for nobody. */
  userId: string | null;
}

/** From where a request comes. */
export interface Origin {
  /** The network address. */
  address: string;
  /** The program, by its own description. */
  client: string | null;
}

/** By what a program acts for the person who made it, and what it was given. */
export interface ApiToken {
  id: string;
  name: string;
  workspaceId: string;
  permissions: readonly TokenPermission[];
  /** Empty: all that its maker sees. */
  scope: Scope;
}
