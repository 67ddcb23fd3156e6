import { sql } from 'kysely';
import type { Tx } from '../schema.ts';

/** The maker of a registrator type: until now the only member of its workspace. */
export async function up(tx: Tx): Promise<void> {
  await tx.schema.alterTable('registrator_types').addColumn('userId', 'text').execute();
  await sql`update registrator_types set "userId" = (
    select min("userId") from memberships where "workspaceId" = registrator_types."ownerId" and role = 'OWNER')`.execute(
    tx,
  );
}
