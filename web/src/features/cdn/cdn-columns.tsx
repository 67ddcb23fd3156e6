import { client } from '@quartermaster/contract/api/client';
import type { CdnAccount as Answer } from '@quartermaster/contract/entities/cdn/cdn.schema';
import type { Tag } from '@quartermaster/contract/rules/tags';
import { type AuthMethodText, authMethodText } from '@quartermaster/contract/rules/auth-method';
import { cdnStatus, credentialsSummary } from '@quartermaster/contract/rules/cdn-status';
import { withAddress } from '@quartermaster/contract/rules/ip-address';
import {
  CardEnd,
  Copyable,
  createdColumn,
  EmailCell,
  RecordLink,
  RowName,
  tagsColumn,
} from '../../list/table/cells.tsx';
import type { Column } from '../../list/table/table-props.ts';
import { type WithGaps, fieldHeading } from '../../records/entity.ts';
import { reveal, secretAt } from '../../records/secrets.ts';
import { Badge } from '../../ui/badge.tsx';
import { SecretCell } from '../../ui/secret-cell.tsx';
import { StatusBadge } from '../../ui/status-badge.tsx';
import { TagList } from '../../ui/tag-chip.tsx';
import type { Tone } from '../../ui/tone.ts';
import { ProviderBadge, providerName } from './provider-badge.tsx';
import { flagChoices } from '../../list/facets/facet-filter.tsx';

const heading = (field: keyof typeof client.cdn.fieldLabels) => fieldHeading(client.cdn, field);

type CdnAccount = WithGaps<Answer>;

const emailOf = ({ emailAccount }: CdnAccount): string => emailAccount?.email || 'Unknown Email';

export const cdnName = (account: CdnAccount): string =>
  `${providerName(account.provider)} account of ${emailOf(account)}`;

export const deleteQuestion = ({ provider }: CdnAccount): string =>
  `Are you sure you want to delete the ${providerName(provider)} CDN account?`;

const Provider = ({ account }: { account: CdnAccount }) => (
  <Copyable value={providerName(account.provider)} what="provider">
    <RowName>
      <ProviderBadge provider={account.provider} />
    </RowName>
  </Copyable>
);

const methodTones: Record<AuthMethodText, Tone> = {
  'Google Login': 'info',
  Password: 'ok',
  'Invalid (Both methods)': 'bad',
  'Not configured': 'warn',
};

function Authentication({ account }: { account: CdnAccount }) {
  const method = authMethodText(account);
  const password = secretAt(client.cdn, account, 'password');
  return (
    <span className="flex items-center gap-2">
      <Badge tone={methodTones[method]}>{method}</Badge>
      {password && <SecretCell value={password} what="password" />}
    </span>
  );
}

/** The credentials as JSON; secret ones are revealed one by one. */
async function credentialsText({ id, apiCredentials }: CdnAccount): Promise<string> {
  const entries = Object.entries(apiCredentials).map(async ([name, value]) => [
    name,
    value ?? (await reveal(client.cdn, id, `apiCredentials.${name}`, 'copy')),
  ]);
  return JSON.stringify(Object.fromEntries(await Promise.all(entries)), null, 2);
}

function Credentials({ account }: { account: CdnAccount }) {
  const { apiCredentials } = account;
  const summary = credentialsSummary(apiCredentials);
  const names = Object.keys(apiCredentials);
  if (names.length === 0) return <span className="text-xs text-ink-2">{summary}</span>;
  return (
    <Copyable value={() => credentialsText(account)} what="API credentials as JSON">
      <span className="clamped min-w-0 text-xs" data-tip={names.length > 2 ? names.join(', ') : undefined}>
        {summary}
      </span>
    </Copyable>
  );
}

const Proxy = ({ proxy }: { proxy: CdnAccount['proxy'] }) =>
  proxy ? (
    <Copyable value={proxy.id} what="proxy ID">
      <RecordLink area="proxies" id={proxy.id} tip={withAddress(proxy)}>
        <Badge tone="teal">Connected</Badge>
      </RecordLink>
    </Copyable>
  ) : (
    <span className="text-ink-2">No Proxy</span>
  );

export const Status = ({ account }: { account: CdnAccount }) => <StatusBadge status={cdnStatus(account)} />;

export const cdnColumns = (
  onTag: (tag: Tag) => void,
): Column<CdnAccount, keyof typeof client.cdn.filters>[] => [
  {
    id: 'provider',
    header: heading('provider'),
    width: 152,
    sortBy: 'provider',
    cell: (account) => <Provider account={account} />,
  },
  {
    id: 'emailAccount',
    header: heading('emailAccountId'),
    width: 220,
    sortBy: 'emailAccount',
    cell: ({ emailAccount }) => <EmailCell account={emailAccount} />,
  },
  {
    id: 'authentication',
    header: 'Authentication',
    headings: ['Authentication Method'],
    width: 160,
    cell: (account) => <Authentication account={account} />,
  },
  {
    id: 'apiCredentials',
    header: heading('apiCredentials'),
    width: 186,
    cell: (account) => <Credentials account={account} />,
  },
  { id: 'proxy', header: heading('proxyId'), width: 110, cell: ({ proxy }) => <Proxy proxy={proxy} /> },
  tagsColumn(150, onTag),
  {
    id: 'status',
    header: heading('isActive'),
    width: 122,
    sortBy: 'isActive',
    filter: {
      by: 'isActive',
      label: heading('isActive'),
      allLabel: 'All accounts',
      options: flagChoices('Active only', 'Inactive only'),
    },
    cell: (account) => <Status account={account} />,
  },
  createdColumn(),
];

export const cdnCard = (account: CdnAccount) => (
  <div className="card">
    <Provider account={account} />
    <EmailCell account={account.emailAccount} />
    <Authentication account={account} />
    <Credentials account={account} />
    <span className="flex flex-wrap items-center gap-1.5">
      <Status account={account} />
      <Proxy proxy={account.proxy} />
    </span>
    {account.tags.length > 0 && <TagList tags={account.tags} />}
    <CardEnd {...account} />
  </div>
);
