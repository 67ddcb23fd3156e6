import type { Tx } from '../schema.ts';
import { type Columns, withColumns } from './owned-table.ts';

/** Sign-in methods beside or instead of a password. All of it is deleted with the account. */
export async function up(tx: Tx): Promise<void> {
  const table = (name: string, columns: Columns, key: string[], user: string) =>
    withColumns(tx.schema.createTable(name), columns)
      .addPrimaryKeyConstraint(`${name}_pk`, key as never)
      .addForeignKeyConstraint(`${name}_user`, [user] as never, 'users', ['id'], (constraint) =>
        constraint.onDelete('cascade'),
      )
      .execute();
  // An owner column like that of records, so that these secrets are resealed too.
  const factor: Columns = {
    ...{ ownerId: 'text', id: 'text', secret: 'text' },
    ...{ createdAt: 'bigint', confirmedAt: 'bigint?', lastStep: 'bigint' },
  };
  await table('second_factors', factor, ['ownerId', 'id'], 'id');
  await table('recovery_codes', { userId: 'text', hash: 'text' }, ['userId', 'hash'], 'userId');
  const passkey: Columns = {
    ...{ id: 'text', userId: 'text', name: 'text', credentialId: 'text', publicKey: 'text' },
    ...{ counter: 'bigint', transports: 'text', createdAt: 'bigint', lastUsedAt: 'bigint?' },
  };
  await table('passkeys', passkey, ['id'], 'userId');
  await tx.schema
    .createIndex('passkeys_credential')
    .on('passkeys')
    .columns(['credentialId'])
    .unique()
    .execute();
  await tx.schema.createIndex('passkeys_user').on('passkeys').columns(['userId']).execute();
  const identity: Columns = { issuer: 'text', subject: 'text', userId: 'text', createdAt: 'bigint' };
  await table('identities', identity, ['issuer', 'subject'], 'userId');
  await tx.schema.createIndex('identities_user').on('identities').columns(['userId']).execute();
  const challenge: Columns = {
    ...{ id: 'text', kind: 'text', userId: 'text?', attempts: 'integer' },
    ...{ createdAt: 'bigint', expiresAt: 'bigint' },
  };
  await table('challenges', challenge, ['id'], 'userId');
}
