import type { ProxyType } from '@quartermaster/contract/catalog/proxy-types';
import type { Proxy } from '@quartermaster/contract/entities/proxies/proxies.schema';
import type { Tag } from '@quartermaster/contract/rules/tags';
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
import { proxyUrl } from './proxy-url.ts';

/** What search looks through; the server does the same. */
export const proxyWords = ({ name, ip, port, username, type, country, comment, tags }: Proxy): Words => [
  name,
  `${ip}:${port}`,
  username,
  type,
  country,
  comment,
  ...tagWords(tags),
];

export const proxyName = ({ name }: Proxy): string => name;

function Connection({ proxy }: { proxy: Proxy }) {
  const address = hostAndPort(proxy.ip, proxy.port);
  return (
    <span className="flex items-center">
      <span className="mr-1 min-w-0 clipped font-mono text-xs">{address}</span>
      <CopyButton value={address} what="IP and port" />
      <CopyButton value={proxyUrl(proxy)} what="full proxy URL" icon="icon-link" />
    </span>
  );
}

const Credentials = ({ username, password }: Pick<Proxy, 'username' | 'password'>) => (
  <span className="flex items-center gap-1">
    <span className="min-w-0 clipped">{username}</span>
    <CopyButton value={username} what="username" />
    <span className="ml-1 text-ink-2">
      <SecretCell value={password} what="password" />
    </span>
  </span>
);

const typeTones: Record<ProxyType, Tone> = { HTTP: 'info', HTTPS: 'teal', SOCKS5: 'violet' };
const Type = ({ type }: { type: ProxyType }) => <Badge tone={typeTones[type]}>{type}</Badge>;

const Status = ({ isActive }: { isActive: boolean }) => (
  <StatusBadge status={isActive ? 'Active' : 'Inactive'} />
);

export const proxyColumns = (onTag: (tag: Tag) => void): Column<Proxy>[] => [
  {
    id: 'name',
    header: 'Name',
    width: 167,
    sortBy: 'name',
    cell: ({ name }) => <span className="block clipped">{name}</span>,
  },
  {
    id: 'connection',
    header: 'Connection',
    width: 216,
    sortBy: 'ip',
    cell: (proxy) => <Connection proxy={proxy} />,
  },
  { id: 'type', header: 'Type', width: 81, sortBy: 'type', cell: ({ type }) => <Type type={type} /> },
  {
    id: 'credentials',
    header: 'Credentials',
    width: 212,
    sortBy: 'username',
    cell: ({ username, password }) => <Credentials username={username} password={password} />,
  },
  { id: 'country', header: 'Country', width: 111, sortBy: 'country', cell: ({ country }) => country ?? '—' },
  { id: 'tags', header: 'Tags', width: 215, cell: ({ tags }) => <TagList tags={tags} onTag={onTag} /> },
  {
    id: 'status',
    header: 'Status',
    width: 96,
    sortBy: 'isActive',
    cell: ({ isActive }) => <Status isActive={isActive} />,
  },
  {
    id: 'createdAt',
    header: 'Created',
    width: 168,
    sortBy: 'createdAt',
    cell: ({ createdAt }) => formatDateTime(createdAt),
  },
];

export const proxyCard = (proxy: Proxy) => (
  <div className="grid grid-cols-1 gap-1.5">
    <span className="clipped text-base font-medium">{proxy.name}</span>
    <Connection proxy={proxy} />
    <Credentials username={proxy.username} password={proxy.password} />
    <span className="flex flex-wrap items-center gap-1.5">
      <Type type={proxy.type} />
      <Status isActive={proxy.isActive} />
      {proxy.country && <span className="text-ink-2">{proxy.country}</span>}
    </span>
    {proxy.tags.length > 0 && <TagList tags={proxy.tags} />}
  </div>
);
