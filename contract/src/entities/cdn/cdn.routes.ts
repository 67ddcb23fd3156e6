import { cdnProviderIds, cdnProviders } from '../../catalog/cdn-providers.ts';
import type * as contract from './cdn.schema.ts';
import { call, crudCalls, exportCall, typed } from '../../api/route.ts';
import { authMethodText } from '../../rules/auth-method.ts';
import { cdnStatus, credentialsSummary } from '../../rules/cdn-status.ts';
import { type CsvColumn, proxyCell, tagsCell } from '../../rules/csv.ts';

const path = '/cdn';

export const facts = {
  cdn: crudCalls({
    path,
    noun: 'CDN account',
    nouns: 'CDN accounts',
    listKey: 'cdnAccounts',
    itemKey: 'cdnAccount',
    filters: {
      provider: cdnProviderIds,
      emailAccountId: 'text',
      proxyId: 'text',
      isActive: 'flag',
    },
    sort: ['createdAt', 'updatedAt', 'provider', 'emailAccount', 'isActive', 'comment'],
  }),
  cdnStats: call({ method: 'GET', path: `${path}/stats` }),
  cdnFormData: call({ method: 'GET', path: `${path}/form-data` }),
  cdnTags: call({ method: 'GET', path: `${path}/tags` }),
  cdnExport: exportCall(path, { name: 'cdn-accounts.csv', type: 'text/csv' }),
};

export const { cdn, cdnStats, cdnFormData, cdnExport } = typed<typeof contract, typeof facts>(facts);

export const cdnCsv: CsvColumn<contract.CdnAccount>[] = [
  { header: 'Provider', value: (row) => cdnProviders[row.provider].name },
  { header: 'Email Account', value: (row) => row.emailAccount.email },
  { header: 'Authentication Method', value: authMethodText },
  { header: 'Proxy', value: (row) => proxyCell(row.proxy) },
  { header: 'Status', value: cdnStatus },
  { header: 'API Credentials', value: (row) => credentialsSummary(row.apiCredentials) },
  { header: 'Tags', value: (row) => tagsCell(row.tags) },
  { header: 'Comment', value: (row) => row.comment },
  { header: 'Created At', value: (row) => row.createdAt },
];
