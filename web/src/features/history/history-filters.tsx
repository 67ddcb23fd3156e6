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
  ...automaticKinds.map((kind) => ({ value: kind, label: `${batchKinds[kind]} (automatic)` })),
];

/** Filters by person, for those who see the acts of all; by kind of act and record; by days. */
export function HistoryFilters({ search }: { search: HistorySearch }) {
  const seesAll = useMay('manage');
  const { data } = useQuery({ ...routeQuery(client.members.list), enabled: seesAll });
  const navigate = useNavigate();
  const set = (change: HistorySearch) => {
    const { batch: _, ...filters } = { ...search, ...change };
    void navigate({ to: '/history', search: filters, replace: true });
  };
  const { area, actorId, kind, from, to } = search;
  const isFiltered = [area, actorId, kind, from, to].some(Boolean);
  return (
    <div role="group" aria-label="Filters" className="flex flex-wrap items-center gap-2">
      {seesAll && (
        <Select
          aria-label="Person"
          className="max-w-56"
          options={(data?.members ?? []).map(({ userId, name, email }) => ({
            value: userId,
            label: name ?? email,
          }))}
          emptyLabel="Everyone"
          value={actorId ?? ''}
          onChange={(id) => set({ actorId: id })}
        />
      )}
      <Select
        aria-label="What was done"
        className="max-w-48"
        options={kinds}
        emptyLabel="All acts of people"
        value={kind ?? ''}
        onChange={(chosen) => set({ kind: chosen })}
      />
      <Select
        aria-label="Kind of record"
        className="max-w-48"
        options={areas.map((each) => ({ value: each, label: entities[each].title }))}
        emptyLabel="All records"
        value={area ?? ''}
        onChange={(chosen) => set({ area: chosen })}
      />
      <DayInput
        aria-label="From"
        className="max-w-40"
        value={from ?? ''}
        onChange={(day) => set({ from: day })}
      />
      <DayInput aria-label="To" className="max-w-40" value={to ?? ''} onChange={(day) => set({ to: day })} />
      {isFiltered && (
        <Button variant="ghost" onClick={() => set({ area: '', actorId: '', kind: '', from: '', to: '' })}>
          Clear
        </Button>
      )}
    </div>
  );
}
