import { cdnProviderIds, cdnProviderNames } from '../../catalog/cdn-provider-names.ts';
import { kind } from '../../api/kind.ts';
import { route } from '../../api/route.ts';
import { authMethodText } from '../../rules/auth-method.ts';
import { cdnStatus, credentialsSummary } from '../../rules/cdn-status.ts';
import { proxyCell, tagsCell } from '../../rules/cells.ts';
import { paidColumns, paidLabels } from '../../rules/renewal.ts';

export const cdn = kind(
  {
    table: 'cdn_accounts',
    path: '/cdn',
    one: 'CDN account',
    many: 'CDN accounts',
    listKey: 'cdnAccounts',
    itemKey: 'cdnAccount',
    name: 'provider',
    detail: 'emailAccount.email',
    labels: { provider: cdnProviderNames },
    fieldLabels: {
      provider: 'Provider',
      emailAccountId: 'Email account',
      password: 'Password',
      isGoogleLogin: 'Google Login',
      apiCredentials: 'API credentials',
      proxyId: 'Proxy',
      tags: 'Tags',
      comment: 'Comment',
      isActive: 'Status',
      ...paidLabels,
      secureNote: 'Secure note',
    },
    search: ['provider', 'comment', 'emailAccount.email', 'proxy.name'],
    unique: {
      fields: ['provider', 'emailAccountId'],
      field: 'emailAccountId',
      message: 'There is an account of this provider with this email account already',
    },
    filters: {
      provider: { anyOf: cdnProviderIds },
      emailAccountId: 'any',
      proxyId: 'any',
      isActive: 'flag',
      /** 'missing': neither or both of a password and a Google login. */
      auth: ['missing', 'set'],
      secretComment: 'flag',
    },
    sort: [
      'createdAt',
      'updatedAt',
      'provider',
      ['emailAccount', 'emailAccount.email'],
      'isActive',
      'comment',
    ],
    bulk: ['isActive', 'proxyId'],
    csv: {
      Provider: ({ provider }: { provider: keyof typeof cdnProviderNames }) => cdnProviderNames[provider],
      'Email Account': 'emailAccount.email',
      'Authentication Method': authMethodText,
      Proxy: proxyCell,
      Status: cdnStatus,
      'API Credentials': ({ apiCredentials }: { apiCredentials: Record<string, string | null> }) =>
        credentialsSummary(apiCredentials),
      Tags: tagsCell,
      Comment: 'comment',
      'Created At': 'createdAt',
    },
    moreColumns: { 'Google Login': 'isGoogleLogin', ...paidColumns },
    expires: { what: 'cdn', date: 'paidUntil' },
    download: { name: 'cdn-accounts.csv', type: 'text/csv' },
  },
  (path) => ({
    stats: route('GET', `${path}/stats`, 'read'),
    formData: route('GET', `${path}/form-data`, 'read'),
    tags: route('GET', `${path}/tags`, 'read'),
  }),
);
