import type { Tx } from '../schema.ts';
import { withColumns } from './owned-table.ts';

/** Staged imports, which go after a day, and the mappings of columns that people chose. */
export async function up(tx: Tx): Promise<void> {
  await withColumns(tx.schema.createTable('imports'), {
    ownerId: 'text',
    id: 'text',
    userId: 'text',
    tokenId: 'text?',
    state: 'text',
    revision: 'integer',
    kinds: 'text',
    applyKey: 'text?',
    batchId: 'text?',
    createdAt: 'bigint',
    expiresAt: 'bigint',
    sealed: 'text',
  })
    .addPrimaryKeyConstraint('imports_pk', ['ownerId', 'id'] as never)
    .addForeignKeyConstraint('imports_owner', ['ownerId'] as never, 'workspaces', ['id'])
    .execute();
  await tx.schema.createIndex('imports_user').on('imports').columns(['ownerId', 'userId']).execute();
  await tx.schema.createIndex('imports_expiry').on('imports').columns(['expiresAt']).execute();
  await withColumns(tx.schema.createTable('import_pieces'), {
    ownerId: 'text',
    importId: 'text',
    part: 'text',
    at: 'integer',
    sealed: 'text',
  })
    .addPrimaryKeyConstraint('import_pieces_pk', ['ownerId', 'importId', 'part', 'at'] as never)
    .addForeignKeyConstraint(
      'import_pieces_import',
      ['ownerId', 'importId'] as never,
      'imports',
      ['ownerId', 'id'],
      (constraint) => constraint.onDelete('cascade'),
    )
    .execute();
  await withColumns(tx.schema.createTable('import_mappings'), {
    ownerId: 'text',
    userId: 'text',
    area: 'text',
    headers: 'text',
    mapping: 'text',
    usedAt: 'bigint',
  })
    .addPrimaryKeyConstraint('import_mappings_pk', ['ownerId', 'userId', 'area', 'headers'] as never)
    .addForeignKeyConstraint('import_mappings_owner', ['ownerId'] as never, 'workspaces', ['id'])
    .execute();
}
