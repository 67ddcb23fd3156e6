import { v7 as uuid } from 'uuid';
import { type Row, type Table, columnsOf } from './floor-schema.ts';

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

export type Rows = Partial<Record<Table, Row[]>>;

/** What differs between the engines. Statements name their parameters ?1, ?2 and so on. */
export interface Database {
  /** Inserts all rows in one transaction. */
  insert: (rows: Rows) => Promise<void>;
  /** Runs a statement. */
  all: (sql: string, ...values: (string | number)[]) => Promise<Row[]>;
  /** Reads in chunks, so that the result never is in memory as a whole. */
  chunks: (sql: string, ...values: (string | number)[]) => AsyncIterable<Row[]>;
}

/** The rows that new domains make: the domains, their tags and the change log. */
export function rowsOf(ownerId: string, sent: readonly NewDomain[]): Rows & { domains: Row[] } {
  const now = Date.now();
  const domains = sent.map(
    ({ domain, registratorAccountId, status, tags = [], comment = null, ...rest }) => ({
      ownerId,
      id: uuid(),
      createdAt: now,
      updatedAt: now,
      searchText: [domain, comment, ...tags.map(({ type, value }) => `${type}:${value}`)]
        .join('\n')
        .toLowerCase(),
      tags: JSON.stringify(tags),
      comment,
      domain,
      registratorAccountId,
      serverId: rest.serverId ?? null,
      cdnAccountId: rest.cdnAccountId ?? null,
      expirationDate: rest.expirationDate ? Date.parse(rest.expirationDate) : null,
      status,
    }),
  );
  return {
    domains,
    record_tags: domains.flatMap(({ id: recordId }, at) =>
      (sent[at]?.tags ?? []).map(({ type, value }) => ({ ownerId, recordId, type, value })),
    ),
    changes: domains.map((row) => ({
      ownerId,
      id: uuid(),
      at: now,
      recordId: row.id,
      action: 'create',
      before: null,
      after: JSON.stringify(row),
    })),
  };
}

/**
 * Selected domains with the names of what they refer to. The domains are chosen first, so that the plan does not depend
 * on how many the owner has; joins keep no order, so it is given again.
 */
export const withNames = (domains: string, order = '') => `select d.*, t.id as "typeId", t.name as "typeName",
    e.id as "mailboxId", e.email as "mailboxEmail", s.name as "serverName", s.ip as "serverIp",
    c.provider as "cdnProvider"
  from (select d.* from domains d where d."ownerId" = ?1 ${domains}) d
  join registrator_accounts a on a."ownerId" = d."ownerId" and a.id = d."registratorAccountId"
  join registrator_types t on t."ownerId" = a."ownerId" and t.id = a."registratorTypeId"
  join email_accounts e on e."ownerId" = a."ownerId" and e.id = a."emailAccountId"
  left join servers s on s."ownerId" = d."ownerId" and s.id = d."serverId"
  left join cdn_accounts c on c."ownerId" = d."ownerId" and c.id = d."cdnAccountId" ${order}`;

const time = (at: Row[string] = null) => (at === null ? null : new Date(at).toISOString());
const tagsOf = ({ tags }: Row) => JSON.parse(String(tags)) as { type: string; value: string }[];

/** As the product answers it. */
export const shown = (row: Row) => ({
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
  expirationDate: time(row.expirationDate),
  status: row.status,
  tags: tagsOf(row),
  comment: row.comment,
});

export const csvHead =
  'Domain,Status,Expiration Date,Registrator,Registrator Email,Server,Server IP,CDN,Tags,Comment,Created At\r\n';

function cell(value: Row[string] = null): string {
  if (value === null) return '';
  const text = /^[=+\-@\t\r]/.test(String(value)) ? `'${value}` : String(value);
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

export const csvLine = (row: Row): string =>
  `${[
    row.domain,
    row.status,
    time(row.expirationDate),
    row.typeName,
    row.mailboxEmail,
    row.serverName,
    row.serverIp,
    row.cdnProvider,
    tagsOf(row)
      .map(({ type, value }) => `${type}:${value}`)
      .join('; '),
    row.comment,
    time(row.createdAt),
  ]
    .map(cell)
    .join(',')}\r\n`;

export const quoted = (table: Table): string =>
  columnsOf(table)
    .map((name) => `"${name}"`)
    .join(', ');
