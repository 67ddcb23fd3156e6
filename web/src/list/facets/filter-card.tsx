import type { Entity } from '../../records/entity.ts';
import { filterSearch } from '../../records/record-address.ts';
import { StatCard, type StatCardProps } from '../../ui/stat-card.tsx';
import type { ListState } from '../use-list-state.ts';

interface FilterCardProps<F extends string> extends Omit<StatCardProps, 'to' | 'search' | 'active'> {
  page: { entity: Pick<Entity, 'path'>; state: Pick<ListState<F>, 'filters'> };
  /** The filters that select what the card counts; none for everything. */
  shows?: Readonly<Partial<Record<F, string>>>;
}

/** A stat that filters the list to what it counts. */
export function FilterCard<F extends string>({ page, shows, ...card }: FilterCardProps<F>) {
  const { entity, state } = page;
  const filters = (shows ?? {}) as Record<string, string>;
  const set = Object.entries<string | undefined>(state.filters);
  const isShown = set.length > 0 && set.every(([name, value]) => filters[name] === value);
  return (
    <StatCard
      {...card}
      to={entity.path}
      search={filterSearch(entity, filters)}
      active={isShown && set.length === Object.keys(filters).length}
    />
  );
}
