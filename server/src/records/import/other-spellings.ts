import { isStorable } from '@quartermaster/contract/rules/formats';
import { limits } from '@quartermaster/contract/rules/limits';
import { hostIn, registrarKeys } from '@quartermaster/contract/rules/registrar-names';
import { type RawBuilder, sql } from 'kysely';
import type { Owner } from '../../access/owner.ts';
import { read } from '../../db/raw-sql.ts';
import type { Db, OwnedTableName } from '../../db/schema.ts';
import { inChunks, pacedEach, pacedMap } from '../../lib/paced.ts';
import { entityOf, keyColumn, references } from '../kinds/entities.ts';
import { isSeen } from '../table/scope.ts';
import { foldedKey } from '../table/text-keys.ts';
import { type FindNamed, type ReferenceQuery, type ReferencedRecord, askedKey } from './reference-query.ts';
import { addressIn, askedBelow, mailboxKey, nameIn, partsOf, spelled } from './spellings.ts';

type ByKey = ReadonlyMap<string, readonly ReferencedRecord[]>;

const keysAtOnce = 500;

/** Thousands of records may have the same key, so that no list is copied. */
function addTo(map: Map<string, ReferencedRecord[]>, key: string, record: ReferencedRecord): void {
  const known = map.get(key);
  if (known) known.push(record);
  else map.set(key, [record]);
}

/** The visible records of which an expression has one of these values, by that value. */
async function having(
  db: Db,
  owner: Owner,
  table: OwnedTableName,
  expression: RawBuilder<unknown>,
  keys: readonly string[],
): Promise<ByKey> {
  const wanted = new Set<string>();
  for (const key of keys) if (key !== '' && key.length <= limits.filter && isStorable(key)) wanted.add(key);
  const found = new Map<string, ReferencedRecord[]>();
  for await (const some of inChunks(wanted, keysAtOnce)) {
    const { rows } = await read(
      db,
      sql<
        ReferencedRecord & { key: string }
      >`select "ownerId", id, ${expression} as key from ${sql.table(table)}
      where ${isSeen(table, owner)} and ${expression} in (${sql.join(some)})`,
    );
    for (const { key, ...record } of rows) addTo(found, key, record);
  }
  return found;
}

const typesAtOnce = 1000;

/** The visible registrars, by what spellings of their names have in common and by their hosts. */
async function knownRegistrars(db: Db, owner: Owner) {
  const byKey = new Map<string, ReferencedRecord[]>();
  const byHost = new Map<string, ReferencedRecord[]>();
  for (let after: string | null = ''; after !== null;) {
    const { rows }: { rows: (ReferencedRecord & { name: string; websiteUrl: string | null })[] } = await read(
      db,
      sql`select "ownerId", id, name, "websiteUrl" from registrator_types
      where ${isSeen('registrator_types', owner)} and id > ${after} order by id limit ${sql.lit(typesAtOnce)}`,
    );
    await pacedEach(rows, ({ id, ownerId, name, websiteUrl }) => {
      for (const key of registrarKeys(name)) addTo(byKey, key, { id, ownerId });
      const host = hostIn(websiteUrl ?? '');
      if (host !== null) addTo(byHost, host, { id, ownerId });
    });
    after = rows.length < typesAtOnce ? null : (rows.at(-1)?.id ?? null);
  }
  return { byKey, byHost };
}

/** A host and those above it, down to the name that is registered or what looks like it. */
const hostsAbove = (host: string): string[] => {
  const labels = host.split('.');
  return labels.slice(0, -1).map((_, at) => labels.slice(at).join('.'));
};

const once = (records: readonly ReferencedRecord[]): ReferencedRecord[] => [
  ...new Map(records.map((record) => [record.id, record])).values(),
];

/** Registrars by their host, or by the name that spellings have in common. */
async function registrars(db: Db, owner: Owner, asked: readonly ReferenceQuery[]) {
  const { byKey, byHost } = await knownRegistrars(db, owner);
  return pacedMap(asked, (each): ReferencedRecord[] => {
    const text = nameIn('registrator_types', each);
    if (text.length > limits.filter) return [];
    const host = hostIn(text);
    const atHost = host === null ? [] : hostsAbove(host).flatMap((above) => byHost.get(above) ?? []);
    return once(atHost.length > 0 ? atHost : registrarKeys(text).flatMap((key) => byKey.get(key) ?? []));
  });
}

