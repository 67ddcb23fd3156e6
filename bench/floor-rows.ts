import { v7 as uuid } from 'uuid';

/** A domain as a client sends it. */
export interface NewDomain {
  domain: string;
  registratorAccountId: string;
  serverId?: string | null;
  cdnAccountId?: string | null;
  expirationDate?: string | null;
  status: string;
  tags?: { type: string; value: string }[];
  comment?: string | null;
}

export interface ServerRow {
  id: string;
  tags: string;
  /** Sealed. */
  users: string;
}

/** What the floor asks of an engine, each by a statement that was written for it. */
export interface Queries {
  /** The 20 of a status that expire first, of all where `from` is 0, or of those that expire from then on. */
  page: (owner: string, status: string, from: number) => Promise<unknown[]>;
  /** The newest 1 000. */
  list: (owner: string) => Promise<unknown[]>;
  /** The newest 20 that hold the words in their name, comment, tags or registrar. */
  search: (owner: string, words: string) => Promise<unknown[]>;
  /** The newest 100 with their hosting account and how many domains they have. */
  servers: (owner: string) => Promise<ServerRow[]>;
  create: (owner: string, domain: NewDomain) => Promise<unknown>;
  /** In one transaction, with the change log. */
  import: (owner: string, domains: readonly NewDomain[]) => Promise<void>;
  csv: (owner: string) => AsyncIterable<string>;
  /** In one transaction, with the change log. Answers how many changed. */
  checkExpiration: (owner: string, now: number) => Promise<number>;
}

export const columns = [
  'ownerId',
  'id',
  'createdAt',
  'updatedAt',
  'searchText',
  'tags',
  'comment',
  'domain',
  'registratorAccountId',
  'serverId',
  'cdnAccountId',
  'expirationDate',
  'status',
] as const;
export type DomainRow = Record<(typeof columns)[number], string | number | null>;
export const quoted = columns.map((name) => `"${name}"`).join(', ');

export function newRow(owner: string, sent: NewDomain): DomainRow {
  const { tags = [], comment = null, domain } = sent;
  const now = Date.now();
  return {
    ownerId: owner,
    id: uuid(),
    createdAt: now,
    updatedAt: now,
    searchText: [domain, comment, ...tags.map(({ type, value }) => `${type}:${value}`)]
      .join('\n')
      .toLowerCase(),
    tags: JSON.stringify(tags),
    comment,
    domain,
    registratorAccountId: sent.registratorAccountId,
    serverId: sent.serverId ?? null,
    cdnAccountId: sent.cdnAccountId ?? null,
    expirationDate: sent.expirationDate ? Date.parse(sent.expirationDate) : null,
    status: sent.status,
  };
}

export const changeId = (): string => uuid();

/** The tables around a domain, for a page and for a file. */
export const joined = `select d.*, t.id as "typeId", t.name as "typeName", e.id as "mailboxId", e.email as "mailboxEmail",
    s.name as "serverName", s.ip as "serverIp", c.provider as "cdnProvider"
  from domains d
  join registrator_accounts a on a."ownerId" = d."ownerId" and a.id = d."registratorAccountId"
  join registrator_types t on t."ownerId" = a."registratorTypeOwnerId" and t.id = a."registratorTypeId"
  join email_accounts e on e."ownerId" = a."ownerId" and e.id = a."emailAccountId"
  left join servers s on s."ownerId" = d."ownerId" and s.id = d."serverId"
  left join cdn_accounts c on c."ownerId" = d."ownerId" and c.id = d."cdnAccountId"`;

export const serversSql = (owner: string) => `select s.*, h.name as "hostingName", h.provider,
    (select count(*) from domains d where d."ownerId" = s."ownerId" and d."serverId" = s.id) as domains
  from servers s join hostings h on h."ownerId" = s."ownerId" and h.id = s."hostingId"
  where s."ownerId" = ${owner} order by s."createdAt" desc, s.id limit 100`;

export interface JoinedRow {
  id: string;
  createdAt: number;
  updatedAt: number;
  domain: string;
  status: string;
  tags: string;
  comment: string | null;
  expirationDate: number | null;
  registratorAccountId: string;
  serverId: string | null;
  cdnAccountId: string | null;
  typeId: string;
  typeName: string;
  mailboxId: string;
  mailboxEmail: string;
  serverName: string | null;
  serverIp: string | null;
  cdnProvider: string | null;
}

const time = (at: number) => new Date(at).toISOString();

/** As the product answers it. */
export const shown = (row: JoinedRow) => ({
  id: row.id,
  createdAt: time(row.createdAt),
  updatedAt: time(row.updatedAt),
  domain: row.domain,
  registratorAccountId: row.registratorAccountId,
  registratorAccount: {
    id: row.registratorAccountId,
    registratorType: { id: row.typeId, name: row.typeName },
    emailAccount: { id: row.mailboxId, email: row.mailboxEmail },
  },
  serverId: row.serverId,
  server: row.serverId === null ? null : { id: row.serverId, name: row.serverName, ip: row.serverIp },
  cdnAccountId: row.cdnAccountId,
  cdnAccount: row.cdnAccountId === null ? null : { id: row.cdnAccountId, provider: row.cdnProvider },
  expirationDate: row.expirationDate === null ? null : time(row.expirationDate),
  status: row.status,
  tags: JSON.parse(row.tags) as unknown,
  comment: row.comment,
});

export const csvHead =
  'Domain,Status,Expiration Date,Registrator,Registrator Email,Server,Server IP,CDN,Tags,Comment,Created At\r\n';

function cell(value: string | null): string {
  if (value === null) return '';
  const text = /^[=+\-@\t\r]/.test(value) ? `'${value}` : value;
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

export const csvLine = (row: JoinedRow): string =>
  `${[
    row.domain,
    row.status,
    row.expirationDate === null ? null : time(row.expirationDate),
    row.typeName,
    row.mailboxEmail,
    row.serverName,
    row.serverIp,
    row.cdnProvider,
    (JSON.parse(row.tags) as { type: string; value: string }[])
      .map(({ type, value }) => `${type}:${value}`)
      .join('; '),
    row.comment,
    time(row.createdAt),
  ]
    .map(cell)
    .join(',')}\r\n`;

const day = 86_400_000;

/** Which rows' status is not what the date says, and what it should be. */
export const rightStatus = (now: number) => `case when "expirationDate" < ${now} then 'EXPIRED'
  when "expirationDate" <= ${now + 30 * day} then 'EXPIRING' else 'ACTIVE' end`;
export const outdated = (now: number) => `"expirationDate" is not null
  and status in ('ACTIVE', 'EXPIRING', 'EXPIRED') and status <> ${rightStatus(now)}`;
