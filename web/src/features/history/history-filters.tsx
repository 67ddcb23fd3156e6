import { areas } from '@quartermaster/contract/api/areas';
import { client } from '@quartermaster/contract/api/client';
import { type BatchKind, batchKinds } from '@quartermaster/contract/history/history.routes';
import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { routeQuery } from '../../api/queries.ts';
import { useMay } from '../../api/rights.ts';
import { entities } from '../../records/entities.ts';
import { Button } from '../../ui/button.tsx';
import { DayInput } from '../../ui/day-input.tsx';
import { Select } from '../../ui/select.tsx';
import { type HistorySearch, automaticKinds } from './history-search.ts';

const ownKinds = (Object.keys(batchKinds) as BatchKind[]).filter((kind) => !automaticKinds.includes(kind));

const kinds = [
  ...ownKinds.map((kind) => ({ value: kind, label: batchKinds[kind] })),
  ...automaticKinds.map((kind) => ({ value: kind, label: batchKinds[kind], group: 'Also automatic' })),
];

const dayLabel = 'flex items-center gap-2 text-sm text-ink-2 max-md:grid max-md:gap-1';

/** Filters by person, for those who see the acts of all; by kind of act and record; by days. */
export function HistoryFilters({ search }: { search: HistorySearch }) {
  const seesAll = useMay('manage');
  const navigate = useNavigate();
  const set = (change: HistorySearch) => {
    const { batch: _, ...filters } = { ...search, ...change };
    void navigate({ to: '/history', search: filters, replace: true });
  };
  const { area, actorId, tokenId, kind, from, to } = search;
  const isFiltered = [area, actorId, tokenId, kind, from, to].some(Boolean);
  return (
    <div
      role="group"
      aria-label="Filters"
      className="flex flex-wrap items-center gap-2 max-md:grid max-md:grid-cols-2 max-md:items-end"
    >
      {seesAll && <PersonFilter actorId={actorId} tokenId={tokenId} onChange={set} />}
      <Select
        aria-label="What was done"
        className="md:max-w-48"
        options={kinds}
        emptyLabel="All manual changes"
        value={kind ?? ''}
        onChange={(chosen) => set({ kind: chosen })}
      />
      <Select
        aria-label="Kind of record"
        className="md:max-w-48"
        options={areas.map((each) => ({ value: each, label: entities[each].title }))}
        emptyLabel="All records"
        value={area ?? ''}
        onChange={(chosen) => set({ area: chosen })}
      />
      <label className={dayLabel}>
        From
        <DayInput value={from ?? ''} onChange={(day) => set({ from: day })} />
      </label>
      <label className={dayLabel}>
        To
        <DayInput value={to ?? ''} onChange={(day) => set({ to: day })} />
      </label>
      {isFiltered && (
        <Button
          variant="ghost"
          onClick={() => set({ area: '', actorId: '', tokenId: '', kind: '', from: '', to: '' })}
        >
          Clear
        </Button>
      )}
    </div>
  );
}

const ofToken = 'token:';

interface PersonFilterProps {
  actorId: string | undefined;
  tokenId: string | undefined;
  onChange: (change: HistorySearch) => void;
}

/** Members, former members and API tokens that acted. */
function PersonFilter({ actorId, tokenId, onChange }: PersonFilterProps) {
  const members = useQuery(routeQuery(client.members.list)).data?.members ?? [];
  const { actors = [], tokens = [] } = useQuery(routeQuery(client.history.actors)).data ?? {};
  const people = members.map(({ userId, name, email }) => ({ value: userId, label: name ?? email }));
  const former = actors
    .filter(({ isMember }) => !isMember)
    .map(({ userId, name, email }) => ({ value: userId, label: name ?? email, group: 'Former members' }));
  const programs = tokens.map(({ id, name }) => ({ value: `${ofToken}${id}`, label: name, group: 'Tokens' }));
  return (
    <Select
      aria-label="Person"
      className="max-md:col-span-2 md:max-w-56"
      options={[...people, ...former, ...programs]}
      emptyLabel="Everyone"
      value={tokenId ? `${ofToken}${tokenId}` : (actorId ?? '')}
      onChange={(chosen) =>
        onChange(
          chosen.startsWith(ofToken)
            ? { actorId: '', tokenId: chosen.slice(ofToken.length) }
            : { actorId: chosen, tokenId: '' },
        )
      }
    />
  );
}