/** Records that are known by others alone, each of which may be spelled otherwise: by all that a query names. */
async function throughReferences(
  db: Db,
  owner: Owner,
  table: OwnedTableName,
  asked: readonly ReferenceQuery[],
  findNamed: FindNamed,
): Promise<(readonly ReferencedRecord[])[]> {
  const parts = asked.map((each) => partsOf(table, each));
  const below = asked.map((): RecordSet[] => []);
  for (const { column, shown, to } of references.filter(({ from }) => from === table)) {
    if (!entityOf[table].unique.fields.includes(column)) continue;
    const queries = parts.map((each) => askedBelow(each, shown));
    const found = await findNamed(
      db,
      owner,
      to,
      queries.filter((each) => each !== null),
    );
    const idsOf = (each: ReferenceQuery) => (found.get(askedKey(each)) ?? []).map(({ id }) => id);
    const ids = queries.flatMap((each) => (each ? idsOf(each) : []));
    const byId = new Map<string, RecordSet>();
    for (const [id, records] of await having(db, owner, table, sql.ref(`${table}.${column}`), ids))
      byId.set(id, recordSet(records));
    await pacedEach(queries.entries(), ([at, each]) => {
      if (!each) return;
      const [first = recordSet([]), ...others] = idsOf(each).flatMap((id) => byId.get(id) ?? []);
      const all =
        others.length === 0 ? first : recordSet([first, ...others].flatMap(({ records }) => records));
      below[at]?.push(all);
    });
  }
  return pacedMap(below, inAll);
}

/** Records with the set of their ids, built once, since thousands of queries may share them. */
interface RecordSet {
  records: readonly ReferencedRecord[];
  ids: ReadonlySet<string>;
}

const recordSet = (records: readonly ReferencedRecord[]): RecordSet => ({
  records,
  ids: new Set(records.map(({ id }) => id)),
});

/** The records that all references of a query lead to. */
function inAll(lists: readonly RecordSet[]): readonly ReferencedRecord[] {
  const [shortest, ...others] = lists.toSorted((one, other) => one.ids.size - other.ids.size);
  if (!shortest || others.length === 0) return shortest?.records ?? [];
  return shortest.records.filter(({ id }) => others.every(({ ids }) => ids.has(id)));
}

/** Mailboxes by their addresses. */
async function mailboxes(db: Db, owner: Owner, asked: readonly ReferenceQuery[]) {
  const key = sql.ref(`email_accounts.${keyColumn('email_accounts', 'email')}`);
  const found = await having(db, owner, 'email_accounts', key, asked.map(mailboxKey));
  return asked.map((each) => found.get(mailboxKey(each)) ?? []);
}

/** Servers by their addresses, which may stand in place of the name. */
async function serversAt(db: Db, owner: Owner, asked: readonly ReferenceQuery[]) {
  const addressOf = (each: ReferenceQuery) =>
    addressIn(each.parts['ip'] ?? '') ?? addressIn(nameIn('servers', each)) ?? '';
  const found = await having(db, owner, 'servers', sql.ref('servers.ip'), asked.map(addressOf));
  return asked.map((each) => found.get(addressOf(each)) ?? []);
}

/** Records by their names in other spellings. */
async function named(db: Db, owner: Owner, table: OwnedTableName, asked: readonly ReferenceQuery[]) {
  const nameOf = (each: ReferenceQuery) => spelled(nameIn(table, each));
  const found = await having(db, owner, table, foldedKey(db, table, 'name'), asked.map(nameOf));
  return asked.map((each) => found.get(nameOf(each)) ?? []);
}

/** The visible records that queries mean which name none: by other spellings, or by what else records are known by. */
export async function spelledOtherwise(
  db: Db,
  owner: Owner,
  table: OwnedTableName,
  asked: readonly ReferenceQuery[],
  findNamed: FindNamed,
): Promise<readonly (readonly ReferencedRecord[])[]> {
  switch (table) {
    case 'registrator_types':
      return registrars(db, owner, asked);
    case 'registrator_accounts':
      return throughReferences(db, owner, table, asked, findNamed);
    case 'email_accounts':
      return mailboxes(db, owner, asked);
    case 'servers': {
      const byName = await named(db, owner, table, asked);
      const byAddress = await serversAt(db, owner, asked);
      return byName.map((found, at) => (found.length > 0 ? found : (byAddress[at] ?? [])));
    }
    case 'hostings':
    case 'proxies':
      return named(db, owner, table, asked);
    default:
      return [];
  }
}
