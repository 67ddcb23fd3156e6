import type { Kysely, Transaction } from 'kysely';

/** The columns are the fields' own names. Times are milliseconds, flags 0 or 1, lists and maps JSON. */
export type Flag = 0 | 1;

interface OwnedRow {
  ownerId: string;
  id: string;
  createdAt: number;
  updatedAt: number;
}
interface RecordRow extends OwnedRow {
  /** The record's own visible words in lower case, for search. */
  searchText: string;
  tags: string;
  comment: string | null;
}

export interface EmailAccountRow extends RecordRow {
  email: string;
  emailKey: string;
  /** Sealed, as every column whose table says so. */
  password: string;
  loginUrl: string | null;
}
export interface RegistratorTypeRow extends OwnedRow {
  searchText: string;
  name: string;
  nameKey: string;
  websiteUrl: string | null;
  hasApi: Flag;
  apiFields: string;
}
export interface RegistratorAccountRow extends RecordRow {
  emailAccountId: string;
  /** The type's owner: this one, or the shared one of global types. */
  registratorTypeOwnerId: string;
  registratorTypeId: string;
  password: string | null;
  isGoogleLogin: Flag;
  hasApiAccess: Flag;
  apiCredentials: string | null;
  proxyId: string | null;
  isActive: Flag;
}
export interface ProxyRow extends RecordRow {
  name: string;
  ip: string;
  port: number;
  username: string;
  password: string;
  type: string;
  country: string | null;
  isActive: Flag;
}
export interface HostingRow extends RecordRow {
  name: string;
  nameKey: string;
  provider: string;
  providerKey: string;
  websiteUrl: string | null;
  emailAccountId: string;
  isGoogleLogin: Flag;
  proxyId: string | null;
  hasApiAccess: Flag;
  apiCredentials: string | null;
  isActive: Flag;
}
export interface ServerRow extends RecordRow {
  name: string;
  nameKey: string;
  hostingId: string;
  country: string | null;
  ip: string | null;
  panelUrl: string | null;
  status: string;
  /** All SSH users, sealed as one: a list of {username, password, sshKey, isDefault}. */
  users: string;
}
export interface CdnAccountRow extends RecordRow {
  provider: string;
  emailAccountId: string;
  password: string | null;
  isGoogleLogin: Flag;
  apiCredentials: string | null;
  proxyId: string | null;
  isActive: Flag;
}
export interface DomainRow extends RecordRow {
  domain: string;
  registratorAccountId: string;
  serverId: string | null;
  cdnAccountId: string | null;
  expirationDate: number | null;
  status: string;
}

/** The tables whose rows belong to a workspace. */
export interface OwnedTables {
  email_accounts: EmailAccountRow;
  registrator_types: RegistratorTypeRow;
  registrator_accounts: RegistratorAccountRow;
  proxies: ProxyRow;
  hostings: HostingRow;
  servers: ServerRow;
  cdn_accounts: CdnAccountRow;
  domains: DomainRow;
}
export type OwnedTableName = keyof OwnedTables;

export interface Schema extends OwnedTables {
  schema_version: { version: number };
  workspaces: { id: string; createdAt: number };
  users: {
    id: string;
    workspaceId: string;
    email: string;
    emailKey: string;
    passwordHash: string;
    role: string;
    createdAt: number;
    updatedAt: number;
  };
  sessions: {
    id: string;
    userId: string;
    generation: number;
    createdAt: number;
    expiresAt: number;
    endedAt: number | null;
    /** Where it began, as a mark. Marks are what limits on failed sign-ins know addresses and clients by. */
    client: string | null;
  };
  refresh_tokens: { hash: string; sessionId: string; generation: number; expiresAt: number };
  sign_in_failures: { id: string; address: string; client: string; at: number };
  /** Data keys of workspaces and the key that signs tokens, wrapped by the master key. */
  wrapped_keys: { ownerId: string; id: string; wrapped: string; createdAt: number };
  /** Unused since there are jobs. */
  leases: { name: string; holder: string; expiresAt: number };
  jobs: {
    id: string;
    kind: string;
    /** Of jobs with the same one there is one at a time. */
    uniqueKey: string | null;
    runAt: number;
    /** Runs begun and not ended well. */
    attempts: number;
    /** The run that has leased it. */
    holder: string | null;
    leasedUntil: number | null;
    progress: string | null;
    lastError: string | null;
    createdAt: number;
  };
  changes: {
    ownerId: string;
    id: string;
    at: number;
    actorId: string | null;
    tableName: string;
    recordId: string;
    action: string;
    before: string | null;
    after: string | null;
    batchId: string | null;
  };
  record_tags: { ownerId: string; tableName: string; recordId: string; type: string; value: string };
}

export type Db = Kysely<Schema>;
export type Tx = Transaction<Schema>;

/** The owner of global registrator types. */
export const globalOwner = 'global';
