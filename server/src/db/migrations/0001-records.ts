/**
 * What belongs to records of every kind and how they are imported, as of 0.2.0. `clustered` is what SQLite needs to keep the
 * rows of a table in its primary key alone.
 */
export const recordTables = (clustered: string): string => `
create table tags (
  "ownerId" text not null, id integer not null, "tableName" text not null, type text not null,
  value text not null,
  constraint tags_pk primary key ("ownerId", id),
  constraint tags_unique unique ("ownerId", "tableName", type, value)
);

create table record_tags (
  "ownerId" text not null, "tagId" integer not null, "recordId" text not null,
  constraint record_tags_key primary key ("ownerId", "tagId", "recordId")
) ${clustered};

create table dates (
  "ownerId" text not null, id text not null, area text not null, "recordId" text not null, what text not null,
  date bigint not null, label text, "autoRenew" text not null, price bigint, currency text, payer text,
  "createdAt" bigint not null, "updatedAt" bigint not null, "labelFolded" text,
  constraint dates_pk primary key ("ownerId", id),
  constraint dates_owner foreign key ("ownerId") references workspaces (id)
);
create index dates_soonest on dates ("ownerId", date, id);
create index dates_by_record on dates ("ownerId", "recordId", date, id);

create table shown_dates (
  "ownerId" text not null, id text not null, what text not null, area text not null, "recordId" text not null,
  subject text not null, part integer not null, date bigint, state text not null, source text, renewal text,
  confirmed bigint, "createdAt" bigint not null,
  constraint shown_dates_pk primary key ("ownerId", id),
  constraint shown_dates_owner foreign key ("ownerId") references workspaces (id)
);
create index shown_dates_soonest on shown_dates ("ownerId", what, part, date, id, state);
create index shown_dates_by_record on shown_dates ("ownerId", "recordId", what);

create table findings (
  "ownerId" text not null, "recordId" text not null, field text not null, source text not null,
  found text not null, fits text not null, date bigint, "isConfirmed" integer not null, "ignoredAt" bigint,
  "ignoredReason" text,
  constraint findings_pk primary key ("ownerId", field, "recordId"),
  constraint findings_owner foreign key ("ownerId") references workspaces (id)
);
create index findings_by_record on findings ("ownerId", "recordId");

create table facts (
  "ownerId" text not null, id text not null, area text not null, "recordId" text not null, kind text not null,
  field text not null, subject text not null, value text not null, source text not null, "sourceHost" text,
  "observedAt" bigint not null, "firstSeenAt" bigint not null,
  constraint facts_pk primary key ("ownerId", id),
  constraint facts_owner foreign key ("ownerId") references workspaces (id)
);
create unique index facts_unique on facts ("ownerId", "recordId", field, subject, source);

create table checks (
  "ownerId" text not null, area text not null, "recordId" text not null, kind text not null,
  subject text not null, state text not null, since bigint not null, "unregisteredSince" bigint,
  "checkedAt" bigint not null, "answeredAt" bigint, host text, error text, "nextAt" bigint,
  constraint checks_pk primary key ("ownerId", "recordId", kind, subject),
  constraint checks_owner foreign key ("ownerId") references workspaces (id)
);
create index checks_by_state on checks ("ownerId", state, "recordId");

create table imports (
  "ownerId" text not null, id text not null, "userId" text not null, "tokenId" text, state text not null,
  revision integer not null, kinds text not null, "applyKey" text, "batchId" text, "createdAt" bigint not null,
  "expiresAt" bigint not null, sealed text not null,
  constraint imports_pk primary key ("ownerId", id),
  constraint imports_owner foreign key ("ownerId") references workspaces (id)
);
create index imports_user on imports ("ownerId", "userId");
create index imports_expiry on imports ("expiresAt");

create table import_pieces (
  "ownerId" text not null, "importId" text not null, part text not null, at integer not null,
  sealed text not null,
  constraint import_pieces_pk primary key ("ownerId", "importId", part, at),
  constraint import_pieces_import foreign key ("ownerId", "importId")
    references imports ("ownerId", id) on delete cascade
);

create table import_mappings (
  "ownerId" text not null, "userId" text not null, area text not null, headers text not null,
  mapping text not null, "usedAt" bigint not null,
  constraint import_mappings_pk primary key ("ownerId", "userId", area, headers),
  constraint import_mappings_owner foreign key ("ownerId") references workspaces (id)
);
`;
