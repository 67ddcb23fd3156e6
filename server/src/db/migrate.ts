import { sql } from 'kysely';
import { engineOf } from './engines/engine-of.ts';
import { up as foundation } from './migrations/0001-foundation.ts';
import { up as searchIndex } from './migrations/0002-search-index.ts';
import { up as signInClients } from './migrations/0003-sign-in-clients.ts';
import { up as fastLists } from './migrations/0004-fast-lists.ts';
import { up as nameSearch } from './migrations/0005-name-search.ts';
import { up as plainSearch } from './migrations/0006-plain-search.ts';
import { up as jobs } from './migrations/0007-jobs.ts';
import { up as memberships } from './migrations/0008-memberships.ts';
import { up as batches } from './migrations/0009-batches.ts';
import { up as integerTags } from './migrations/0010-integer-tags.ts';
import { up as listIndexes } from './migrations/0011-list-indexes.ts';
import { up as voidRefreshTokens } from './migrations/0012-void-refresh-tokens.ts';
import { up as keyStates } from './migrations/0013-key-states.ts';
import { up as credentialNames } from './migrations/0014-credential-names.ts';
import { up as savedViews } from './migrations/0015-saved-views.ts';
import { up as people } from './migrations/0016-people.ts';
import { up as mail } from './migrations/0017-mail.ts';
import { up as secondFactors } from './migrations/0018-second-factors.ts';
import { up as secretViews } from './migrations/0019-secret-views.ts';
import { up as typeMakers } from './migrations/0020-type-makers.ts';
import { up as apiTokens } from './migrations/0021-api-tokens.ts';
import { up as jobRuns } from './migrations/0022-job-runs.ts';
import { up as readableSecrets } from './migrations/0023-readable-secrets.ts';
import { up as secretChanges } from './migrations/0024-secret-changes.ts';
import { up as installationFacts } from './migrations/0025-installation-facts.ts';
import { up as secretViewsByRecord } from './migrations/0026-secret-views-by-record.ts';
import { up as accountMail } from './migrations/0027-account-mail.ts';
import { up as identities } from './migrations/0028-identities.ts';
import { up as imports } from './migrations/0029-imports.ts';
import { up as history } from './migrations/0030-history.ts';
import { up as textKeys } from './migrations/0031-text-keys.ts';
import { up as sshPorts } from './migrations/0032-ssh-ports.ts';
import { up as dates } from './migrations/0033-dates.ts';
import { up as importMappings } from './migrations/0034-import-mappings.ts';
import { up as undatedDomains } from './migrations/0035-undated-domains.ts';
import { up as dateLabels } from './migrations/0036-date-labels.ts';
import { up as lookups } from './migrations/0037-lookups.ts';
import { up as channels } from './migrations/0038-channels.ts';
import { up as jobWaits } from './migrations/0039-job-waits.ts';
import { up as alerts } from './migrations/0040-alerts.ts';
import { up as calendars } from './migrations/0041-calendars.ts';
import { up as shownDates } from './migrations/0042-shown-dates.ts';
import { up as buckets } from './migrations/0043-buckets.ts';
import { up as fractionalDistances } from './migrations/0044-fractional-distances.ts';
import { write } from './raw-sql.ts';
import type { Db, Schema, Tx } from './schema.ts';

/** Append only, and never change a released migration: an installation stores how many it has run. */
const migrations: ((tx: Tx) => Promise<void>)[] = [
  foundation,
  searchIndex,
  signInClients,
  fastLists,
  nameSearch,
  plainSearch,
  jobs,
  memberships,
  batches,
  integerTags,
  listIndexes,
  voidRefreshTokens,
  keyStates,
  credentialNames,
  savedViews,
  people,
  mail,
  secondFactors,
  secretViews,
  typeMakers,
  apiTokens,
  jobRuns,
  readableSecrets,
  secretChanges,
  installationFacts,
  secretViewsByRecord,
  accountMail,
  identities,
  imports,
  history,
  textKeys,
  sshPorts,
  dates,
  importMappings,
  undatedDomains,
  dateLabels,
  lookups,
  channels,
  jobWaits,
  alerts,
  calendars,
  shownDates,
  buckets,
  fractionalDistances,
];

export const newestSchema = migrations.length;

const lock = 7_211_503;

/** The number of migrations that the tables have seen; 0 without tables. */
export async function schemaOf(tx: Tx): Promise<number> {
  const tables = await tx.introspection.getTables();
  if (!tables.some(({ name }) => name === 'schema_version')) return 0;
  const row = await tx.selectFrom('schema_version').select('version').executeTakeFirst();
  return row?.version ?? 0;
}

/** Migrates forward to a version in the caller's transaction, one process at a time. */
export async function migrateTo(tx: Tx, target: number): Promise<void> {
  if (engineOf<Schema>(tx) === 'postgres')
    await write(tx, sql`select pg_advisory_xact_lock(${sql.lit(lock)})`);
  await tx.schema
    .createTable('schema_version')
    .ifNotExists()
    .addColumn('version', 'integer', (column) => column.notNull())
    .execute();
  const row = await tx.selectFrom('schema_version').select('version').executeTakeFirst();
  const version = row?.version ?? 0;
  if (version > newestSchema)
    throw new Error('This database was written by a newer version of Quartermaster; start that one');
  if (version >= target) return;
  for (const up of migrations.slice(version, target)) await up(tx);
  if (row) await tx.updateTable('schema_version').set({ version: target }).execute();
  else await tx.insertInto('schema_version').values({ version: target }).execute();
}

/**
 * Migrates to the latest version in one transaction. Refuses a database that a newer version of the program has
 * written.
 */
export async function migrate(db: Db): Promise<void> {
  await db.transaction().execute((tx) => migrateTo(tx, newestSchema));
}
