import type { CostGroup } from '@quartermaster/contract/expirations/expirations.routes';
import type { ExpirationCost } from '@quartermaster/contract/expirations/expirations.schema';
import { dayMs } from '@quartermaster/contract/rules/expiry';
import type { Interval } from '@quartermaster/contract/rules/renewal';
import { serverLimits } from '@quartermaster/contract/rules/server-limits';
import { sql } from 'kysely';
import type { Owner } from '../access/owner.ts';
import { read } from '../db/raw-sql.ts';
import type { Db } from '../db/schema.ts';
import { invalid } from '../lib/errors.ts';
import type { Tables } from '../records/list/record-table.ts';
import { allOf } from '../records/table/conditions.ts';
import { type ExpirationFilters, askedOf } from './asked.ts';
import { monthsPaid } from './cost-months.ts';
import { dayTextOf } from './dates/in-calendar.ts';
import { branchesOf } from './pages.ts';
import { currencyOf, inUnits, lastDayOf, monthNumber, monthsBetween } from './stats.ts';
import { type Branch, type Raw, inBytes } from './store.ts';

export interface CostQuery extends Omit<ExpirationFilters, 'from' | 'to'> {
  by: CostGroup;
  tagType?: string | undefined;
  /** YYYY-MM, as `to`. */
  from?: string | undefined;
  to?: string | undefined;
}

/** What has a price, with its day in the calendar of the workspace as `date`, and what its alert is known by. */
const pricedIn = ({ table, from, conditions, sorted, cost }: Branch): Raw[] => {
  if (!cost) return [];
  const record = sql.ref(`${table}.recordId`);
  const what = table === 'dates' ? sql.ref('dates.what') : sorted.what;
  const label = table === 'dates' ? sql`coalesce(' ' || dates.label, '')` : sql`''`;
  return [
    sql`select ${record} as id, ${cost.payer} as payer, ${cost.currency} as currency, ${cost.interval} as span,
      ${cost.price} as price, ${sorted.date} as date, ${what} || ' ' || ${record} || ${label} as subject
      from ${from} where ${allOf(conditions)} and ${cost.price} is not null`,
  ];
};

/** The key of each record that has one; `payer` is that of the price itself. */
const keysBy: Readonly<Record<CostGroup, (db: Db, ownerId: string, tagType: string) => Raw>> = {
  tag: (db, ownerId, tagType) => sql`select "recordId" as id,
      string_agg(tags.value, ', ' order by ${inBytes(db, sql.ref('tags.value'))}) as key
    from tags join record_tags on record_tags."ownerId" = tags."ownerId" and "tagId" = tags.id
    where tags."ownerId" = ${ownerId} and tags.type = ${tagType} group by "recordId"`,
  registrar: (_, ownerId) => sql`select domains.id, t.name as key from domains
    join registrator_accounts a on a."ownerId" = domains."ownerId" and a.id = domains."registratorAccountId"
    join registrator_types t on t."ownerId" = a."registratorTypeOwnerId" and t.id = a."registratorTypeId"
    where domains."ownerId" = ${ownerId}`,
  payer: () => sql`select cast(null as text) as id, cast(null as text) as key`,
};

interface Paid {
  key: string | null;
  currency: string | null;
  month: string | null;
  isOverdue: 0 | 1;
  span: Interval;
  isOnce: 0 | 1;
  amount: number;
  /** The key's with its currency in their order, counted from 1. */
  place: number;
}

/** Sums of what is paid alike, by key and currency. One more than the limit are read, to tell that there are more. */
async function paidBy(
  db: Db,
  owner: Owner,
  branches: readonly Branch[],
  { by, tagType = '' }: Pick<CostQuery, 'by' | 'tagType'>,
  { today, last }: { today: string; last: string },
): Promise<Paid[]> {
  const priced = branches.flatMap(pricedIn);
  if (priced.length === 0) return [];
  const currency = sql`coalesce(priced.currency, cast(${await currencyOf(db, owner.id)} as text))`;
  const date = sql.ref('priced.date');
  const isOnce = sql`exists (select 1 from alerts where alerts."ownerId" = ${owner.id} and alerts.kind = 'expiry'
    and alerts.subject = priced.subject and alerts.date = ${dayTextOf(db, date)}
    and alerts.state = 'LET_EXPIRE')`;
  const { rows } = await read(
    db,
    sql<Paid>`with keyed as materialized (${keysBy[by](db, owner.id, tagType)}),
      paid as (select ${inBytes(db, by === 'payer' ? sql`priced.payer` : sql`keyed.key`)} as key,
          ${inBytes(db, currency)} as currency, span, price,
          substr(${dayTextOf(db, date)}, 1, 7) as month,
          case when ${date} < ${sql.lit(Date.parse(today))} then 1 else 0 end as "isOverdue",
          case when ${isOnce} then 1 else 0 end as "isOnce"
        from (${sql.join(priced, sql` union all `)}) priced left join keyed on keyed.id = priced.id
        where ${date} is null or ${date} < ${sql.lit(Date.parse(last) + dayMs)}),
      sums as (select key, currency, month, "isOverdue", span, "isOnce", cast(sum(price) as bigint) as amount,
          dense_rank() over (order by (key is null), key, (currency is null), currency) as place
        from paid group by key, currency, month, "isOverdue", span, "isOnce")
    select * from sums where place <= ${sql.lit(serverLimits.costs + 1)} order by place`,
  );
  return rows;
}

/** What renewals cost in each month, by key and currency. */
export async function expirationCosts(
  db: Db,
  owner: Owner,
  tables: Tables,
  { by, tagType, from, to, ...filters }: CostQuery,
): Promise<ExpirationCost[]> {
  if (by === 'tag' && tagType === undefined) throw invalid({ tagType: 'Tag type is required' });
  const asked = await askedOf(db, owner, filters, Date.now());
  const months = monthsBetween(asked.today, from, to);
  const last = months.at(-1);
  if (last === undefined) return [];
  const branches = branchesOf({ db, owner, tables, asked }, { isSplit: false, isJoined: true });
  const paid = await paidBy(
    db,
    owner,
    branches,
    { by, tagType },
    { today: asked.today, last: lastDayOf(monthNumber(last)) },
  );
  const groups = [...Map.groupBy(paid, ({ place }) => place).values()];
  if (groups.length > serverLimits.costs)
    throw invalid({ by: `Maximum ${serverLimits.costs.toLocaleString('en')} sums at once; filter more` });
  return groups.flatMap((group) => costOf(group, months));
}

/** The months of one key in one currency; none if nothing is paid in them. */
function costOf(group: readonly Paid[], months: readonly string[]): ExpirationCost[] {
  const [first] = group;
  const amounts = months.map(() => 0);
  let isPaid = false;
  for (const { month, isOverdue, span, isOnce, amount } of group) {
    const payment = { month, isOverdue: isOverdue === 1, interval: span, isOnce: isOnce === 1 };
    for (const at of monthsPaid(payment, months)) {
      amounts[at] = (amounts[at] ?? 0) + amount;
      isPaid = true;
    }
  }
  if (!first || !isPaid) return [];
  return [
    {
      key: first.key,
      currency: first.currency,
      months: months.map((month, at) => ({ month, amount: inUnits(amounts[at] ?? 0) })),
      total: inUnits(amounts.reduce((all, amount) => all + amount, 0)),
    },
  ];
}
