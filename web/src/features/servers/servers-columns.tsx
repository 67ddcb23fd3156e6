import type { Server } from '@quartermaster/contract/entities/servers/servers.schema';
import type { Tag } from '@quartermaster/contract/rules/tags';
import { Link } from '@tanstack/react-router';
import { type Words, tagWords } from '../../list/search-text.ts';
import type { Column } from '../../list/table-props.ts';
import { CopyButton } from '../../ui/copy-button.tsx';
import { ExternalLink } from '../../ui/external-link.tsx';
import { formatNumber } from '../../ui/format.ts';
import { StatusBadge } from '../../ui/status-badge.tsx';
import { TagList } from '../../ui/tag-chip.tsx';
import { SshCommands, UsersAndAccess } from './server-users.tsx';

/** What search looks through; the server does the same. */
export const serverWords = (row: Server): Words => [
  row.name,
  row.hosting.name,
  row.hosting.provider,
  row.country,
  row.ip,
  ...row.users.map(({ username }) => username),
  row.comment,
  ...tagWords(row.tags),
];

export const serverName = ({ name }: Server): string => name;

const Ip = ({ ip }: { ip: string | null }) =>
  ip === null ? (
    '—'
  ) : (
    <span className="-my-0.5 flex items-center gap-0.5">
      <span className="min-w-0 clipped font-mono text-xs text-ink-2">{ip}</span>
      <CopyButton value={ip} what="IP address" />
    </span>
  );

const Location = ({ country, ip }: Server) =>
  country === null ? (
    <Ip ip={ip} />
  ) : (
    <span className="stacked">
      <span className="clipped">{country}</span>
      {ip !== null && <Ip ip={ip} />}
    </span>
  );

const PanelUrl = ({ url }: { url: string | null }) =>
  url === null ? (
    '—'
  ) : (
    <span className="flex items-center gap-1">
      <ExternalLink href={url} className="min-w-0 clipped text-accent-text hover:underline">
        {url.replace(/^https?:\/\//, '').replace(/\/$/, '')}
      </ExternalLink>
      <CopyButton value={url} what="panel URL" />
    </span>
  );

const Domains = ({ server }: { server: Server }) => {
  const count = formatNumber(server._count.domains);
  return (
    <Link
      to="/domains"
      search={{ serverId: server.id }}
      aria-label={`${count} ${count === '1' ? 'domain' : 'domains'} on ${server.name}`}
      className="inline-grid h-6 min-w-6 items-center text-accent-text hover:underline"
    >
      {count}
    </Link>
  );
};

interface OpenRows {
  /** Ids of the servers all of whose users are shown. */
  open: ReadonlySet<string>;
  onToggle: (server: Server) => void;
}

export const serverColumns =
  ({ open, onToggle }: OpenRows) =>
  (onTag: (tag: Tag) => void): Column<Server>[] => [
    {
      id: 'server',
      header: 'Server & Hosting',
      width: 165,
      sortBy: 'name',
      cell: ({ name, hosting }) => (
        <span className="stacked">
          <span className="clipped">{name}</span>
          <span className="clipped text-xs font-normal text-ink-2">
            {hosting.name} · {hosting.provider}
          </span>
        </span>
      ),
    },
    {
      id: 'location',
      header: 'Location & IP',
      width: 141,
      sortBy: 'country',
      cell: (row) => <Location {...row} />,
    },
    {
      id: 'users',
      header: 'Users & Access',
      width: 196,
      cell: (row) => <UsersAndAccess server={row} isOpen={open.has(row.id)} onToggle={onToggle} />,
    },
    {
      id: 'ssh',
      header: 'SSH Commands',
      width: 221,
      cell: (row) => <SshCommands server={row} isOpen={open.has(row.id)} />,
    },
    {
      id: 'panelUrl',
      header: 'Panel URL',
      width: 146,
      sortBy: 'panelUrl',
      cell: ({ panelUrl }) => <PanelUrl url={panelUrl} />,
    },
    { id: 'tags', header: 'Tags', width: 196, cell: ({ tags }) => <TagList tags={tags} onTag={onTag} /> },
    { id: 'domains', header: 'Domains', width: 74, cell: (row) => <Domains server={row} /> },
    {
      id: 'status',
      header: 'Status',
      width: 126,
      sortBy: 'status',
      cell: ({ status }) => <StatusBadge status={status} />,
    },
  ];

export const serverCard =
  ({ open, onToggle }: OpenRows) =>
  (row: Server) => (
    <div className="grid gap-1.5">
      <div className="grid">
        <span className="clipped text-base font-medium">{row.name}</span>
        <span className="clipped text-ink-2">
          {row.hosting.name} · {row.hosting.provider}
        </span>
      </div>
      <span className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <StatusBadge status={row.status} />
        {row.country}
        {row.ip && <Ip ip={row.ip} />}
      </span>
      <UsersAndAccess server={row} isOpen={open.has(row.id)} onToggle={onToggle} />
      {row.ip && <SshCommands server={row} isOpen={open.has(row.id)} />}
      {row.panelUrl && <PanelUrl url={row.panelUrl} />}
      <span className="flex items-center gap-1.5">
        Domains: <Domains server={row} />
      </span>
      {row.tags.length > 0 && <TagList tags={row.tags} />}
    </div>
  );
