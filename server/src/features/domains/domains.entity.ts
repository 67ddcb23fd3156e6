import { valuesAsked } from '@quartermaster/contract/api/filters';
import { domain } from '@quartermaster/contract/entities/domains/domains.schema';
import { toAsciiDomain, toUnicodeDomain } from '@quartermaster/contract/rules/domain-name';
import { type DomainStatus, checkedStatus, dayMs, expiringDays } from '@quartermaster/contract/rules/expiry';
import { sql } from 'kysely';
import type { Owner } from '../../access/owner.ts';
import { type Condition, isOneOf } from '../../records/table/conditions.ts';
import { recordTable } from '../records/records.table.ts';

/** Expiration no longer concerns transferred domains. */
const notTransferred: Condition = sql`domains.status <> 'TRANSFERRED'`;

/**
 * Counts each domain once: expired, else expiring, else active; blocked and transferred ones count only in the total.
 */
export const countedAs = (now: number) => sql<string>`case
  when domains.status in ('BLOCKED', 'TRANSFERRED') then 'other'
  when domains.status = 'EXPIRED' or domains."expirationDate" < ${now} then 'expired'
  when domains.status = 'EXPIRING' or domains."expirationDate" <= ${now + expiringDays * dayMs} then 'expiring'
  else 'active' end`;

export const domains = recordTable(domain, {
  filters: {
    expiry: (words: string) => [isOneOf(countedAs(Date.now()), valuesAsked(words))],
    /** Within this many days, overdue ones included. */
    expiringInDays: (days: number) => [
      notTransferred,
      sql`domains."expirationDate" <= ${Date.now() + days * dayMs}`,
    ],
    /** From the start of the first day to the end of the last, in UTC. */
    expiresFrom: (day: string) => [notTransferred, sql`domains."expirationDate" >= ${Date.parse(day)}`],
    expiresTo: (day: string) => [notTransferred, sql`domains."expirationDate" < ${Date.parse(day) + dayMs}`],
    factChangedSince: (day: string, owner: Owner) => [
      sql`domains.id in (select "recordId" from record_fact_changes
        where "ownerId" = ${owner.id} and area = 'domains' and at >= ${Date.parse(day)})`,
    ],
  },
  timed: ['expiry', 'expiringInDays'],
  words: ({ domain }) => [toUnicodeDomain(String(domain)) ?? ''],
  implied: ({ status, expirationDate }) => ({
    status: checkedStatus(status, expirationDate ? Date.parse(expirationDate) : null, Date.now()),
  }),
  /** A date that moves takes the status with it, unless another one is named. Clients also send what is stored. */
  settled: (fields, before) => {
    const { expirationDate, status = before['status'] } = fields;
    if (typeof expirationDate !== 'string' || status !== before['status']) return fields;
    const date = Date.parse(expirationDate);
    if (date === before['expirationDate']) return fields;
    return { ...fields, status: checkedStatus(status as DomainStatus, date, Date.now()) };
  },
  stored: (fields) =>
    fields.domain === undefined ? fields : { ...fields, domain: toAsciiDomain(fields.domain) },
});
