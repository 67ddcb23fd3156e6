/** People, what they sign in with, and what the installation itself keeps, as of 0.2.0. */
export const peopleTables = `
create table workspaces (
  id text not null, "createdAt" bigint not null, name text not null default '',
  "requireSecondFactor" integer not null default 0, "deletedAt" bigint,
  "historyDays" integer not null default 730, "deletedSecretDays" integer not null default 90,
  "sendingPausedAt" bigint,
  constraint workspaces_pk primary key (id)
);

create table users (
  id text not null, "workspaceId" text not null, email text not null, "emailKey" text not null,
  "passwordHash" text not null, role text not null, "createdAt" bigint not null, "updatedAt" bigint not null,
  name text, "disabledAt" bigint,
  constraint users_pk primary key (id),
  constraint users_unique unique ("emailKey"),
  constraint users_workspace foreign key ("workspaceId") references workspaces (id)
);

create table memberships (
  "workspaceId" text not null, "userId" text not null, role text not null, "createdAt" bigint not null,
  secrets integer not null default 0, scope text not null default '[]',
  constraint memberships_pk primary key ("workspaceId", "userId"),
  constraint memberships_workspace foreign key ("workspaceId") references workspaces (id),
  constraint memberships_user foreign key ("userId") references users (id)
);
create index memberships_by_user on memberships ("userId");

create table invitations (
  "workspaceId" text not null, id text not null, email text not null, "emailKey" text not null,
  role text not null, secrets integer not null, scope text not null, "tokenHash" text not null,
  "invitedBy" text, "createdAt" bigint not null, "expiresAt" bigint not null,
  constraint invitations_pk primary key ("workspaceId", id),
  constraint invitations_token unique ("tokenHash"),
  constraint invitations_workspace foreign key ("workspaceId") references workspaces (id)
);

create table saved_views (
  "ownerId" text not null, "userId" text not null, id text not null, area text not null, name text not null,
  query text not null, "createdAt" bigint not null, "updatedAt" bigint not null,
  constraint saved_views_pk primary key ("ownerId", id),
  constraint saved_views_owner foreign key ("ownerId") references workspaces (id),
  constraint saved_views_user foreign key ("userId") references users (id)
);
create unique index saved_views_unique on saved_views ("ownerId", "userId", area, name);

create table sessions (
  id text not null, "userId" text not null, generation integer not null, "createdAt" bigint not null,
  "expiresAt" bigint not null, "endedAt" bigint, client text, address text, "userAgent" text,
  "lastSeenAt" bigint, "confirmedAt" bigint not null default 0,
  constraint sessions_pk primary key (id),
  constraint sessions_user foreign key ("userId") references users (id)
);
create index sessions_by_user on sessions ("userId");

create table refresh_tokens (
  hash text not null, "sessionId" text not null, generation integer not null, "expiresAt" bigint not null,
  "voidAt" bigint,
  constraint refresh_tokens_pk primary key (hash),
  constraint refresh_tokens_session foreign key ("sessionId") references sessions (id)
);
create index refresh_tokens_by_session on refresh_tokens ("sessionId");

create table sign_in_failures (
  id text not null, address text not null, client text not null, at bigint not null,
  constraint sign_in_failures_pk primary key (id)
);
create index sign_in_failures_by_address on sign_in_failures (address, at);
create index sign_in_failures_by_client on sign_in_failures (client, at);

create table challenges (
  id text not null, kind text not null, "userId" text, attempts integer not null, "createdAt" bigint not null,
  "expiresAt" bigint not null,
  constraint challenges_pk primary key (id),
  constraint challenges_user foreign key ("userId") references users (id) on delete cascade
);

create table one_time_tokens (
  hash text not null, purpose text not null, "userId" text not null, email text, "expiresAt" bigint not null,
  constraint one_time_tokens_pk primary key (hash),
  constraint one_time_tokens_user foreign key ("userId") references users (id)
);

create table second_factors (
  "ownerId" text not null, id text not null, secret text not null, "createdAt" bigint not null,
  "confirmedAt" bigint, "lastStep" bigint not null,
  constraint second_factors_pk primary key ("ownerId", id),
  constraint second_factors_user foreign key (id) references users (id) on delete cascade
);

create table recovery_codes (
  "userId" text not null, hash text not null,
  constraint recovery_codes_pk primary key ("userId", hash),
  constraint recovery_codes_user foreign key ("userId") references users (id) on delete cascade
);

create table passkeys (
  id text not null, "userId" text not null, name text not null, "credentialId" text not null,
  "publicKey" text not null, counter bigint not null, transports text not null, "createdAt" bigint not null,
  "lastUsedAt" bigint,
  constraint passkeys_pk primary key (id),
  constraint passkeys_user foreign key ("userId") references users (id) on delete cascade
);
create unique index passkeys_credential on passkeys ("credentialId");
create index passkeys_user on passkeys ("userId");

create table identities (
  issuer text not null, subject text not null, "userId" text not null, "createdAt" bigint not null,
  id text not null default '', "lastUsedAt" bigint,
  constraint identities_pk primary key (issuer, subject),
  constraint identities_user foreign key ("userId") references users (id) on delete cascade
);
create index identities_user on identities ("userId");
create unique index identities_id on identities (id);

create table api_tokens (
  "workspaceId" text not null, id text not null, "userId" text not null, name text not null,
  permissions text not null, scope text not null, addresses text not null, hash text not null,
  "createdAt" bigint not null, "expiresAt" bigint not null, "lastUsedAt" bigint, "lastUsedFrom" text,
  constraint api_tokens_pk primary key ("workspaceId", id),
  constraint api_tokens_id unique (id),
  constraint api_tokens_membership foreign key ("workspaceId", "userId")
    references memberships ("workspaceId", "userId") on delete cascade
);
create index api_tokens_by_maker on api_tokens ("userId", "workspaceId");

create table audit_events (
  id text not null, "workspaceId" text, at bigint not null, "actorId" text, "actorName" text, "actorEmail" text,
  "tokenId" text, "tokenName" text, address text, client text, action text not null, subject text,
  details text not null,
  constraint audit_events_pk primary key (id)
);
create index audit_events_by_time on audit_events ("workspaceId", at, id);
create index audit_events_by_actor on audit_events ("actorId", "workspaceId", at, id);

create table wrapped_keys (
  "ownerId" text not null, id text not null, wrapped text not null, "createdAt" bigint not null,
  state text not null default 'current', since bigint not null default 0,
  constraint wrapped_keys_pk primary key ("ownerId", id)
);

create table jobs (
  id text not null, kind text not null, "uniqueKey" text, "runAt" bigint not null, attempts integer not null,
  holder text, "leasedUntil" bigint, progress text, "lastError" text, "createdAt" bigint not null,
  "lastRunAt" bigint, "startedAt" bigint, "lateSince" bigint, "setAt" bigint not null default 0,
  "leasesLost" integer not null default 0,
  constraint jobs_pk primary key (id),
  constraint jobs_unique unique ("uniqueKey")
);
create index jobs_by_time on jobs ("runAt");
create index jobs_due on jobs (kind, "runAt");
create index jobs_set on jobs ("setAt");
create index jobs_held on jobs (kind) where holder is not null;
create index jobs_late on jobs ("lateSince") where "lateSince" is not null;

create table leases (
  name text not null, holder text not null, "expiresAt" bigint not null,
  constraint leases_pk primary key (name)
);

create table installation_facts (
  name text not null primary key, value text not null
);

create table buckets (
  key text not null, holder text, "queuedUntil" bigint not null, windows text not null,
  "stopUntil" bigint not null,
  constraint buckets_pk primary key (key)
);

create table whois_servers (
  tld text not null, host text, "observedAt" bigint not null,
  constraint whois_servers_pk primary key (tld)
);

create table mails (
  id text not null, sealed text not null, "createdAt" bigint not null, "expiresAt" bigint not null,
  attempts integer not null, "nextAt" bigint not null, "lastError" text, kind text not null default 'invitation',
  constraint mails_pk primary key (id)
);

create table mail_counts (
  key text not null, times text not null, "expiresAt" bigint not null,
  constraint mail_counts_pk primary key (key)
);
`;
