import { sql } from 'kysely';
import { openData } from '../prove/data.ts';
import type { Store, Trial } from '../prove/trial.ts';
import type { Operator } from './portfolio.ts';

/** The workspace that an operator's records belong to, which no answer of the product names. */
export async function ownerOf(trial: Trial, store: Store, { email }: Operator): Promise<string> {
  const { db } = openData(trial, store);
  const { workspaceId } = await db
    .selectFrom('users')
    .select('workspaceId')
    .where('emailKey', '=', email)
    .executeTakeFirstOrThrow();
  return workspaceId;
}

/** Answers what gives so many domains with a date a status that their date does not say, behind the product's back. */
export async function disorder(trial: Trial, store: Store, operator: Operator, count: number) {
  const { db } = openData(trial, store);
  const owner = await ownerOf(trial, store, operator);
  return () =>
    sql`update domains set status = 'EXPIRED' where "ownerId" = ${owner} and id in (
      select id from domains where "ownerId" = ${owner} and status = 'ACTIVE'
        and "expirationDate" > ${Date.now() + 40 * 86_400_000} order by id limit ${count})`.execute(db);
}
