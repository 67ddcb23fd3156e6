import type { Domain } from '@quartermaster/contract/entities/domains/domains.schema';
import type { Tag } from '@quartermaster/contract/rules/tags';
import { type Words, tagWords } from '../../list/search-text.ts';
import type { Column } from '../../list/table-props.ts';
import { CopyButton } from '../../ui/copy-button.tsx';
import { ExternalLink } from '../../ui/external-link.tsx';
import { formatDate, formatDay } from '../../ui/format.ts';
import { StatusBadge } from '../../ui/status-badge.tsx';
import { TagList } from '../../ui/tag-chip.tsx';
import { unicodeDomain } from '../../ui/unicode-domain.ts';
import { DaysLeft, ExpiryCell } from './expiry-cell.tsx';

/** What search looks through; the server does the same. */
export const domainWords = (row: Domain): Words => [
  row.domain,
  unicodeDomain(row.domain),
  row.comment,
  row.registratorAccount.registratorType.name,
  row.registratorAccount.emailAccount.email,
  row.server?.name,
  row.server?.ip,
  row.cdnAccount?.provider,
  ...tagWords(row.tags),
];

export const domainName = ({ domain }: Domain): string => unicodeDomain(domain);

const Name = ({ domain }: { domain: string }) => {
  const shown = unicodeDomain(domain);
  return (
    <span className="flex items-center gap-0.5">
      <span className="mr-0.5 min-w-0 clipped" title={shown === domain ? undefined : domain}>
        {shown}
      </span>
      <CopyButton value={domain} what="domain" />
      <ExternalLink
        href={`https://${domain}`}
        label={`Open ${shown} in a new tab`}
        className="no-print icon-open size-6 shrink-0 rounded hover:bg-sunken"
      />
    </span>
  );
};

const Registrator = ({ registratorType, emailAccount }: Domain['registratorAccount']) => (
  <span className="stacked">
    <span className="clipped">{registratorType.name}</span>
    <span className="clipped text-xs text-ink-2">{emailAccount.email}</span>
  </span>
);

const Server = ({ name, ip }: NonNullable<Domain['server']>) => (
  <span className="stacked">
    <span className="clipped">{name}</span>
    {ip !== null && (
      <span className="-my-0.5 flex items-center gap-0.5">
        <span className="min-w-0 clipped font-mono text-xs text-ink-2">{ip}</span>
        <CopyButton value={ip} what="IP address" />
      </span>
    )}
  </span>
);

export const domainColumns = (onTag: (tag: Tag) => void): Column<Domain>[] => [
  { id: 'domain', header: 'Domain', width: 224, sortBy: 'domain', cell: (row) => <Name {...row} /> },
  {
    id: 'status',
    header: 'Status',
    width: 118,
    sortBy: 'status',
    cell: ({ status }) => <StatusBadge status={status} />,
  },
  {
    id: 'expirationDate',
    header: 'Expiration Date',
    width: 160,
    compact: 236,
    sortBy: 'expirationDate',
    cell: ({ expirationDate }) => <ExpiryCell date={expirationDate} />,
  },
  {
    id: 'registrator',
    header: 'Registrator',
    width: 150,
    sortBy: 'registrator',
    cell: ({ registratorAccount }) => <Registrator {...registratorAccount} />,
  },
  {
    id: 'server',
    header: 'Server',
    width: 146,
    sortBy: 'server',
    cell: ({ server }) => (server ? <Server {...server} /> : '—'),
  },
  { id: 'tags', header: 'Tags', width: 238, cell: ({ tags }) => <TagList tags={tags} onTag={onTag} /> },
  {
    id: 'comment',
    header: 'Comment',
    width: 124,
    sortBy: 'comment',
    cell: ({ comment }) => <span className="clamped text-ink-2">{comment ?? '—'}</span>,
  },
  {
    id: 'createdAt',
    header: 'Created',
    width: 106,
    sortBy: 'createdAt',
    cell: ({ createdAt }) => formatDate(createdAt),
  },
];

export const domainCard = (row: Domain) => (
  <div className="grid grid-cols-1 gap-1.5">
    <span className="text-base font-medium">
      <Name {...row} />
    </span>
    <span className="flex flex-wrap items-center gap-x-2 gap-y-1">
      <StatusBadge status={row.status} />
      {row.expirationDate !== null && formatDay(row.expirationDate)}
      <DaysLeft date={row.expirationDate} />
    </span>
    <span className="text-ink-2">
      {row.registratorAccount.registratorType.name} · {row.registratorAccount.emailAccount.email}
    </span>
    {row.server && <Server {...row.server} />}
    {row.tags.length > 0 && <TagList tags={row.tags} />}
    {row.comment && <span className="line-clamp-2 text-ink-2">{row.comment}</span>}
  </div>
);
