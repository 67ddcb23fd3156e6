import type { RegistratorAccount } from '@quartermaster/contract/entities/registrator-accounts/registrator-accounts.schema';
import type { Tag } from '@quartermaster/contract/rules/tags';
import { authMethodText } from '@quartermaster/contract/rules/auth-method';
import { hostAndPort } from '@quartermaster/contract/rules/ip-address';
import {
  type ApiSummary,
  apiSummary,
  registratorAccountStatus,
} from '@quartermaster/contract/rules/registrator-status';
import { type Words, tagWords } from '../../list/search-text.ts';
import type { Column } from '../../list/table-props.ts';
import { Badge } from '../../ui/badge.tsx';
import { CopyButton } from '../../ui/copy-button.tsx';
import { formatDate } from '../../ui/format.ts';
import { SecretCell } from '../../ui/secret-cell.tsx';
import { StatusBadge } from '../../ui/status-badge.tsx';
import { TagList } from '../../ui/tag-chip.tsx';
import type { Tone } from '../../ui/tone.ts';

/** What search looks through; the server does the same. */
export const accountWords = (account: RegistratorAccount): Words => [
  account.emailAccount.email,
  account.registratorType.name,
  account.comment,
  ...tagWords(account.tags),
];

export const accountName = ({ emailAccount, registratorType }: RegistratorAccount): string =>
  `${emailAccount.email} at ${registratorType.name}`;

const EmailAddress = ({ email }: { email: string }) => (
  <span className="flex items-center gap-1">
    <span className="min-w-0 clipped">{email}</span>
    <CopyButton value={email} what="email" />
  </span>
);

const Authentication = ({ account }: { account: RegistratorAccount }) => (
  <span className="flex items-center gap-2 whitespace-nowrap">
    {authMethodText(account)}
    {account.password && (
      <span className="text-ink-2">
        <SecretCell value={account.password} what="password" />
      </span>
    )}
  </span>
);

const apiTones: Record<ApiSummary, Tone> = {
  'No API': 'mute',
  'Not configured': 'hot',
  Incomplete: 'warn',
  Configured: 'ok',
};

function ApiStatus({ account }: { account: RegistratorAccount }) {
  const summary = apiSummary(account);
  return <Badge tone={apiTones[summary]}>{summary}</Badge>;
}

const Proxy = ({ proxy }: { proxy: RegistratorAccount['proxy'] }) =>
  proxy === null ? (
    '—'
  ) : (
    <span className="stacked">
      <span className="clipped">{proxy.name}</span>
      <span className="clipped font-mono text-xs text-ink-2">{hostAndPort(proxy.ip, proxy.port)}</span>
    </span>
  );

const Status = ({ account }: { account: RegistratorAccount }) => (
  <StatusBadge status={registratorAccountStatus(account)} />
);

export const accountColumns = (onTag: (tag: Tag) => void): Column<RegistratorAccount>[] => [
  {
    id: 'emailAccount',
    header: 'Email Account',
    width: 207,
    sortBy: 'emailAccount',
    cell: ({ emailAccount }) => <EmailAddress email={emailAccount.email} />,
  },
  {
    id: 'registratorType',
    header: 'Registrator Type',
    width: 141,
    sortBy: 'registratorType',
    cell: ({ registratorType }) => registratorType.name,
  },
  {
    id: 'authentication',
    header: 'Authentication',
    width: 171,
    cell: (account) => <Authentication account={account} />,
  },
  { id: 'api', header: 'API Status', width: 108, cell: (account) => <ApiStatus account={account} /> },
  { id: 'proxy', header: 'Proxy', width: 143, cell: ({ proxy }) => <Proxy proxy={proxy} /> },
  { id: 'tags', header: 'Tags', width: 206, cell: ({ tags }) => <TagList tags={tags} onTag={onTag} /> },
  {
    id: 'status',
    header: 'Status',
    width: 186,
    sortBy: 'isActive',
    cell: (account) => <Status account={account} />,
  },
  {
    id: 'createdAt',
    header: 'Created',
    width: 104,
    sortBy: 'createdAt',
    cell: ({ createdAt }) => formatDate(createdAt),
  },
];

export const accountCard = (account: RegistratorAccount) => (
  <div className="grid grid-cols-1 gap-1.5">
    <div>
      <span className="text-base font-medium">
        <EmailAddress email={account.emailAccount.email} />
      </span>
      <span className="text-ink-2">{account.registratorType.name}</span>
    </div>
    <Authentication account={account} />
    <span className="flex flex-wrap items-center gap-1.5">
      <Status account={account} />
      <ApiStatus account={account} />
    </span>
    {account.proxy && <Proxy proxy={account.proxy} />}
    {account.tags.length > 0 && <TagList tags={account.tags} />}
  </div>
);
