/** The history, the log of secrets that left the server, and lists of secrets to change, as of 0.2.0. */
export const historyTables = (clustered: string): string => `
create table batches (
  "ownerId" text not null, id text not null, kind text not null, label text, "actorId" text,
  "principalKind" text not null, "principalId" text, at bigint not null, created integer not null,
  updated integer not null, deleted integer not null, "actorName" text, "actorEmail" text, "tokenId" text,
  "tokenName" text, about text, source text, "undoOf" text, "undoneBy" text, progress text,
  constraint batches_pk primary key ("ownerId", id)
);
create index batches_by_time on batches ("ownerId", at, id);
create index batches_by_actor on batches ("ownerId", "actorId", at, id);

create table changes (
  "ownerId" text not null, id text not null, at bigint not null, "actorId" text, "tableName" text not null,
  "recordId" text not null, action text not null, before text, after text, "batchId" text,
  "schemaVersion" integer not null default 8, fingerprinted integer not null default 0, forgotten text,
  constraint changes_pk primary key ("ownerId", id)
);
create index changes_by_record on changes ("ownerId", "recordId");
create index changes_by_batch on changes ("ownerId", "batchId", id);
create index changes_to_fingerprint on changes ("ownerId", "recordId", id) where fingerprinted = 0;
create index changes_of_deletions on changes ("ownerId", at, id) where action = 'delete';

create table undo_requests (
  "ownerId" text not null, id text not null, "actorId" text not null, key text, request text not null,
  "batchId" text, caller text not null, answer text, "createdAt" bigint not null,
  constraint undo_requests_pk primary key ("ownerId", id),
  constraint undo_requests_key unique ("ownerId", "actorId", key)
);
create index undo_requests_by_time on undo_requests ("createdAt");

create table secret_changes (
  "ownerId" text not null, "changeId" text not null, path text not null, "tableName" text not null,
  "recordId" text not null, at bigint not null, "actorId" text, before text not null, after text not null,
  constraint secret_changes_pk primary key ("ownerId", "changeId", path)
) ${clustered};
create index secret_changes_by_record on secret_changes ("ownerId", "recordId", path, at, "changeId");
create index secret_changes_by_actor on secret_changes ("ownerId", "actorId", "recordId", path, at);
create index secret_changes_by_time on secret_changes ("ownerId", at, "changeId", path);

create table secret_views (
  "ownerId" text not null, id text not null, at bigint not null, "actorId" text, "actorName" text,
  "actorEmail" text, "tokenId" text, "tokenName" text, area text not null, "recordId" text, "recordName" text,
  field text, via text not null, count integer not null, pieces text not null, reason text,
  constraint secret_views_pk primary key ("ownerId", id)
);
create index secret_views_by_time on secret_views ("ownerId", at, id);
create index secret_views_by_actor on secret_views ("ownerId", "actorId", at);
create index secret_views_by_record on secret_views ("ownerId", "recordId", at);

create table secret_pieces (
  "ownerId" text not null, hash text not null, area text not null, content text not null,
  constraint secret_pieces_pk primary key ("ownerId", hash)
);

create table secret_piece_views (
  "ownerId" text not null, "actorId" text not null, hash text not null, "lastAt" bigint not null,
  constraint secret_piece_views_pk primary key ("ownerId", "actorId", hash)
);

create table secret_piece_records (
  "ownerId" text not null, "recordId" text not null, hash text not null,
  constraint secret_piece_records_pk primary key ("ownerId", "recordId", hash)
) ${clustered};

create table secret_view_pieces (
  "ownerId" text not null, hash text not null, "viewId" text not null,
  constraint secret_view_pieces_pk primary key ("ownerId", hash, "viewId")
) ${clustered};

create table work_lists (
  "ownerId" text not null, id text not null, origin text not null, "subjectId" text, name text not null,
  "createdBy" text, "createdAt" bigint not null,
  constraint work_lists_pk primary key ("ownerId", id)
);

create table work_items (
  "ownerId" text not null, "listId" text not null, area text not null, "recordId" text not null,
  field text not null, "recordName" text not null, since bigint not null, state text not null, reason text,
  "changedBy" text, "changedAt" bigint not null,
  constraint work_items_pk primary key ("ownerId", "listId", area, "recordId", field),
  constraint work_items_list foreign key ("ownerId", "listId") references work_lists ("ownerId", id)
);
`;
