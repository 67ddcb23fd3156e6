import { client } from '@quartermaster/contract/api/client';
import type { RegistratorAccount as Answer } from '@quartermaster/contract/entities/registrator-accounts/registrator-accounts.schema';
import type { Tag } from '@quartermaster/contract/rules/tags';
import { authMethodText } from '@quartermaster/contract/rules/auth-method';
import {
  type ApiSummary,
  apiSummary,
  registratorAccountStatus,
} from '@quartermaster/contract/rules/registrator-status';
import {
  CardEnd,
  Copyable,
  createdColumn,
  ProxyCell,
  RecordLink,
  RowName,
  tagsColumn,
} from '../../list/table/cells.tsx';
import type { Column } from '../../list/table/table-props.ts';
import { type WithGaps, fieldHeading } from '../../records/entity.ts';
import { Badge } from '../../ui/badge.tsx';
import { secretAt } from '../../records/secrets.ts';
import { SecretCell } from '../../ui/secret-cell.tsx';
import { StatusBadge } from '../../ui/status-badge.tsx';
import { TagList } from '../../ui/tag-chip.tsx';
import type { Tone } from '../../ui/tone.ts';
import { flagChoices } from '../../list/facets/facet-filter.tsx';

const heading = (field: keyof typeof client.registratorAccounts.fieldLabels) =>
  fieldHeading(client.registratorAccounts, field);

type RegistratorAccount = WithGaps<Answer>;

const emailOf = ({ emailAccount }: RegistratorAccount): string => emailAccount?.email || 'Unknown Email';

export const accountName = (account: RegistratorAccount): string =>
  `${emailOf(account)} at ${account.registratorType?.name ?? '—'}`;

const Email = ({ account }: { account: RegistratorAccount }) => (
  <Copyable value={emailOf(account)} what="email">
    <RowName>{emailOf(account)}</RowName>
  </Copyable>
);

const Type = ({ type }: { type: RegistratorAccount['registratorType'] }) =>
  type ? (
    <span className="flex">
      <RecordLink area="registrator-types" id={type.id}>
        {type.name}
      </RecordLink>
    </span>
  ) : (
    '—'
  );

function Authentication({ account }: { account: RegistratorAccount }) {
  const password = secretAt(client.registratorAccounts, account, 'password');
  return (
    <span className="flex items-center gap-2 whitespace-nowrap">
      {authMethodText(account)}
      {password && <SecretCell value={password} what="password" />}
    </span>
  );
}

const apiTones: Record<ApiSummary, Tone> = {
  'No API': 'mute',
  'Not configured': 'hot',
  Incomplete: 'warn',
  Configured: 'ok',
};

const noType = { hasApi: false, apiFields: {} };
const typed = (account: RegistratorAccount) => ({
  ...account,
  registratorType: account.registratorType ?? noType,
});

export function ApiStatus({ account }: { account: RegistratorAccount }) {
  const known = typed(account);
  const summary = apiSummary(known);
  const asksNothing = summary === 'Configured' && Object.keys(known.registratorType.apiFields).length === 0;
  return (
    <span data-tip={asksNothing ? 'This type asks for no credentials' : undefined}>
      <Badge tone={apiTones[summary]}>{summary}</Badge>
    </span>
  );
}

export const Status = ({ account }: { account: RegistratorAccount }) => (
  <StatusBadge status={registratorAccountStatus(typed(account))} />
);

export const accountColumns = (
  onTag: (tag: Tag) => void,
): Column<RegistratorAccount, keyof typeof client.registratorAccounts.filters>[] => [
  {
    id: 'emailAccount',
    header: heading('emailAccountId'),
    width: 220,
    sortBy: 'emailAccount',
    cell: (account) => <Email account={account} />,
  },
  {
    id: 'registratorType',
    header: heading('registratorTypeId'),
    width: 150,
    sortBy: 'registratorType',
    cell: ({ registratorType }) => <Type type={registratorType} />,
  },
  {
    id: 'authentication',
    header: 'Authentication',
    headings: ['Google Login'],
    width: 156,
    cell: (account) => <Authentication account={account} />,
  },
  {
    id: 'api',
    header: 'API Status',
    headings: ['API Access'],
    width: 110,
    filter: {
      by: 'hasApiAccess',
      label: 'API Access',
      options: flagChoices('With API', 'Without API'),
    },
    cell: (account) => <ApiStatus account={account} />,
  },
  { id: 'proxy', header: heading('proxyId'), width: 116, cell: ({ proxy }) => <ProxyCell proxy={proxy} /> },
  tagsColumn(166, onTag),
  {
    id: 'status',
    header: heading('isActive'),
    headings: ['Active'],
    width: 186,
    sortBy: 'isActive',
    filter: {
      by: 'isActive',
      label: 'Status',
      options: flagChoices('Active only', 'Inactive only'),
    },
    cell: (account) => <Status account={account} />,
  },
  createdColumn(),
];

export const accountCard = (account: RegistratorAccount) => (
  <div className="card">
    <Email account={account} />
    <Type type={account.registratorType} />
    <Authentication account={account} />
    <span className="flex flex-wrap items-center gap-1.5">
      <Status account={account} />
      <ApiStatus account={account} />
    </span>
    {account.proxy && <ProxyCell proxy={account.proxy} />}
    {account.tags.length > 0 && <TagList tags={account.tags} />}
    <CardEnd {...account} />
  </div>
);
