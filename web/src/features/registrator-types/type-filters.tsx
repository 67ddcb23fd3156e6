import type { client } from '@quartermaster/contract/api/client';
import { FacetFilter } from '../../list/facet-filter.tsx';
import type { ListState } from '../../list/use-list-state.ts';
import { CheckLabel } from '../../ui/check-label.tsx';

const apiSupport = [
  { value: 'true', label: 'With API' },
  { value: 'false', label: 'Without API' },
];

interface TypeFiltersProps {
  state: Pick<ListState<keyof typeof client.registratorTypes.filters>, 'filters' | 'setFilter'>;
}

export const TypeFilters = ({ state: { filters, setFilter } }: TypeFiltersProps) => (
  <>
    <span className="pr-2 text-sm">
      <CheckLabel
        checked={filters.includeGlobal !== 'false'}
        onChange={({ target }) => setFilter('includeGlobal', target.checked ? undefined : 'false')}
      >
        Include Global Types
      </CheckLabel>
    </span>
    <FacetFilter
      label="API Support"
      options={apiSupport}
      value={filters.hasApi}
      onChange={(value) => setFilter('hasApi', value)}
    />
  </>
);
