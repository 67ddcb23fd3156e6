import type { Hosting } from '@quartermaster/contract/entities/hostings/hostings.schema';
import type { Tag } from '@quartermaster/contract/rules/tags';
import { filledCredentials } from '@quartermaster/contract/rules/credentials';
import { hostAndPort } from '@quartermaster/contract/rules/ip-address';
import { Link } from '@tanstack/react-router';
import { type Words, tagWords } from '../../list/search-text.ts';
import type { Column } from '../../list/table-props.ts';
import { Badge } from '../../ui/badge.tsx';
import { CopyButton } from '../../ui/copy-button.tsx';
import { ExternalLink } from '../../ui/external-link.tsx';
import { formatNumber } from '../../ui/format.ts';
import { StatusBadge } from '../../ui/status-badge.tsx';
import { TagList } from '../../ui/tag-chip.tsx';

/** What search looks through; the server does the same. */
export const hostingWords = (row: Hosting): Words => [
  row.name,
  row.provider,
  row.emailAccount.email,
  row.comment,
  ...tagWords(row.tags),
];

export const hostingName = ({ name }: Hosting): string => name;

const EmailAddress = ({ email }: { email: string }) => (
  <span className="flex items-center gap-1">
    <span className="min-w-0 clipped">{email}</span>
    <CopyButton value={email} what="email" />
  </span>
);

const Website = ({ url }: { url: string }) => (
  <span className="-my-0.5 flex min-w-0 items-center gap-0.5 text-xs">
    <ExternalLink href={url} className="min-w-0 clipped text-accent-text hover:underline">
      {url.replace(/^https?:\/\//, '').replace(/\/$/, '')}
    </ExternalLink>
    <CopyButton value={url} what="website URL" />
  </span>
);

const AccessDetails = ({ isGoogleLogin, websiteUrl }: Hosting) => (
  <span className="stacked">
    <span className={isGoogleLogin ? '' : 'text-ink-2'}>
      {isGoogleLogin ? 'Google Login' : 'No Google Login'}
    </span>
    {websiteUrl !== null && <Website url={websiteUrl} />}
  </span>
);

function ApiAccess({ row }: { row: Hosting }) {
  if (!row.hasApiAccess) return <Badge tone="mute">No API</Badge>;
  const credentials = filledCredentials(row.apiCredentials);
  if (Object.keys(credentials).length === 0) return <Badge tone="hot">Not configured</Badge>;
  return (
    <span className="flex items-center gap-0.5">
      <Badge tone="ok">Configured</Badge>
      <CopyButton value={JSON.stringify(credentials, null, 2)} what="API credentials" />
    </span>
  );
}

const Proxy = ({ proxy }: Pick<Hosting, 'proxy'>) =>
  proxy === null ? (
    '—'
  ) : (
    <span className="stacked">
      <span className="clipped">{proxy.name}</span>
      <span className="clipped font-mono text-xs text-ink-2">{hostAndPort(proxy.ip, proxy.port)}</span>
    </span>
  );

const Servers = ({ row }: { row: Hosting }) => {
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

export const hostingColumns = (onTag: (tag: Tag) => void): Column<Hosting>[] => [
  {
    id: 'name',
    header: 'Name & Provider',
    width: 182,
    sortBy: 'name',
    cell: ({ name, provider }) => (
      <span className="stacked">
        <span className="clipped">{name}</span>
        <span className="clipped text-xs font-normal text-ink-2">{provider}</span>
      </span>
    ),
  },
  {
    id: 'emailAccount',
    header: 'Email Account',
    width: 216,
    sortBy: 'emailAccount',
    cell: ({ emailAccount }) => <EmailAddress email={emailAccount.email} />,
  },
  { id: 'access', header: 'Access Details', width: 196, cell: (row) => <AccessDetails {...row} /> },
  {
    id: 'api',
    header: 'API Access',
    width: 131,
    sortBy: 'hasApiAccess',
    cell: (row) => <ApiAccess row={row} />,
  },
  { id: 'proxy', header: 'Proxy', width: 151, cell: ({ proxy }) => <Proxy proxy={proxy} /> },
  { id: 'tags', header: 'Tags', width: 206, cell: ({ tags }) => <TagList tags={tags} onTag={onTag} /> },
  { id: 'servers', header: 'Servers', width: 76, cell: (row) => <Servers row={row} /> },
  { id: 'status', header: 'Status', width: 106, sortBy: 'isActive', cell: (row) => <Status {...row} /> },
];

export const hostingCard = (row: Hosting) => (
  <div className="grid gap-1.5">
    <div className="grid">
      <span className="clipped text-base font-medium">{row.name}</span>
      <span className="clipped text-ink-2">{row.provider}</span>
    </div>
    <span className="flex flex-wrap items-center gap-x-2 gap-y-1">
      <Status {...row} />
      <ApiAccess row={row} />
    </span>
    <EmailAddress email={row.emailAccount.email} />
    <AccessDetails {...row} />
    {row.proxy && <Proxy proxy={row.proxy} />}
    <span className="flex items-center gap-1.5">
      Servers: <Servers row={row} />
    </span>
    {row.tags.length > 0 && <TagList tags={row.tags} />}
  </div>
);
