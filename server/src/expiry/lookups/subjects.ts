import type { LookKind, LookedUpArea } from '@quartermaster/contract/lookups/lookups.routes';
import { sql } from 'kysely';
import { isIP } from 'node:net';
import { rowLock } from '../../db/row-lock.ts';
import type { Db, Tx } from '../../db/schema.ts';
import { valuesOf } from '../../db/values-of.ts';
import { pacedEach } from '../../lib/paced.ts';
import { isAmong } from '../../records/table/conditions.ts';
import type { Row } from '../../records/kinds/row.ts';
import { registrableName } from './registrable-name.ts';
import type { NamedServers } from './zones.ts';

/** Something that is looked up: a registration by its name, a name in DNS, a certificate by host and port. */
export interface Subject {
  kind: LookKind;
  subject: string;
}

const httpsPort = 443;

function panelSubjects(panelUrl: string | null): Subject[] {
  const url = URL.parse(panelUrl ?? '');
  if (url?.protocol !== 'https:') return [];
  return [{ kind: 'tls', subject: `${url.hostname}:${url.port || httpsPort}` }];
}

function domainSubjects(domain: string, named: NamedServers): Subject[] {
  const registrable = registrableName(domain, named);
  const hosts = domain.startsWith('www.') ? [domain] : [domain, `www.${domain}`];
  return [
    ...(registrable === null ? [] : [{ kind: 'registration', subject: registrable } as const]),
    { kind: 'dns', subject: domain },
    ...hosts.map((host) => ({ kind: 'tls', subject: `${host}:${httpsPort}` }) as const),
  ];
}

/** What is looked up for a record, by its domain or its panel's address. */
export const subjectsOf = (area: LookedUpArea, asked: string | null, named: NamedServers): Subject[] =>
  area === 'domains' ? domainSubjects(asked ?? '', named) : panelSubjects(asked);

/** The host and the port of a TLS subject; the host of an IPv6 address without brackets. */
export function hostAndPort(subject: string): { host: string; port: number } {
  const at = subject.lastIndexOf(':');
  return { host: subject.slice(0, at).replace(/^\[|\]$/g, ''), port: Number(subject.slice(at + 1)) };
}

/** A record, and what is looked up for it. */
export interface LookedUpRecord {
  area: LookedUpArea;
  id: string;
  subjects: readonly Subject[];
  /** The date that was typed. */
  typed: number | null;
}

const domainsOf = (db: Db, ownerId: string) =>
  db
    .selectFrom('domains')
    .select(['id', 'domain as asked', 'expirationDate as typed'])
    .where('ownerId', '=', ownerId);

const serversOf = (db: Db, ownerId: string) =>
  db
    .selectFrom('servers')
    .select(['id', 'panelUrl as asked', sql<number | null>`null`.as('typed')])
    .where('ownerId', '=', ownerId);

/** The domains that a subject may be about. */
function domainsLike(db: Db, ownerId: string, { kind, subject }: Subject) {
  const domains = domainsOf(db, ownerId);
  if (kind === 'dns') return domains.where('domain', '=', subject);
  // The names alone are read from their index, which takes a tenth of the time.
  if (kind === 'registration')
    return domains.where('domain', 'in', (names) =>
      names
        .selectFrom('domains as all')
        .select('all.domain')
        .where('all.ownerId', '=', ownerId)
        .where((where) =>
          where.or([where('all.domain', '=', subject), where('all.domain', 'like', `%.${subject}`)]),
        ),
    );
  const { host } = hostAndPort(subject);
  return domains.where('domain', 'in', [host, host.replace(/^www\./, '')]);
}

/** The servers whose panel a subject may be. Not all addresses spell their host as it is asked for. */
function serversLike(db: Db, ownerId: string, { subject }: Subject) {
  const { host } = hostAndPort(subject);
  const servers = serversOf(db, ownerId).where(sql<boolean>`lower("panelUrl") like 'https:%'`);
  // '127.1', '[0:0::1]'
  if (isIP(host) !== 0) return servers;
  // 'bücher.example', 'panel%2Eexample'
  return servers.where(sql<boolean>`(lower("panelUrl") like ${`%${host}%`}
    or length("panelUrl") <> octet_length("panelUrl") or "panelUrl" like '%!%%' escape '!')`);
}

interface AskedRow {
  id: string;
  asked: string | null;
  typed: number | null;
}

const lookedUpRecord = (
  area: LookedUpArea,
  { id, asked, typed }: AskedRow,
  named: NamedServers,
): LookedUpRecord => ({ area, id, subjects: subjectsOf(area, asked, named), typed });

async function thoseAbout(
  of: Subject,
  rows: Readonly<Record<LookedUpArea, readonly AskedRow[]>>,
  named: NamedServers,
): Promise<LookedUpRecord[]> {
  const found: LookedUpRecord[] = [];
  for (const area of Object.keys(rows) as LookedUpArea[])
    await pacedEach(rows[area], (row) => {
      const record = lookedUpRecord(area, row, named);
      if (record.subjects.some(({ kind, subject }) => kind === of.kind && subject === of.subject))
        found.push(record);
    });
  return found;
}

/** The records of a workspace that a subject is looked up for. */
export async function recordsOf(
  db: Db,
  ownerId: string,
  of: Subject,
  named: NamedServers,
): Promise<LookedUpRecord[]> {
  const domains = await domainsLike(db, ownerId, of).orderBy('id').execute();
  const servers = of.kind === 'tls' ? await serversLike(db, ownerId, of).orderBy('id').execute() : [];
  return thoseAbout(of, { domains, servers }, named);
}

/** Those of some records, a few hundred at most, that a subject is still looked up for, locked until the end. */
export async function lockedOf(
  tx: Tx,
  ownerId: string,
  of: Subject,
  records: readonly LookedUpRecord[],
  named: NamedServers,
): Promise<LookedUpRecord[]> {
  const lock = rowLock(tx);
  const idsIn = (area: LookedUpArea) => records.flatMap((each) => (each.area === area ? [each.id] : []));
  const [domains, servers] = [idsIn('domains'), idsIn('servers')];
  const among = (ids: string[]) => isAmong(tx, 'id', valuesOf(tx, [['text', ids]]));
  const rows = {
    domains: await domainsOf(tx, ownerId).where(among(domains)).orderBy('id').modifyEnd(lock).execute(),
    servers: await serversOf(tx, ownerId).where(among(servers)).orderBy('id').modifyEnd(lock).execute(),
  };
  return thoseAbout(of, rows, named);
}

/** The next records of an area in the order of their ids. */
export async function recordsAfter(
  db: Db,
  ownerId: string,
  area: LookedUpArea,
  { after, limit, named }: { after: string; limit: number; named: NamedServers },
): Promise<LookedUpRecord[]> {
  const rows =
    area === 'domains'
      ? domainsOf(db, ownerId).where('id', '>', after).orderBy('id').limit(limit)
      : serversOf(db, ownerId).where('id', '>', after).orderBy('id').limit(limit);
  return (await rows.execute()).map((row) => lookedUpRecord(area, row, named));
}

/** What a stored record is looked up by. */
export const askedOf = (area: LookedUpArea, row: Row): string | null => {
  const asked = row[area === 'domains' ? 'domain' : 'panelUrl'];
  return typeof asked === 'string' ? asked : null;
};
