import { client } from '@quartermaster/contract/api/client';
import type { Server as Answer } from '@quartermaster/contract/entities/servers/servers.schema';
import type { Tag } from '@quartermaster/contract/rules/tags';
import { Link } from '@tanstack/react-router';
import { Copyable, RecordLink, RowName, tagsColumn, UrlCell } from '../../list/table/cells.tsx';
import type { Column } from '../../list/table/table-props.ts';
import { type Identified, type WithGaps, fieldHeading } from '../../records/entity.ts';
import { formatNumber } from '../../ui/format.ts';
import { Marked } from '../../ui/marked.tsx';
import { StatusBadge } from '../../ui/status-badge.tsx';
import { TagList } from '../../ui/tag-chip.tsx';
import { SshCommands, UserLines, UsersAndAccess } from './server-users.tsx';

const heading = (field: keyof typeof client.servers.fieldLabels) => fieldHeading(client.servers, field);

type Server = WithGaps<Answer>;

const Ip = ({ ip }: { ip: string | null }) =>
  ip === null ? (
    '—'
  ) : (
    <Copyable value={ip} what="IP address">
      <span className="clipped font-mono text-xs text-ink-2">
        <Marked>{ip}</Marked>
      </span>
    </Copyable>
  );

const Location = ({ country, ip }: Server) =>
  country === null ? (
    <Ip ip={ip} />
  ) : (
    <span className="stacked">
      <span className="clipped">
        <Marked>{country}</Marked>
      </span>
      {ip !== null && <Ip ip={ip} />}
    </span>
  );

const Hosting = ({ hosting }: Pick<Server, 'hosting'>) =>
  hosting ? (
    <RecordLink area="hostings" id={hosting.id} isSecond>
      {hosting.provider ? `${hosting.name} · ${hosting.provider}` : hosting.name}
    </RecordLink>
  ) : (
    '—'
  );

const Domains = ({ server }: { server: Server }) => {
  if (server._count.domains === undefined) return '—';
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
  /** The ids of servers that show all of their users. */
  open: ReadonlySet<string>;
  onToggle: (server: Identified) => void;
}

export const serverColumns =
  ({ open, onToggle }: OpenRows) =>
  (onTag: (tag: Tag) => void): Column<Server>[] => [
    {
      id: 'server',
      header: 'Server & Hosting',
      headings: ['Name', 'Hosting', 'Provider'],
      width: 162,
      sortBy: 'name',
      cell: ({ name, hosting }) => (
        <span className="stacked">
          <RowName>{name}</RowName>
          <Hosting hosting={hosting} />
        </span>
      ),
    },
    {
      id: 'location',
      header: 'Location & IP',
      headings: ['Country', 'IP'],
      width: 128,
      sortBy: 'country',
      cell: (row) => <Location {...row} />,
    },
    {
      id: 'users',
      header: 'Users & Access',
      headings: ['Users'],
      width: 184,
      cell: (row) => <UsersAndAccess server={row} isOpen={open.has(row.id)} onToggle={onToggle} />,
    },
    {
      id: 'ssh',
      header: 'SSH Commands',
      width: 184,
      cell: (row) => <SshCommands server={row} isOpen={open.has(row.id)} />,
    },
    {
      id: 'panelUrl',
      header: heading('panelUrl'),
      width: 112,
      sortBy: 'panelUrl',
      cell: ({ panelUrl }) => <UrlCell url={panelUrl} what="panel URL" />,
    },
    tagsColumn(136, onTag),
    { id: 'domains', header: 'Domains', width: 74, cell: (row) => <Domains server={row} /> },
    {
      id: 'status',
      header: heading('status'),
      width: 126,
      sortBy: 'status',
      cell: ({ status }) => <StatusBadge status={status} />,
    },
  ];

export const serverCard =
  ({ open, onToggle }: OpenRows) =>
  (row: Server) => (
    <div className="card">
      <RowName>{row.name}</RowName>
      <Hosting hosting={row.hosting} />
      <span className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <StatusBadge status={row.status} />
        <Marked>{row.country}</Marked>
        {row.ip && <Ip ip={row.ip} />}
      </span>
      <UserLines server={row} isOpen={open.has(row.id)} onToggle={onToggle} />
      {row.panelUrl && <UrlCell url={row.panelUrl} what="panel URL" />}
      <span className="flex items-center gap-1.5">
        Domains: <Domains server={row} />
      </span>
      {row.tags.length > 0 && <TagList tags={row.tags} />}
    </div>
  );
