import type { Amounts, ExpirationMonth } from '@quartermaster/contract/expirations/expirations.schema';
import { serverLimits } from '@quartermaster/contract/rules/server-limits';
import { startOfDay } from '@quartermaster/contract/rules/calendar';
import { sql } from 'kysely';
import { read } from '../db/raw-sql.ts';
import type { Db } from '../db/schema.ts';
import { invalid } from '../lib/errors.ts';
import { decode } from '../records/kinds/codec.ts';
import { allOf } from '../records/table/conditions.ts';
import type { ExpirationRequest } from './asked.ts';
import { dayOfMoment } from './dates/in-calendar.ts';
import type { Branch } from './store.ts';

const monthsByDefault = 12;

/** Months counted from the year 0 on, so that every year of four digits is one like another. */
export const monthNumber = (day: string): number =>
  Number(day.slice(0, 4)) * 12 + Number(day.slice(5, 7)) - 1;
const lastMonth = monthNumber('9999-12');

/** YYYY-MM */
const monthText = (month: number): string =>
  `${String(Math.floor(month / 12)).padStart(4, '0')}-${String((month % 12) + 1).padStart(2, '0')}`;

export function lastDayOf(month: number): string {
  const day = new Date(0);
  day.setUTCFullYear(Math.floor(month / 12), (month % 12) + 1, 0);
  return day.toISOString().slice(0, 10);
}

/** The months of a range of whole months; without its ends, this month and the eleven after it. */
export function monthsBetween(today: string, from = today.slice(0, 7), to?: string): string[] {
  const last = Math.min(monthNumber(from) + monthsByDefault - 1, lastMonth);
  return monthsFrom(`${from}-01`, `${to ?? monthText(last)}-01`);
}

/** What was asked for, in a period of whole or begun months. */
export function inMonths(asked: ExpirationRequest): ExpirationRequest & { from: string; to: string } {
  const from = asked.from ?? `${asked.today.slice(0, 7)}-01`;
  const first = monthNumber(dayOfMoment(from, asked.timeZone));
  const to = asked.to ?? lastDayOf(Math.min(first + monthsByDefault - 1, lastMonth));
  return { ...asked, from, to, undated: false };
}

/** The months from one day to another; throws if they are too many. */
export function monthsFrom(from: string, to: string): string[] {
  const count = Math.max(0, monthNumber(to) - monthNumber(from) + 1);
  if (count > serverLimits.expirationMonths)
    throw invalid({ to: `Maximum ${serverLimits.expirationMonths} months at once` });
  return Array.from({ length: count }, (_, at) => monthText(monthNumber(from) + at));
}

/** The currency of prices that name none; null: the workspace has none, either. */
export async function currencyOf(db: Db, ownerId: string): Promise<string | null> {
  const row = await db
    .selectFrom('workspaces')
    .select('currency')
    .where('id', '=', ownerId)
    .executeTakeFirst();
  return row?.currency ?? null;
}

/** The sum of what is priced in branches that are not split, by currency. */
export async function sumOf(
  db: Db,
  branches: readonly Branch[],
  /** Of prices that name none. */
  currency: string | null,
): Promise<Amounts> {
  const priced = branches.flatMap(({ from, conditions, cost }) =>
    cost
      ? [
          sql`select coalesce(${cost.currency}, cast(${currency} as text)) as currency, ${cost.price} as price
          from ${from} where ${allOf(conditions)} and ${cost.price} is not null`,
        ]
      : [],
  );
  if (priced.length === 0) return [];
  const { rows } = await read(
    db,
    sql<{ currency: string | null; amount: number }>`select currency, cast(sum(price) as bigint) as amount
    from (${sql.join(priced, sql` union all `)}) priced group by currency order by (currency is null), currency`,
  );
  return rows.map((row) => ({ currency: row.currency, amount: inUnits(row.amount) }));
}

/** An amount as stored, in units of its currency. */
export const inUnits = (amount: number): number => Number(decode('money', amount, String));

interface Counted {
  place: number;
  currency: string | null;
  count: number;
  amount: number | null;
}

/** How much expires in each month, and what that costs. */
export async function countMonths(
  db: Db,
  branches: readonly Branch[],
  { from, to, timeZone, currency }: ReturnType<typeof inMonths> & { currency: string | null },
  /** How much later than its column something of a branch expires, in milliseconds. */
  laterBy: (branch: Branch) => number,
): Promise<ExpirationMonth[]> {
  const months = monthsFrom(dayOfMoment(from, timeZone), dayOfMoment(to, timeZone));
  const counted = branches
    .filter(({ isInstant }) => isInstant !== null && months.length > 0)
    .map((branch) => {
      const { from: source, conditions, sorted, cost, isInstant } = branch;
      const begins = (month: string) =>
        (isInstant ? startOfDay(`${month}-01`, timeZone) : Date.parse(`${month}-01`)) - laterBy(branch);
      const each = months.map(
        (month, at) => sql`when ${sorted.date} >= ${sql.lit(begins(month))} then ${sql.lit(at)}`,
      );
      return sql`select case ${sql.join(each.reverse(), sql` `)} end as place,
        ${cost ? sql`coalesce(${cost.currency}, cast(${currency} as text))` : sql`cast(null as text)`} as currency,
        ${cost ? cost.price : sql`cast(null as bigint)`} as price from ${source} where ${allOf(conditions)}`;
    });
  const { rows } =
    counted.length === 0
      ? { rows: [] }
      : await read(
          db,
          sql<Counted>`select place, currency, count(*) as count, cast(sum(price) as bigint) as amount
          from (${sql.join(counted, sql` union all `)}) counted group by place, currency
          order by place, (currency is null), currency`,
        );
  return months.map((month, at) => {
    const own = rows.filter(({ place }) => place === at);
    return {
      month,
      count: own.reduce((sum, { count }) => sum + count, 0),
      cost: own.flatMap(({ currency, amount }) =>
        amount === null ? [] : [{ currency, amount: inUnits(amount) }],
      ),
    };
  });
}
