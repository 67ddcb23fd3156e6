import type { Tx } from '../schema.ts';
import { type Columns, ownedTable, record, stamps, to, withColumns } from './owned-table.ts';

const account: Columns = {
  emailAccountId: 'text',
  isGoogleLogin: 'integer',
  proxyId: 'text?',
  apiCredentials: 'text?',
};

async function people(tx: Tx) {
  await withColumns(tx.schema.createTable('workspaces'), { id: 'text', createdAt: 'bigint' })
    .addPrimaryKeyConstraint('workspaces_pk', ['id'] as never)
    .execute();
  await withColumns(tx.schema.createTable('users'), {
    id: 'text',
    workspaceId: 'text',
    email: 'text',
    emailKey: 'text',
    passwordHash: 'text',
    role: 'text',
    ...stamps,
  })
    .addPrimaryKeyConstraint('users_pk', ['id'] as never)
    .addUniqueConstraint('users_unique', ['emailKey'] as never)
    .addForeignKeyConstraint('users_workspace', ['workspaceId'] as never, 'workspaces', ['id'])
    .execute();
  await withColumns(tx.schema.createTable('sessions'), {
    id: 'text',
    userId: 'text',
    generation: 'integer',
    createdAt: 'bigint',
    expiresAt: 'bigint',
    endedAt: 'bigint?',
  })
    .addPrimaryKeyConstraint('sessions_pk', ['id'] as never)
    .addForeignKeyConstraint('sessions_user', ['userId'] as never, 'users', ['id'])
    .execute();
  await tx.schema.createIndex('sessions_by_user').on('sessions').column('userId').execute();
  await withColumns(tx.schema.createTable('refresh_tokens'), {
    hash: 'text',
    sessionId: 'text',
    generation: 'integer',
    expiresAt: 'bigint',
  })
    .addPrimaryKeyConstraint('refresh_tokens_pk', ['hash'] as never)
    .addForeignKeyConstraint('refresh_tokens_session', ['sessionId'] as never, 'sessions', ['id'])
    .execute();
  await tx.schema.createIndex('refresh_tokens_by_session').on('refresh_tokens').column('sessionId').execute();
  await withColumns(tx.schema.createTable('sign_in_failures'), { id: 'text', subject: 'text', at: 'bigint' })
    .addPrimaryKeyConstraint('sign_in_failures_pk', ['id'] as never)
    .execute();
  await tx.schema
    .createIndex('sign_in_failures_by_subject')
    .on('sign_in_failures')
    .columns(['subject', 'at'])
    .execute();
}

async function housekeeping(tx: Tx) {
  await withColumns(tx.schema.createTable('wrapped_keys'), {
    ownerId: 'text',
    id: 'text',
    wrapped: 'text',
    createdAt: 'bigint',
  })
    .addPrimaryKeyConstraint('wrapped_keys_pk', ['ownerId', 'id'] as never)
    .execute();
  await withColumns(tx.schema.createTable('leases'), { name: 'text', holder: 'text', expiresAt: 'bigint' })
    .addPrimaryKeyConstraint('leases_pk', ['name'] as never)
    .execute();
  await withColumns(tx.schema.createTable('changes'), {
    ownerId: 'text',
    id: 'text',
    at: 'bigint',
    actorId: 'text?',
    tableName: 'text',
    recordId: 'text',
    action: 'text',
    before: 'text?',
    after: 'text?',
    batchId: 'text?',
  })
    .addPrimaryKeyConstraint('changes_pk', ['ownerId', 'id'] as never)
    .execute();
  await tx.schema.createIndex('changes_by_record').on('changes').columns(['ownerId', 'recordId']).execute();
  await withColumns(tx.schema.createTable('record_tags'), {
    ownerId: 'text',
    tableName: 'text',
    recordId: 'text',
    type: 'text',
    value: 'text',
  })
    .addPrimaryKeyConstraint('record_tags_pk', ['ownerId', 'tableName', 'recordId', 'type', 'value'] as never)
    .execute();
  const tagIndex = tx.schema.createIndex('record_tags_by_value').on('record_tags');
  await tagIndex.columns(['ownerId', 'tableName', 'type', 'value', 'recordId']).execute();
}

export async function up(tx: Tx): Promise<void> {
  await people(tx);
  await housekeeping(tx);
  await ownedTable(
    tx,
    'email_accounts',
    { ...record, email: 'text', emailKey: 'text', password: 'text', loginUrl: 'text?' },
    ['emailKey'],
  );
  await ownedTable(
    tx,
    'registrator_types',
    {
      ...stamps,
      searchText: 'text',
      name: 'text',
      nameKey: 'text',
      websiteUrl: 'text?',
      hasApi: 'integer',
      apiFields: 'text',
    },
    ['nameKey'],
  );
  await ownedTable(
    tx,
    'proxies',
    {
      ...record,
      name: 'text',
      ip: 'text',
      port: 'integer',
      username: 'text',
      password: 'text',
      type: 'text',
      country: 'text?',
      isActive: 'integer',
    },
    ['ip', 'port', 'username'],
  );
  await ownedTable(
    tx,
    'registrator_accounts',
    {
      ...record,
      ...account,
      registratorTypeOwnerId: 'text',
      registratorTypeId: 'text',
      password: 'text?',
      hasApiAccess: 'integer',
      isActive: 'integer',
    },
    ['emailAccountId', 'registratorTypeId'],
    [
      to('emailAccountId', 'email_accounts'),
      to('proxyId', 'proxies'),
      { columns: ['registratorTypeOwnerId', 'registratorTypeId'], to: 'registrator_types' },
    ],
  );
  await ownedTable(
    tx,
    'hostings',
    {
      ...record,
      ...account,
      name: 'text',
      nameKey: 'text',
      provider: 'text',
      providerKey: 'text',
      websiteUrl: 'text?',
      hasApiAccess: 'integer',
      isActive: 'integer',
    },
    ['nameKey'],
    [to('emailAccountId', 'email_accounts'), to('proxyId', 'proxies')],
  );
  await ownedTable(
    tx,
    'servers',
    {
      ...record,
      name: 'text',
      nameKey: 'text',
      hostingId: 'text',
      country: 'text?',
      ip: 'text?',
      panelUrl: 'text?',
      status: 'text',
      users: 'text',
    },
    ['nameKey'],
    [to('hostingId', 'hostings')],
  );
  await ownedTable(
    tx,
    'cdn_accounts',
    { ...record, ...account, provider: 'text', password: 'text?', isActive: 'integer' },
    ['provider', 'emailAccountId'],
    [to('emailAccountId', 'email_accounts'), to('proxyId', 'proxies')],
  );
  await ownedTable(
    tx,
    'domains',
    {
      ...record,
      domain: 'text',
      registratorAccountId: 'text',
      serverId: 'text?',
      cdnAccountId: 'text?',
      expirationDate: 'bigint?',
      status: 'text',
    },
    ['domain'],
    [
      to('registratorAccountId', 'registrator_accounts'),
      to('serverId', 'servers'),
      to('cdnAccountId', 'cdn_accounts'),
    ],
  );
  await tx.schema
    .createIndex('domains_by_expiry')
    .on('domains')
    .columns(['ownerId', 'expirationDate'])
    .execute();
}
