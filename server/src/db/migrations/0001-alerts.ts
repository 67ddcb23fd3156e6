/** Alerts, what is sent about them, calendars and digests, as of 0.2.0. `fraction` is the type of fractions of days. */
export const alertTables = (fraction: string): string => `
create table calendars (
  "ownerId" text not null, id text not null, "userId" text not null, name text not null, hash text not null,
  query text not null, "createdAt" bigint not null, "lastReadAt" bigint,
  constraint calendars_pk primary key ("ownerId", id),
  constraint calendars_hash unique (hash),
  constraint calendars_membership foreign key ("ownerId", "userId")
    references memberships ("workspaceId", "userId") on delete cascade
);
create index calendars_by_user on calendars ("userId", "ownerId");

create table calendar_events (
  "ownerId" text not null, "calendarId" text not null, id text not null, day text not null,
  sequence integer not null, "changedAt" bigint not null, "goneAt" bigint,
  constraint calendar_events_pk primary key ("ownerId", "calendarId", id),
  constraint calendar_events_calendar foreign key ("ownerId", "calendarId")
    references calendars ("ownerId", id) on delete cascade
);

create table digests (
  "ownerId" text not null, "userId" text not null, every text not null, hour integer not null,
  weekday integer not null, since bigint not null, days text not null,
  constraint digests_pk primary key ("ownerId", "userId"),
  constraint digests_membership foreign key ("ownerId", "userId")
    references memberships ("workspaceId", "userId") on delete cascade
);

create table alert_settings (
  "ownerId" text not null, settings text not null,
  constraint alert_settings_pk primary key ("ownerId"),
  constraint alert_settings_owner foreign key ("ownerId") references workspaces (id)
);

create table alert_rules (
  "ownerId" text not null, id text not null, rule text not null, "createdAt" bigint not null,
  "updatedAt" bigint not null,
  constraint alert_rules_pk primary key ("ownerId", id),
  constraint alert_rules_owner foreign key ("ownerId") references workspaces (id)
);

create table alerts (
  "ownerId" text not null, id text not null, kind text not null, what text, area text, "recordId" text,
  subject text not null, label text, name text not null, date text not null, "endsAt" bigint, renewal text,
  day text not null, state text not null, former text, crossings text not null, "isLate" integer not null,
  "openSince" bigint, "snoozedUntil" bigint, level integer not null, "raisedAt" bigint, "closedAt" bigint,
  "acknowledgedAt" bigint, "actorId" text, "actorName" text, "actorEmail" text, "createdAt" bigint not null,
  constraint alerts_pk primary key ("ownerId", id),
  constraint alerts_owner foreign key ("ownerId") references workspaces (id)
);
create unique index alerts_one on alerts ("ownerId", kind, subject, date);
create index alerts_urgent on alerts ("ownerId", day, id);
create index alerts_by_record on alerts ("ownerId", "recordId");

create table alert_events (
  "ownerId" text not null, id text not null, "alertId" text not null, at bigint not null, event text not null,
  detail text, "actorId" text, "actorName" text, "actorEmail" text,
  constraint alert_events_pk primary key ("ownerId", id),
  constraint alert_events_owner foreign key ("ownerId") references workspaces (id)
);
create index alert_events_of on alert_events ("ownerId", "alertId", id);

create table channels (
  "ownerId" text not null, id text not null, name text not null, type text not null, config text not null,
  sealed text not null, "isActive" integer not null, refusals integer not null, "lastSentAt" bigint,
  "lastError" text, "createdAt" bigint not null, "updatedAt" bigint not null,
  constraint channels_pk primary key ("ownerId", id),
  constraint channels_owner foreign key ("ownerId") references workspaces (id)
);

create table deliveries (
  "ownerId" text not null, id text not null, event text not null, "channelId" text, "userId" text,
  "alertId" text, subject text not null, distance ${fraction}, told text not null, state text not null,
  attempts text not null, attempted integer not null, until bigint not null, "nextAt" bigint not null,
  "sentAt" bigint, "createdAt" bigint not null,
  constraint deliveries_pk primary key ("ownerId", id),
  constraint deliveries_owner foreign key ("ownerId") references workspaces (id)
);
create index deliveries_waiting on deliveries ("nextAt", id) where state = 'waiting';
create index deliveries_newest on deliveries ("ownerId", "createdAt", id);
create index deliveries_by_alert on deliveries ("ownerId", "alertId", "createdAt", id);
create index deliveries_by_channel on deliveries ("ownerId", "channelId", "createdAt", id);
`;
