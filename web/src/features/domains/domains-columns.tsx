import { client } from '@quartermaster/contract/api/client';
import { shownDomain, toUnicodeDomain } from '@quartermaster/contract/rules/domain-name';
import type { Domain as Answer } from '@quartermaster/contract/entities/domains/domains.schema';
import type { Tag } from '@quartermaster/contract/rules/tags';
import {
  CardComment,
  commentColumn,
  Copyable,
  createdColumn,
  RecordLink,
  RowName,
  tagsColumn,
} from '../../list/table/cells.tsx';
import type { Column } from '../../list/table/table-props.ts';
import { renewalText } from '../../records/dates/renewal-text.ts';
import { type WithGaps, fieldHeading } from '../../records/entity.ts';
import { ExternalLink } from '../../ui/external-link.tsx';
import { formatDate, formatDateTime, formatDay } from '../../ui/format.ts';
import { Marked } from '../../ui/marked.tsx';
import { StatusBadge } from '../../ui/status-badge.tsx';
import { TagList } from '../../ui/tag-chip.tsx';
import { DaysLeft, ExpiryCell, OtherDay } from './expiry-cell.tsx';

const heading = (field: keyof typeof client.domains.fieldLabels) => fieldHeading(client.domains, field);

type Domain = WithGaps<Answer>;

/** The form of an international name that is not shown. */
export function otherForm(domain: string): string | undefined {
  const unicode = toUnicodeDomain(domain) ?? domain;
  if (unicode === domain) return undefined;
  return shownDomain(domain) === domain ? unicode : domain;
}

const Name = ({ domain }: { domain: string }) => {
  const shown = shownDomain(domain);
  return (
    <Copyable
      value={domain}
      what="domain"
      more={
        <ExternalLink
          href={`https://${domain}`}
          label={`Open ${shown} in a new tab`}
          className="no-print icon-open size-6 shrink-0 rounded"
        />
      }
    >
      <RowName title={otherForm(domain)}>{shown}</RowName>
    </Copyable>
  );
};

const Registrator = ({ account }: { account: Domain['registratorAccount'] }) =>
  account ? (
    <span className="stacked">
      <RecordLink area="registrator-accounts" id={account.id}>
        {account.registratorType?.name ?? '—'}
      </RecordLink>
      {/* Of an account outside the member's scope the mailbox is not told. */}
      {account.emailAccount && (
        <span className="clipped text-xs text-ink-2">
          <Marked>{account.emailAccount.email}</Marked>
        </span>
      )}
    </span>
  ) : (
    '—'
  );

const Address = ({ children }: { children: string }) => (
  <span className="clipped font-mono text-xs text-ink-2">
    <Marked>{children}</Marked>
  </span>
);

/** A card has no room for a copy button beside the address: fingers need space around it. */
const Server = ({ server, isCard = false }: { server: Domain['server']; isCard?: boolean }) =>
  server ? (
    <span className="stacked">
      <RecordLink area="servers" id={server.id}>
        {server.name}
      </RecordLink>
      {server.ip !== null && isCard && <Address>{server.ip}</Address>}
      {server.ip !== null && !isCard && (
        <Copyable value={server.ip} what="IP address">
          <Address>{server.ip}</Address>
        </Copyable>
      )}
    </span>
  ) : (
    '—'
  );

export const domainColumns = (onTag: (tag: Tag) => void): Column<Domain>[] => [
  {
    id: 'domain',
    header: heading('domain'),
    width: 260,
    most: 420,
    sortBy: 'domain',
    cell: (row) => <Name domain={row.domain} />,
  },
  {
    id: 'status',
    header: heading('status'),
    width: 118,
    sortBy: 'status',
    cell: ({ status }) => <StatusBadge status={status} />,
  },
  {
    id: 'expirationDate',
    header: heading('expirationDate'),
    width: 154,
    sortBy: 'expirationDate',
    cell: (row) => <ExpiryCell of={row} />,
  },
  {
    id: 'registrator',
    header: 'Registrator',
    headings: ['Registrator', 'Registrator Email'],
    width: 140,
    sortBy: 'registrator',
    cell: ({ registratorAccount }) => <Registrator account={registratorAccount} />,
  },
  {
    id: 'server',
    header: heading('serverId'),
    headings: ['Server', 'Server IP'],
    width: 130,
    sortBy: 'server',
    cell: ({ server }) => <Server server={server} />,
  },
  tagsColumn(214, onTag),
  commentColumn(124),
  createdColumn(),
];

export const domainCard = (row: Domain) => (
  <div className="card" data-dense>
    <Name domain={row.domain} />
    <span className="flex flex-wrap items-center gap-x-2 gap-y-1">
      <StatusBadge status={row.status} />
      {row.expirationDate !== null && formatDay(row.expirationDate)}
      <DaysLeft date={row.expirationDate} />
      <OtherDay of={row} />
    </span>
    <span className="grid grid-cols-2 gap-x-2">
      <Registrator account={row.registratorAccount} />
      {row.server && <Server server={row.server} isCard />}
    </span>
    {renewalText(row) !== '' && <span className="clipped text-xs text-ink-2">{renewalText(row)}</span>}
    {row.comment && <CardComment>{row.comment}</CardComment>}
    <span className="flex flex-wrap items-center gap-x-2">
      {row.tags.length > 0 && <TagList tags={row.tags} />}
      <span className="text-xs text-ink-3" title={formatDateTime(row.createdAt)}>
        Created {formatDate(row.createdAt)}
      </span>
    </span>
  </div>
);
