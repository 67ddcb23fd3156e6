/** The floor's own tables, in SQL that both engines take: what its requests need, and an index for each of them. */
const columns = {
  registrator_types: { id: 'text', name: 'text' },
  email_accounts: { id: 'text', email: 'text' },
  registrator_accounts: { id: 'text', registratorTypeId: 'text', emailAccountId: 'text' },
  servers: { id: 'text', name: 'text', ip: 'text' },
  cdn_accounts: { id: 'text', provider: 'text' },
  domains: {
    id: 'text',
    createdAt: 'bigint',
    updatedAt: 'bigint',
    searchText: 'text',
    tags: 'text',
    comment: 'text',
    domain: 'text',
    registratorAccountId: 'text',
    serverId: 'text',
    cdnAccountId: 'text',
    expirationDate: 'bigint',
    status: 'text',
  },
  record_tags: { recordId: 'text', type: 'text', value: 'text' },
  changes: {
    id: 'text',
    at: 'bigint',
    recordId: 'text',
    action: 'text',
    before: 'text',
    after: 'text',
  },
} as const;

export type Table = keyof typeof columns;
export type Row = Record<string, string | number | null>;

export const columnsOf = (table: Table): string[] => ['ownerId', ...Object.keys(columns[table])];

const keys: Partial<Record<Table, string>> = { record_tags: '"ownerId", "recordId", type, value' };

const indexes = {
  domains_by_name: 'domains ("ownerId", domain)',
  domains_by_creation: 'domains ("ownerId", "createdAt" desc, id)',
  domains_by_change: 'domains ("ownerId", "updatedAt" desc, id)',
  domains_by_date: 'domains ("ownerId", status, "expirationDate", id)',
  domains_by_account: 'domains ("ownerId", "registratorAccountId")',
  domains_by_server: 'domains ("ownerId", "serverId")',
  domains_by_cdn: 'domains ("ownerId", "cdnAccountId")',
  tags_by_value: 'record_tags ("ownerId", type, value)',
  changes_by_record: 'changes ("ownerId", "recordId")',
};

export const schema: readonly string[] = [
  ...(Object.keys(columns) as Table[]).map((table) => {
    const types = Object.entries(columns[table]).map(([name, type]) => `"${name}" ${type}`);
    const key = keys[table] ?? '"ownerId", id';
    return `create table ${table} ("ownerId" text not null, ${types.join(', ')}, primary key (${key}))`;
  }),
  ...Object.entries(indexes).map(([name, on]) => `create index ${name} on ${on}`),
];
