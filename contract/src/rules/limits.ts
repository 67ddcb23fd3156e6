/**
 * Every size and count that bounds a request or an answer. Lengths are in characters as JavaScript counts them (UTF-16
 * units), bodies in bytes. `limit-texts.ts` describes each.
 */
export const limits = {
  email: 255,
  password: 255,
  refreshToken: 500,
  setupCode: 50,
  invitation: 200,
  client: 300,
  url: 500,
  domain: 255,
  name: 100,
  comment: 1000,
  id: 100,
  date: 40,

  tags: 20,
  tagType: 50,
  tagValue: 100,

  credentials: 20,
  credential: 4096,
  apiFieldText: 200,
  serverUsers: 50,
  sshKey: 16_384,
  secretPath: 200,
  reason: 500,
  revealAlarm: 20,
  revealAlarmMinutes: 5,
  viewPiece: 500,
  secretViewRows: 100,
  exposureRows: 1000,
  workLists: 100,
  workItems: 10_000,

  search: 200,
  filter: 2000,
  filterValues: 20,
  facetValues: 1000,
  filterNames: 20,
  days: 36_500,
  page: 1_000_000,
  pageRows: 1000,
  listRows: 10_000,
  bulkRows: 10_000,

  errors: 100,
  message: 1000,
  path: 200,
  refusals: 100,
  views: 100,
  workspaces: 50,
  members: 1000,
  invitations: 100,
  auditRows: 100,
  invitationDays: 7,
  confirmedMinutes: 15,
  sessions: 100,
  related: 10,
  found: 8,

  body: 1024 * 1024,
  importBody: 32 * 1024 * 1024,
  importRow: 128 * 1024,
  publicBody: 16 * 1024,
  clientBodies: 40 * 1024 * 1024,
  bodies: 64 * 1024 * 1024,
  bodySpeed: 1024,

  connections: 500,
  pipelined: 1000,
  requestsAtOnce: 6,
  registrationsAtOnce: 60,
  registrationEverySeconds: 2,
} as const;

/** Shortens a text that may hold what a client sent. */
export const shortened = (text: string, max: number): string =>
  text.length > max ? `${text.slice(0, max - 1).toWellFormed()}…` : text;
