import type { CdnAccount } from '@quartermaster/contract/entities/cdn/cdn.schema';
import type { Tag } from '@quartermaster/contract/rules/tags';
import { type AuthMethodText, authMethodText } from '@quartermaster/contract/rules/auth-method';
import { cdnStatus, credentialsSummary } from '@quartermaster/contract/rules/cdn-status';
import { hostAndPort } from '@quartermaster/contract/rules/ip-address';
import { type Words, tagWords } from '../../list/search-text.ts';
import type { Column } from '../../list/table-props.ts';
import { Badge } from '../../ui/badge.tsx';
import { CopyButton } from '../../ui/copy-button.tsx';
import { formatDateTime } from '../../ui/format.ts';
import { SecretCell } from '../../ui/secret-cell.tsx';
import { StatusBadge } from '../../ui/status-badge.tsx';
import { TagList } from '../../ui/tag-chip.tsx';
import type { Tone } from '../../ui/tone.ts';
import { ProviderBadge, providerName } from './provider-badge.tsx';

const emailOf = ({ emailAccount }: CdnAccount): string => emailAccount.email || 'Unknown Email';

/** What search looks through; the server does the same. */
export const cdnWords = (account: CdnAccount): Words => [
  account.provider,
  providerName(account.provider),
  account.emailAccount.email,
  account.comment,
  ...tagWords(account.tags),
];

export const cdnName = (account: CdnAccount): string =>
  `${providerName(account.provider)} account of ${emailOf(account)}`;

const Provider = ({ account }: { account: CdnAccount }) => (
  <span className="flex items-center gap-1">
    <ProviderBadge provider={account.provider} />
    <CopyButton value={providerName(account.provider)} what="provider" />
  </span>
);

const Email = ({ account }: { account: CdnAccount }) => (
  <span className="flex items-center gap-1">
    <span className="min-w-0 clipped">{emailOf(account)}</span>
    {account.emailAccount.email && <CopyButton value={account.emailAccount.email} what="email" />}
  </span>
);

const methodTones: Record<AuthMethodText, Tone> = {
  'Google Login': 'info',
  Password: 'ok',
  'Invalid (Both methods)': 'bad',
  'Not configured': 'warn',
};

function Authentication({ account }: { account: CdnAccount }) {
  const method = authMethodText(account);
  return (
    <span className="flex items-center gap-2">
      <Badge tone={methodTones[method]}>{method}</Badge>
      {account.password && (
        <span className="text-ink-2">
          <SecretCell value={account.password} what="password" />
        </span>
      )}
    </span>
  );
}

function Credentials({ account: { apiCredentials } }: { account: CdnAccount }) {
  const summary = credentialsSummary(apiCredentials);
  const hasAny = Object.keys(apiCredentials).length > 0;
  return (
    <span className="flex items-center gap-1">
      <span className={`clamped min-w-0 text-xs ${hasAny ? '' : 'text-ink-2'}`}>{summary}</span>
      {hasAny && (
        <CopyButton value={JSON.stringify(apiCredentials, null, 2)} what="API credentials as JSON" />
      )}
    </span>
  );
}

const Proxy = ({ proxy }: { proxy: CdnAccount['proxy'] }) =>
  proxy === null ? (
    <span className="text-ink-2">No Proxy</span>
  ) : (
    <span className="flex items-center gap-1">
      <span data-tip={`${proxy.name} (${hostAndPort(proxy.ip, proxy.port)})`}>
        <Badge tone="teal">Connected</Badge>
      </span>
      <CopyButton value={proxy.id} what="proxy ID" />
    </span>
  );

const Status = ({ account }: { account: CdnAccount }) => <StatusBadge status={cdnStatus(account)} />;

export const cdnColumns = (onTag: (tag: Tag) => void): Column<CdnAccount>[] => [
  {
    id: 'provider',
    header: 'Provider',
    width: 169,
    sortBy: 'provider',
    cell: (account) => <Provider account={account} />,
  },
  {
    id: 'emailAccount',
    header: 'Email Account',
    width: 178,
    sortBy: 'emailAccount',
    cell: (account) => <Email account={account} />,
  },
  {
    id: 'authentication',
    header: 'Authentication',
    width: 164,
    cell: (account) => <Authentication account={account} />,
  },
  {
    id: 'apiCredentials',
    header: 'API Credentials',
    width: 183,
    cell: (account) => <Credentials account={account} />,
  },
  { id: 'proxy', header: 'Proxy', width: 114, cell: ({ proxy }) => <Proxy proxy={proxy} /> },
  { id: 'tags', header: 'Tags', width: 166, cell: ({ tags }) => <TagList tags={tags} onTag={onTag} /> },
  {
    id: 'status',
    header: 'Status',
    width: 124,
    sortBy: 'isActive',
    cell: (account) => <Status account={account} />,
  },
  {
    id: 'createdAt',
    header: 'Created',
    width: 168,
    sortBy: 'createdAt',
    cell: ({ createdAt }) => formatDateTime(createdAt),
  },
];

export const cdnCard = (account: CdnAccount) => (
  <div className="grid grid-cols-1 gap-1.5">
    <Provider account={account} />
    <Email account={account} />
    <Authentication account={account} />
    <Credentials account={account} />
    <span className="flex flex-wrap items-center gap-1.5">
      <Status account={account} />
      <Proxy proxy={account.proxy} />
    </span>
    {account.tags.length > 0 && <TagList tags={account.tags} />}
  </div>
);
