import { sql } from 'kysely';
import type { Owner } from '../../access/owner.ts';
import { read } from '../../db/raw-sql.ts';
import type { Db, OwnedTableName } from '../../db/schema.ts';
import { valuesOf } from '../../db/values-of.ts';
import { inChunks } from '../../lib/paced.ts';
import { sealedWith } from '../../secrets/seal.ts';
import { entityOf } from '../kinds/entities.ts';
import { deletedRecords } from './deleted-records.ts';
import { secretChangesOf } from './secret-changes.ts';
import { wholeChanges } from './whole-changes.ts';
import { recordsByIds } from '../list/list.ts';
import { isSecretPath } from '../kinds/secret-paths.ts';
import { answerColumns } from '../list/answer-columns.ts';

/** A secret of a record, and the time from which changes of its value count. */
export interface SecretAt {
  table: OwnedTableName;
  recordId: string;
  field: string;
  since: number;
}

/** Few, because a record may have hundreds of kilobytes. */
const recordsAtOnce = 20;

/**
 * The values that are secrets. Whether a credential is one depends on the current or last state of its record; if the
 * record is unknown, it counts as one.
 */
export async function onlySecrets<T extends SecretAt>(
  db: Db,
  owner: Owner,
  values: readonly T[],
): Promise<T[]> {
  const reader = { ...owner, secrets: false };
  const isUncertain = ({ table, field }: SecretAt) =>
    entityOf[table].fields[field.split('.')[0] ?? '']?.column === 'secrets';
  const others = new Set<SecretAt>();
  for (const [table, some] of Map.groupBy(values.filter(isUncertain), (each) => each.table)) {
    const answer = answerColumns(table, entityOf[table].answer);
    const byRecord = Map.groupBy(some, ({ recordId }) => recordId);
    for await (const ids of inChunks(byRecord.keys(), recordsAtOnce)) {
      const found = await recordsByIds<{ id: string }>(db, reader, answer, ids);
      const known = new Set(found.map(({ id }) => id));
      const missing = ids.filter((id) => !known.has(id));
      const deleted = await deletedRecords(db, reader, table, missing);
      for (const record of [...found, ...deleted.values()])
        for (const each of byRecord.get(record.id) ?? [])
          if (!isSecretPath(entityOf[table], record, each.field)) others.add(each);
    }
  }
  return values.filter((each) => !others.has(each));
}

/** The fingerprints of a secret at a time and now; without `before`, nothing has changed it. */
interface Fingerprints {
  before: string | null;
  after: string | null;
}

/**
 * Reads them from the index. A first value that was not set means that the record was restored: the value that the time
 * refers to was there before.
 */
async function fingerprintsOf(db: Db, owner: Owner, secrets: readonly SecretAt[]): Promise<Fingerprints[]> {
  const asked = valuesOf(db, [
    ['integer', secrets.map((_, at) => at)],
    ['text', secrets.map(({ recordId }) => recordId)],
    ['text', secrets.map(({ field }) => field)],
    ['bigint', secrets.map(({ since }) => since)],
  ]);
  const ofAsked = sql`from secret_changes c where c."ownerId" = ${owner.id} and c."recordId" = asked."recordId"
    and c.path = asked.path and c.at > asked.since`;
  const { rows } = await read(
    db,
    sql<Fingerprints>`with asked (n, "recordId", path, since) as (${asked})
    select (select c.before ${ofAsked} and c.before <> '' order by c.at, c."changeId" limit 1) as before,
      (select c.after ${ofAsked} order by c.at desc, c."changeId" desc limit 1) as after
    from asked order by n`,
  );
  return rows;
}

const keyOf = ({ recordId, field }: Pick<SecretAt, 'recordId' | 'field'>) => `${recordId} ${field}`;

/** The same from the values themselves: while a rotation replaces the key of fingerprints. */
async function fingerprintsFromValues(
  db: Db,
  owner: Owner,
  recordId: string,
  secrets: readonly SecretAt[],
): Promise<Map<SecretAt, Fingerprints>> {
  const byPath = Map.groupBy(secrets, keyOf);
  const found = new Map<SecretAt, Fingerprints & { first: number; last: number }>();
  const from = Math.min(...secrets.map(({ since }) => since));
  const which = sql<boolean>`"recordId" = ${recordId} and action = 'update' and at > ${from}`;
  for await (const changes of wholeChanges(db, owner.id, which))
    for (const change of changes)
      for (const { path, at, before, after } of secretChangesOf(owner, change))
        for (const secret of byPath.get(keyOf({ recordId, field: path })) ?? []) {
          if (at <= secret.since) continue;
          const known = found.get(secret) ?? { first: Infinity, last: -Infinity, before: null, after: null };
          if (before !== '' && at < known.first) Object.assign(known, { first: at, before });
          if (at >= known.last) Object.assign(known, { last: at, after });
          found.set(secret, known);
        }
  return found;
}

const secretsAtOnce = 500;

/**
 * Whether each secret's value has changed since. Compares values by their fingerprints, so that resealing or saving the
 * same value is no change. For a deleted record its last value counts: deleting it changes no password anywhere.
 */
export async function changedSince(db: Db, owner: Owner, secrets: readonly SecretAt[]): Promise<boolean[]> {
  const results = new Map<SecretAt, boolean>();
  const compare = (secret: SecretAt, { before, after }: Fingerprints) =>
    results.set(secret, before !== null && before !== after);
  for await (const some of inChunks(secrets, secretsAtOnce)) {
    const stored = await fingerprintsOf(db, owner, some);
    const others: SecretAt[] = [];
    for (const [at, secret] of some.entries()) {
      const { before, after } = stored[at] ?? { before: null, after: null };
      const isOfOneKey = !before || !after || sealedWith(before) === sealedWith(after);
      if (isOfOneKey) compare(secret, { before, after });
      else others.push(secret);
    }
    for (const [recordId, of] of Map.groupBy(others, (each) => each.recordId))
      for (const [secret, found] of await fingerprintsFromValues(db, owner, recordId, of))
        compare(secret, found);
  }
  return secrets.map((secret) => results.get(secret) ?? false);
}
