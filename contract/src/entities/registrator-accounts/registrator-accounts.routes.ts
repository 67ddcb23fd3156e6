import { kind } from '../../api/kind.ts';
import { route } from '../../api/route.ts';
import { proxyCell, tagsCell } from '../../rules/cells.ts';

export const registratorAccounts = kind(
  {
    table: 'registrator_accounts',
    path: '/registrator-accounts',
    one: 'registrator account',
    many: 'registrator accounts',
    listKey: 'registratorAccounts',
    itemKey: 'registratorAccount',
    name: 'registratorType.name',
    detail: 'emailAccount.email',
    fieldLabels: {
      emailAccountId: 'Email account',
      registratorTypeId: 'Registrator type',
      password: 'Password',
      isGoogleLogin: 'Google Login',
      hasApiAccess: 'API access',
      apiCredentials: 'API credentials',
      proxyId: 'Proxy',
      tags: 'Tags',
      comment: 'Comment',
      isActive: 'Status',
      secureNote: 'Secure note',
    },
    search: ['comment', 'emailAccount.email', 'registratorType.name', 'proxy.name'],
    unique: {
      fields: ['emailAccountId', 'registratorTypeId'],
      field: 'registratorTypeId',
      message: 'There is an account of this registrator type with this email account already',
    },
    filters: {
      emailAccountId: 'any',
      registratorTypeId: 'any',
      proxyId: 'any',
      hasApiAccess: 'flag',
      isActive: 'flag',
      /** 'missing': neither or both of a password and a Google login. */
      auth: ['missing', 'set'],
      apiStatus: ['configured', 'incomplete', 'missing', 'none'],
      secretComment: 'flag',
    },
    sort: [
      'createdAt',
      'updatedAt',
      ['emailAccount', 'emailAccount.email'],
      ['registratorType', 'registratorType.name'],
      'isActive',
    ],
    bulk: ['isActive', 'proxyId'],
    csv: {
      'Email Account': 'emailAccount.email',
      'Registrator Type': 'registratorType.name',
      'Google Login': 'isGoogleLogin',
      'API Access': 'hasApiAccess',
      Proxy: proxyCell,
      Active: 'isActive',
      Tags: tagsCell,
      Comment: 'comment',
      'Created At': 'createdAt',
    },
    download: { name: 'registrator-accounts.csv', type: 'text/csv' },
  },
  (path) => ({
    stats: route('GET', `${path}/stats`, 'read'),
    formData: route('GET', `${path}/form-data`, 'read'),
    bulkImport: route('POST', `${path}/bulk-import`, 'write', { writesBatch: true }),
  }),
);
