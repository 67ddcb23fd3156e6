import type { Entity } from '../records/entity.ts';
import { filterSearch } from '../records/record-address.ts';
import { StatCard, type StatCardProps } from '../ui/stat-card.tsx';
import type { ListState } from './use-list-state.ts';

interface Stat<F extends string> extends Omit<StatCardProps, 'to' | 'search' | 'active'> {
  /** The filters that select what it counts, to which it filters the list; none for everything. */
  shows?: Readonly<Partial<Record<F, string>>>;
}

interface StatCardsProps<F extends string> {
  page: { entity: Pick<Entity, 'path'>; state: Pick<ListState<F>, 'filters'> };
  loading: boolean;
  stats: readonly Stat<F>[];
}

/** The stats of a list; most filter it to what they count. */
export const StatCards = <F extends string>({
  page: { entity, state },
  loading,
  stats,
}: StatCardsProps<F>) => {
  const set = Object.entries<string | undefined>(state.filters);
  return stats.map(({ shows, ...card }) => {
    const filters = shows as Record<string, string> | undefined;
    const isShown = filters && set.length > 0 && set.every(([name, value]) => filters[name] === value);
    return (
      <StatCard
        key={card.label}
        loading={loading}
        {...card}
        {...(filters && {
          to: entity.path,
          search: filterSearch(entity, filters),
          active: isShown && set.length === Object.keys(filters).length,
        })}
      />
    );
  });
};
