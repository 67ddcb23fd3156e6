import { kind } from '../../api/kind.ts';
import { route } from '../../api/route.ts';

export const registratorTypes = kind(
  {
    table: 'registrator_types',
    path: '/registrator-types',
    one: 'registrator type',
    many: 'registrator types',
    listKey: 'registratorTypes',
    itemKey: 'registratorType',
    global: true,
    name: 'name',
    url: 'websiteUrl',
    fieldLabels: { name: 'Name', websiteUrl: 'Website URL', hasApi: 'API access', apiFields: 'API fields' },
    search: ['name', 'websiteUrl'],
    unique: { fields: ['name'], field: 'name', message: 'A registrator type with this name already exists' },
    filters: { includeGlobal: 'flag', hasApi: 'flag', readableSecrets: 'flag' },
    sort: ['createdAt', 'updatedAt', 'name', 'websiteUrl', 'hasApi'],
    moreColumns: {
      Name: 'name',
      'Website URL': 'websiteUrl',
      'API Access': 'hasApi',
      'API Fields': ({ apiFields }: { apiFields: object }) => Object.keys(apiFields).join('; '),
      Type: ({ userId }: { userId: string | null }) => (userId === null ? 'Global' : 'Personal'),
    },
    /** The server replaces YYYY-MM-DD by the date. */
    download: { name: 'registrator-types-YYYY-MM-DD.json', type: 'application/json' },
  },
  (path) => ({
    popular: route('GET', `${path}/popular`, 'read'),
    stats: route('GET', `${path}/stats`, 'read'),
  }),
);
