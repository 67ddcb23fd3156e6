import { useListState } from '../../list/use-list-state.ts';
import { costsView, expirationList } from './expirations-query.ts';

/** The state of the list. What is chosen for the view of costs is no filter, and stays when these are cleared. */
export function useExpirationList() {
  const state = useListState(expirationList);
  const ofView = Object.fromEntries(
    Object.entries(state.filters).filter(([name]) => Object.hasOwn(costsView, name)),
  );
  const activeFilters = state.activeFilters - Object.keys(ofView).length;
  return {
    ...state,
    activeFilters,
    isFiltered: activeFilters > 0 || state.search.trim() !== '',
    clear: () => state.showOnly(ofView),
  };
}
