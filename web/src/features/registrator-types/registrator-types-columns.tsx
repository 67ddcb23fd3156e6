import { client } from '@quartermaster/contract/api/client';
import type { RegistratorType } from '@quartermaster/contract/entities/registrator-types/registrator-types.schema';
import { yesNo } from '@quartermaster/contract/rules/cells';
import { Globe } from 'lucide-react';
import { CardEnd, createdColumn, RowName, UrlCell } from '../../list/table/cells.tsx';
import type { Column } from '../../list/table/table-props.ts';
import { StatusBadge } from '../../ui/status-badge.tsx';
import { flagChoices } from '../../list/facets/facet-filter.tsx';
import { fieldHeading } from '../../records/entity.ts';
import { counted } from '../../records/count-text.ts';

const heading = (field: keyof typeof client.registratorTypes.fieldLabels) =>
  fieldHeading(client.registratorTypes, field);

/** Shared by everyone, and read-only here. */
export const isGlobal = ({ userId }: RegistratorType): boolean => userId === null;

export const deleteQuestion = ({ name }: RegistratorType): string =>
  `Are you sure you want to delete "${name}"?`;

// Created once: a table has many rows.
const globe = (
  <span role="img" aria-label="Global type" data-tip="Global type" className="shrink-0 text-info">
    <Globe aria-hidden className="size-4" strokeWidth={1.75} />
  </span>
);
const yes = <StatusBadge tone="ok">{yesNo(true)}</StatusBadge>;
const no = <StatusBadge tone="mute">{yesNo(false)}</StatusBadge>;
const everyones = <StatusBadge tone="info">Global</StatusBadge>;
const own = <StatusBadge tone="violet">Personal</StatusBadge>;

const Name = ({ type }: { type: RegistratorType }) => (
  <span className="flex items-center gap-2">
    <RowName>{type.name}</RowName>
    {isGlobal(type) && globe}
  </span>
);

const Website = ({ url }: { url: string | null }) => (
  <UrlCell url={url} what="website URL" label="Visit" isSearched />
);

const shown = 2;

/** 'apiKey, apiSecret +1 more' above '3 fields'. */
function ApiFields({ names }: { names: readonly string[] }) {
  if (names.length === 0) return '—';
  const more = names.length - shown;
  return (
    <span className="stacked" data-tip={more > 0 ? names.join(', ') : undefined}>
      <span className="flex min-w-0 gap-1.5">
        <span className="clipped">{names.slice(0, shown).join(', ')}</span>
        {more > 0 && <span className="shrink-0 text-ink-2">+{more} more</span>}
      </span>
      <span className="text-xs text-ink-2">{counted({ one: 'field' }, names.length)}</span>
    </span>
  );
}

export const Owner = ({ type }: { type: RegistratorType }) => (isGlobal(type) ? everyones : own);

export const typeColumns = (): Column<RegistratorType, keyof typeof client.registratorTypes.filters>[] => [
  { id: 'name', header: heading('name'), width: 212, sortBy: 'name', cell: (type) => <Name type={type} /> },
  {
    id: 'websiteUrl',
    header: 'Website',
    headings: ['Website URL'],
    width: 220,
    sortBy: 'websiteUrl',
    cell: ({ websiteUrl }) => <Website url={websiteUrl} />,
  },
  {
    id: 'hasApi',
    header: 'API',
    headings: ['API Access'],
    width: 86,
    sortBy: 'hasApi',
    filter: {
      by: 'hasApi',
      label: 'API Support',
      options: flagChoices('With API', 'Without API'),
    },
    cell: ({ hasApi }) => (hasApi ? yes : no),
  },
  {
    id: 'apiFields',
    header: heading('apiFields'),
    width: 240,
    cell: ({ apiFields }) => <ApiFields names={Object.keys(apiFields)} />,
  },
  { id: 'type', header: 'Type', width: 106, cell: (type) => <Owner type={type} /> },
  createdColumn(),
];

export const typeCard = (type: RegistratorType) => (
  <div className="card">
    <Name type={type} />
    {type.websiteUrl && <Website url={type.websiteUrl} />}
    <span className="flex flex-wrap items-center gap-1.5">
      <Owner type={type} />
      <StatusBadge tone={type.hasApi ? 'ok' : 'mute'}>API: {yesNo(type.hasApi)}</StatusBadge>
    </span>
    {type.hasApi && <ApiFields names={Object.keys(type.apiFields)} />}
    <CardEnd createdAt={type.createdAt} />
  </div>
);
