import type { TokenPermission } from '@quartermaster/contract/api/permissions';
import type { Scope } from '@quartermaster/contract/members/members.schema';

/** Who acts: a person in a session, a program with an API token, or a job of the server. */
export interface Principal {
  kind: 'session' | 'token' | 'job';
  /** The id of the session or the token, or the kind of the job. */
  id: string;
  /** null: a job. */
  userId: string | null;
}

/** Where a request comes from. */
export interface Origin {
  /** The network address. */
  address: string;
  /** The User-Agent header. */
  client: string | null;
}

/** A key with which a program acts for its maker, and the rights it was given. */
export interface ApiToken {
  id: string;
  name: string;
  workspaceId: string;
  permissions: readonly TokenPermission[];
  /** Empty: everything that its maker sees. */
  scope: Scope;
}
