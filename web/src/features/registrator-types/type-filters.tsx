import type { client } from '@quartermaster/contract/api/client';
import { CheckFilter } from '../../list/check-filter.tsx';
import { FacetFilter } from '../../list/facet-filter.tsx';
import type { ListState } from '../../list/use-list-state.ts';

const apiSupport = [
  { value: 'true', label: 'With API' },
  { value: 'false', label: 'Without API' },
];

interface TypeFiltersProps {
  state: Pick<ListState<keyof typeof client.registratorTypes.filters>, 'filters' | 'setFilter'>;
}

export const TypeFilters = ({ state: { filters, setFilter } }: TypeFiltersProps) => (
  <>
    <CheckFilter
      label="Include Global Types"
      offLabel="Without global types"
      isOn={filters.includeGlobal !== 'false'}
      onChange={(isOn) => setFilter('includeGlobal', isOn ? undefined : 'false')}
    />
    <FacetFilter
      label="API Support"
      options={apiSupport}
      value={filters.hasApi}
      onChange={(value) => setFilter('hasApi', value)}
    />
  </>
);
