import { client } from '@quartermaster/contract/api/client';
import type { ProxyType } from '@quartermaster/contract/catalog/proxy-types';
import type { Proxy } from '@quartermaster/contract/entities/proxies/proxies.schema';
import { activeCell } from '@quartermaster/contract/rules/cells';
import type { Tag } from '@quartermaster/contract/rules/tags';
import { hostAndPort } from '@quartermaster/contract/rules/ip-address';
import { CardEnd, Copyable, createdColumn, RowName, tagsColumn } from '../../list/table/cells.tsx';
import type { Column } from '../../list/table/table-props.ts';
import { secretAt } from '../../records/secrets.ts';
import { Badge } from '../../ui/badge.tsx';
import { CopyButton } from '../../ui/copy-button.tsx';
import { SecretCell } from '../../ui/secret-cell.tsx';
import { Marked } from '../../ui/marked.tsx';
import { StatusBadge } from '../../ui/status-badge.tsx';
import { TagList } from '../../ui/tag-chip.tsx';
import type { Tone } from '../../ui/tone.ts';
import { flagChoices } from '../../list/facets/facet-filter.tsx';
import { fieldHeading } from '../../records/entity.ts';

/** The full proxy URL: `http://user:password@192.0.2.1:8080`. */
export const proxyUrl = ({
  type,
  username,
  password,
  ip,
  port,
}: Pick<Proxy, 'type' | 'username' | 'password' | 'ip' | 'port'>): string =>
  `${type.toLowerCase()}://${encodeURIComponent(username)}:${encodeURIComponent(password ?? '')}@${hostAndPort(ip, port)}`;

const heading = (field: keyof typeof client.proxies.fieldLabels) => fieldHeading(client.proxies, field);

function Connection({ proxy }: { proxy: Proxy }) {
  const address = hostAndPort(proxy.ip, proxy.port);
  const password = secretAt(client.proxies, proxy, 'password');
  const url = async () =>
    proxyUrl({ ...proxy, password: typeof password === 'function' ? await password() : '' });
  return (
    <Copyable
      value={address}
      what="IP and port"
      more={
        typeof password === 'function' && <CopyButton value={url} what="full proxy URL" icon="icon-link" />
      }
    >
      <span className="clipped font-mono text-xs">
        <Marked>{address}</Marked>
      </span>
    </Copyable>
  );
}

const Credentials = ({ proxy }: { proxy: Proxy }) => (
  <span className="flex items-center gap-3">
    <Copyable value={proxy.username} what="username">
      <span className="clipped">
        <Marked>{proxy.username}</Marked>
      </span>
    </Copyable>
    <SecretCell value={secretAt(client.proxies, proxy, 'password')} what="password" />
  </span>
);

const Name = ({ name }: { name: string }) => (
  <span className="flex">
    <RowName>{name}</RowName>
  </span>
);

const typeTones: Record<ProxyType, Tone> = { HTTP: 'info', HTTPS: 'teal', SOCKS5: 'violet' };
const Type = ({ type }: { type: ProxyType }) => (
  <Badge tone={typeTones[type]}>
    <Marked>{type}</Marked>
  </Badge>
);

const Status = ({ isActive }: { isActive: boolean }) => <StatusBadge status={activeCell({ isActive })} />;

export const proxyColumns = (
  onTag: (tag: Tag) => void,
): Column<Proxy, keyof typeof client.proxies.filters>[] => [
  {
    id: 'name',
    header: heading('name'),
    width: 150,
    sortBy: 'name',
    cell: ({ name }) => <Name name={name} />,
  },
  {
    id: 'connection',
    header: 'Connection',
    headings: ['IP', 'Port'],
    width: 170,
    sortBy: 'ip',
    cell: (proxy) => <Connection proxy={proxy} />,
  },
  {
    id: 'type',
    header: heading('type'),
    width: 81,
    sortBy: 'type',
    cell: ({ type }) => <Type type={type} />,
  },
  {
    id: 'credentials',
    header: 'Credentials',
    headings: ['Username'],
    width: 180,
    sortBy: 'username',
    cell: (proxy) => <Credentials proxy={proxy} />,
  },
  {
    id: 'country',
    header: heading('country'),
    width: 111,
    sortBy: 'country',
    cell: ({ country }) => (
      <span className="block clipped">
        <Marked>{country ?? '—'}</Marked>
      </span>
    ),
  },
  tagsColumn(190, onTag),
  {
    id: 'status',
    header: heading('isActive'),
    width: 96,
    sortBy: 'isActive',
    filter: {
      by: 'isActive',
      label: 'Status',
      options: flagChoices('Active', 'Inactive'),
    },
    cell: ({ isActive }) => <Status isActive={isActive} />,
  },
  createdColumn(),
];

export const proxyCard = (proxy: Proxy) => (
  <div className="card">
    <Name name={proxy.name} />
    <Connection proxy={proxy} />
    <Credentials proxy={proxy} />
    <span className="flex flex-wrap items-center gap-1.5">
      <Type type={proxy.type} />
      <Status isActive={proxy.isActive} />
      {proxy.country && (
        <span className="text-ink-2">
          <Marked>{proxy.country}</Marked>
        </span>
      )}
    </span>
    {proxy.tags.length > 0 && <TagList tags={proxy.tags} />}
    <CardEnd {...proxy} />
  </div>
);
