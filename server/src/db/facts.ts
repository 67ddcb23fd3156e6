import type { Db } from './schema.ts';

/**
 * What servers know of the installation and share: the reason of the latest failed mail, the address of a server,
 * for how long workers watched jobs that are late, the list of RDAP servers, after the address that it is from, and by
 * zone whether its WHOIS has dates that its RDAP lacks, and when that was learnt.
 */
type Fact = 'mail.failure' | 'server.address' | 'jobs.watched' | 'rdap.list' | `whois.date.${string}`;

export async function remember(db: Db, name: Fact, value: string): Promise<void> {
  await db
    .insertInto('installation_facts')
    .values({ name, value })
    .onConflict((conflict) => conflict.column('name').doUpdateSet({ value }))
    .execute();
}

export async function recall(db: Db, name: Fact): Promise<string | null> {
  const row = await db
    .selectFrom('installation_facts')
    .select('value')
    .where('name', '=', name)
    .executeTakeFirst();
  return row?.value ?? null;
}

export async function forget(db: Db, name: Fact): Promise<void> {
  await db.deleteFrom('installation_facts').where('name', '=', name).execute();
}
