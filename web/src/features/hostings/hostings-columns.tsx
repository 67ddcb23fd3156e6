import { client } from '@quartermaster/contract/api/client';
import type { Hosting as Answer } from '@quartermaster/contract/entities/hostings/hostings.schema';
import type { Tag } from '@quartermaster/contract/rules/tags';
import { filledCredentials } from '@quartermaster/contract/rules/credentials';
import { Link } from '@tanstack/react-router';
import { Copyable, EmailCell, ProxyCell, RowName, tagsColumn, UrlCell } from '../../list/table/cells.tsx';
import type { Column } from '../../list/table/table-props.ts';
import { type WithGaps, fieldHeading } from '../../records/entity.ts';
import { Badge } from '../../ui/badge.tsx';
import { formatNumber } from '../../ui/format.ts';
import { Marked } from '../../ui/marked.tsx';
import { StatusBadge } from '../../ui/status-badge.tsx';
import { TagList } from '../../ui/tag-chip.tsx';
import { flagChoices } from '../../list/facets/facet-filter.tsx';

const heading = (field: keyof typeof client.hostings.fieldLabels) => fieldHeading(client.hostings, field);

type Hosting = WithGaps<Answer>;

const AccessDetails = ({ isGoogleLogin, websiteUrl }: Hosting) => (
  <span className="stacked">
    <span className={isGoogleLogin ? '' : 'text-ink-3'}>
      {isGoogleLogin ? 'Google Login' : 'No Google Login'}
    </span>
    {websiteUrl !== null && <UrlCell url={websiteUrl} what="website URL" />}
  </span>
);

function ApiAccess({ row }: { row: Hosting }) {
  if (!row.hasApiAccess) return <Badge tone="mute">No API</Badge>;
  const credentials = filledCredentials(row.apiCredentials);
  if (Object.keys(credentials).length === 0) return <Badge tone="hot">Not configured</Badge>;
  return (
    <Copyable value={JSON.stringify(credentials, null, 2)} what="API credentials">
      <Badge tone="ok">Configured</Badge>
    </Copyable>
  );
}

const Servers = ({ row }: { row: Hosting }) => {
  if (row._count.servers === undefined) return '—';
  const count = formatNumber(row._count.servers);
  return (
    <Link
      to="/servers"
      search={{ hostingId: row.id }}
      aria-label={`${count} ${count === '1' ? 'server' : 'servers'} in ${row.name}`}
      className="inline-grid h-6 min-w-6 items-center text-accent-text hover:underline"
    >
      {count}
    </Link>
  );
};

const Status = ({ isActive }: Hosting) => <StatusBadge status={isActive ? 'ACTIVE' : 'INACTIVE'} />;

export const hostingColumns = (
  onTag: (tag: Tag) => void,
): Column<Hosting, keyof typeof client.hostings.filters>[] => [
  {
    id: 'name',
    header: 'Name & Provider',
    headings: ['Name', 'Provider'],
    width: 170,
    sortBy: 'name',
    cell: ({ name, provider }) => (
      <span className="stacked">
        <RowName>{name}</RowName>
        <span className="clipped text-xs font-normal text-ink-2">
          <Marked>{provider}</Marked>
        </span>
      </span>
    ),
  },
  {
    id: 'emailAccount',
    header: heading('emailAccountId'),
    width: 220,
    sortBy: 'emailAccount',
    cell: ({ emailAccount }) => <EmailCell account={emailAccount} />,
  },
  {
    id: 'access',
    header: 'Access Details',
    headings: ['Website URL', 'Google Login'],
    width: 152,
    cell: (row) => <AccessDetails {...row} />,
  },
  {
    id: 'api',
    header: heading('hasApiAccess'),
    width: 118,
    sortBy: 'hasApiAccess',
    filter: {
      by: 'hasApiAccess',
      label: heading('hasApiAccess'),
      allLabel: 'All API Access',
      options: flagChoices('With API', 'Without API'),
    },
    cell: (row) => <ApiAccess row={row} />,
  },
  { id: 'proxy', header: heading('proxyId'), width: 120, cell: ({ proxy }) => <ProxyCell proxy={proxy} /> },
  tagsColumn(150, onTag),
  { id: 'servers', header: 'Servers', width: 72, cell: (row) => <Servers row={row} /> },
  {
    id: 'status',
    header: heading('isActive'),
    width: 104,
    sortBy: 'isActive',
    cell: (row) => <Status {...row} />,
  },
];

export const hostingCard = (row: Hosting) => (
  <div className="card">
    <RowName>{row.name}</RowName>
    <span className="text-ink-2">
      <Marked>{row.provider}</Marked>
    </span>
    <span className="flex flex-wrap items-center gap-x-2 gap-y-1">
      <Status {...row} />
      <ApiAccess row={row} />
    </span>
    <EmailCell account={row.emailAccount} />
    <AccessDetails {...row} />
    {row.proxy && <ProxyCell proxy={row.proxy} />}
    <span className="flex items-center gap-1.5">
      Servers: <Servers row={row} />
    </span>
    {row.tags.length > 0 && <TagList tags={row.tags} />}
  </div>
);
