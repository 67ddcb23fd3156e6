import type { Pagination } from '@quartermaster/contract/api/query';
import type { Account, Installation, Job } from '@quartermaster/contract/installation/installation.schema';
import { emailKeyOf } from '@quartermaster/contract/rules/email-address';
import { limits } from '@quartermaster/contract/rules/limits';
import { serverLimits } from '@quartermaster/contract/rules/server-limits';
import { type SqlBool, sql } from 'kysely';
import { identitiesOf, shownIdentity } from '../../access/identities.ts';
import { waitingMail } from '../../mail/outbox.ts';
import { hasFactor } from '../../access/second-factors.ts';
import { version } from '../../version.ts';
import { engineOf } from '../../db/engines/engine-of.ts';
import type { Db } from '../../db/schema.ts';
import type { JobRow } from '../../jobs/queue.ts';
import { iso } from '../../lib/clock.ts';
import { notFound } from '../../lib/errors.ts';
import { paginationOf } from '../../lib/pagination.ts';
import { resealingProgress } from '../../access/resealing-progress.ts';
import { isRotating } from '../../access/key-rotation.ts';
import type { Services } from '../../services.ts';

const accountsIn = (db: Db) =>
  db
    .selectFrom('users')
    .select(['id', 'email', 'name', 'role', 'disabledAt', 'createdAt'])
    .select((eb) => [
      eb
        .selectFrom('sessions')
        .select(({ fn }) => fn.max('lastSeenAt').as('at'))
        .whereRef('sessions.userId', '=', 'users.id')
        .as('lastSeenAt'),
      eb
        .selectFrom('memberships')
        .select(({ fn }) => fn.countAll<number>().as('count'))
        .whereRef('memberships.userId', '=', 'users.id')
        .as('workspaces'),
      eb.case().when(hasFactor()).then(1).else(0).end().as('factor'),
    ]);
type Row = Awaited<ReturnType<ReturnType<typeof accountsIn>['executeTakeFirstOrThrow']>>;

const shown = ({ id, email, name, createdAt, lastSeenAt, ...row }: Row): Omit<Account, 'identities'> => ({
  id,
  email,
  name,
  role: row.role === 'ADMIN' ? 'ADMIN' : 'USER',
  disabled: row.disabledAt !== null,
  secondFactor: Number(row.factor) === 1,
  workspaces: Number(row.workspaces),
  createdAt: iso(createdAt),
  lastSeenAt: lastSeenAt === null ? null : iso(Number(lastSeenAt)),
});

async function withIdentities(db: Db, rows: readonly Row[]): Promise<Account[]> {
  const ids = rows.map(({ id }) => id);
  const byUser = Map.groupBy(await identitiesOf(db, ids), ({ userId }) => userId);
  return rows.map((row) => ({ ...shown(row), identities: (byUser.get(row.id) ?? []).map(shownIdentity) }));
}

/** Every account, by address. */
export const accountsByAddress = async (db: Db): Promise<Omit<Account, 'identities'>[]> =>
  (await accountsIn(db).orderBy('emailKey').execute()).map(shown);

/** A pattern for part of a text, in which `%` and `_` are literal. */
const containing = (words: string): string => `%${words.replaceAll(/[\\%_]/g, '\\$&')}%`;

function matching(search: string) {
  const words = search.toLowerCase().normalize('NFC');
  return sql<SqlBool>`("emailKey" like ${containing(words)} escape '\\'
    or "emailKey" like ${containing(emailKeyOf(search))} escape '\\'
    or lower(email) like ${containing(words)} escape '\\'
    or lower(name) like lower(${containing(search)}) escape '\\')`;
}

interface Query {
  page?: number | undefined;
  limit?: number | undefined;
  search?: string | undefined;
}

/** Accounts whose address or name contains `search`, by address. */
export async function listAccounts(
  db: Db,
  { page = 1, limit = serverLimits.accountRows, search }: Query,
): Promise<{ accounts: Account[]; pagination: Pagination }> {
  const condition = search === undefined ? sql<SqlBool>`1 = 1` : matching(search);
  const rows = await accountsIn(db)
    .where(condition)
    .orderBy('emailKey')
    .limit(limit)
    .offset((page - 1) * limit)
    .execute();
  const { total } = await db
    .selectFrom('users')
    .where(condition)
    .select(({ fn }) => fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow();
  return { accounts: await withIdentities(db, rows), pagination: paginationOf({ page, limit }, total) };
}

export async function accountOf(db: Db, id: string): Promise<Account> {
  const row = await accountsIn(db).where('id', '=', id).executeTakeFirst();
  const [account] = row ? await withIdentities(db, [row]) : [];
  if (!account) throw notFound('account');
  return account;
}

function shownJob({ kind, holder, runAt, attempts, lastRunAt, lastError }: JobRow): Job {
  // A running job already counts as an attempt.
  const failures = holder === null ? attempts : Math.max(0, attempts - 1);
  const idle = failures > 0 ? 'failing' : 'waiting';
  return {
    kind,
    state: holder === null ? idle : 'running',
    failures,
    lastError,
    lastRunAt: lastRunAt === null ? null : iso(lastRunAt),
    // A job that was made due has no next time.
    nextRunAt: holder === null ? iso(Math.max(runAt, Date.now())) : null,
  };
}

async function keyRotation(db: Db): Promise<Installation['keyRotation']> {
  if (!(await isRotating(db))) return null;
  return (await resealingProgress(db)) ?? { done: 0, total: null };
}

export async function installationOf({ db, config }: Services): Promise<Installation> {
  // Scheduled kinds alone; `GET /jobs` lists all jobs.
  const scheduled = db.selectFrom('jobs').selectAll().whereRef('uniqueKey', '=', 'kind');
  const jobs = await scheduled.orderBy('kind').limit(limits.pageRows).execute();
  return {
    version,
    engine: engineOf(db),
    registration: config.registration,
    mail: config.mail && { from: config.mail.from, ...(await waitingMail(db)) },
    jobs: jobs.map(shownJob),
    keyRotation: await keyRotation(db),
  };
}
