import type { Tx } from '../schema.ts';

export async function up(tx: Tx): Promise<void> {
  await tx.schema.alterTable('servers').addColumn('sshPort', 'integer').execute();
}
