import type { Caseless, Field, Marked } from '@quartermaster/contract/api/fields';
import type { entities } from '@quartermaster/contract/entities/all';
import type { Generated, Kysely, Transaction } from 'kysely';
import type { z } from 'zod';
import type { FactTables } from './fact-tables.ts';
import type { FactorTables } from './factor-tables.ts';
import type { HistoryTables } from './history-tables.ts';
import type { SecretTables } from './secret-tables.ts';

/** Columns have the names of the fields. Times are milliseconds, flags 0 or 1, lists and maps JSON. */
export type Flag = 0 | 1;

interface OwnedRow {
  ownerId: string;
  id: string;
  createdAt: number;
  updatedAt: number;
  /** The record's visible texts in lower case, for search. */
  searchText: string;
}

interface Stored {
  text: string;
  integer: number;
  flag: Flag;
  time: number;
  json: string;
  secret: string;
  secrets: string;
  sealed: string;
}
type StoredField<F> =
  F extends Field<z.ZodType, z.ZodType, infer C, infer N>
    ? Stored[C] | (N extends true ? null : never)
    : never;
type KeyName<K, F> = F extends Caseless ? `${K & string}Key` : never;
type NamesName<K, F> = F extends { column: 'secrets' } ? `${K & string}Names` : never;
type MarkName<F> = F extends Marked<infer M> ? M : never;
type OwnerName<K, F> = F extends { to: { global: true } }
  ? K extends `${infer N}Id`
    ? `${N}OwnerId`
    : never
  : never;

/** The row of an entity, derived from its fields: see `Column` for how each is stored. */
type RowOf<E extends { fields: object }> = OwnedRow & {
  [K in keyof E['fields']]: StoredField<E['fields'][K]>;
} & {
  [K in keyof E['fields'] as KeyName<K, E['fields'][K]>]: string;
} & {
  [K in keyof E['fields'] as NamesName<K, E['fields'][K]>]: string | null;
} & { [K in keyof E['fields'] as MarkName<E['fields'][K]>]: Flag } & {
  [K in keyof E['fields'] as OwnerName<K, E['fields'][K]>]: string;
};

/** The maker of a record, for kinds with global records, where it may be null. */
type MakerOf<E> = E extends { global: true } ? { userId: string | null } : unknown;

type Entities = typeof entities;
/** The tables whose rows belong to a workspace. */
export type OwnedTables = {
  [N in keyof Entities as Entities[N]['table']]: RowOf<Entities[N]> & MakerOf<Entities[N]>;
};
export type OwnedTableName = keyof OwnedTables;

export interface Schema extends OwnedTables, FactorTables, FactTables, HistoryTables, SecretTables {
  schema_version: { version: number };
  workspaces: {
    id: string;
    name: Generated<string>;
    requireSecondFactor: Generated<Flag>;
    createdAt: number;
    /** When its deletion began; a job completes it. */
    deletedAt: number | null;
  };
  users: {
    id: string;
    /** The default workspace; the global owner for a person without any. */
    workspaceId: string;
    name: string | null;
    email: string;
    emailKey: string;
    passwordHash: string;
    role: string;
    disabledAt: number | null;
    createdAt: number;
    updatedAt: number;
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
  sessions: {
    id: string;
    userId: string;
    generation: number;
    createdAt: number;
    expiresAt: number;
    endedAt: number | null;
    /** Fingerprint of the network that signed in, as in the limits on failed sign-ins. */
    client: string | null;
    /** The network address and User-Agent of the last use. */
    address: string | null;
    userAgent: string | null;
    lastSeenAt: number | null;
    /** When the person last proved their identity. */
    confirmedAt: number;
  };
  /** Mail that waits to be sent. */
  mails: {
    id: string;
    /** A `MailKind`. */
    kind: string;
    /** The mail, with its links. */
    sealed: string;
    createdAt: number;
    expiresAt: number;
    attempts: number;
    nextAt: number;
    lastError: string | null;
  };
  /** The mail of the last hour, by sender and by recipient. */
  mail_counts: {
    /** A sender, or the keyed hash of an address and a kind of mail. */
    key: string;
    /** A JSON list. */
    times: string;
    expiresAt: number;
  };
  /** Links that work once. */
  one_time_tokens: {
    hash: string;
    purpose: string;
    userId: string;
    /** The new address that the link confirms. */
    email: string | null;
    expiresAt: number;
  };
  refresh_tokens: {
    hash: string;
    sessionId: string;
    /** In a session, the generation of the last token used; its successors have the next one. */
    generation: number;
    expiresAt: number;
    /** When the use of another token voided it. */
    voidAt: number | null;
  };
  sign_in_failures: { id: string; address: string; client: string; at: number };
  /** Data keys of workspaces and the system's own keys, wrapped by the master key. */
  wrapped_keys: {
    ownerId: string;
    id: string;
    wrapped: string;
    createdAt: number;
    /** A `KeyState`, and when it began. */
    state: string;
    since: number;
  };
  /** Unused since jobs have their own table. */
  jobs: {
    id: string;
    kind: string;
    /** Unique among queued jobs. */
    uniqueKey: string | null;
    runAt: number;
    /** Runs that began and did not succeed. */
    attempts: number;
    /** The run that holds the lease. */
    holder: string | null;
    leasedUntil: number | null;
    progress: string | null;
    lastError: string | null;
    lastRunAt: number | null;
    createdAt: number;
  };
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
  /** The tags that a workspace's records have or had. */
  tags: { ownerId: string; id: number; tableName: string; type: string; value: string };
  record_tags: { ownerId: string; tagId: number; recordId: string };
}

export type Db = Kysely<Schema>;
export type Tx = Transaction<Schema>;

/** The owner whose key seals what belongs to people rather than to a workspace. */
export const peopleOwner = 'people';

/** The owner of global registrator types. */
export const globalOwner = 'global';
