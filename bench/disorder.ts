import { sql } from 'kysely';
import { openData } from '../prove/data.ts';
import type { Store, Context } from '../prove/context.ts';
import type { Operator } from './portfolio.ts';

/** The workspace that an operator's records belong to, which no answer of the product names. */
export async function ownerOf(context: Context, store: Store, { email }: Operator): Promise<string> {
  const { db } = openData(context, store);
  const { workspaceId } = await db
    .selectFrom('users')
    .select('workspaceId')
    .where('emailKey', '=', email)
    .executeTakeFirstOrThrow();
  return workspaceId;
}

/** Answers what gives so many domains with a date a status that their date does not say, behind the product's back. */
export async function disorder(context: Context, store: Store, operator: Operator, count: number) {
  const { db } = openData(context, store);
  const owner = await ownerOf(context, store, operator);
  return () =>
    sql`update domains set status = 'EXPIRED' where "ownerId" = ${owner} and id in (
      select id from domains where "ownerId" = ${owner} and status = 'ACTIVE'
        and "expirationDate" > ${Date.now() + 40 * 86_400_000} order by id limit ${count})`.execute(db);
}
