import type { client } from '@quartermaster/contract/api/client';
import { CheckFilter } from '../../list/facets/check-filter.tsx';
import { ChipFilter } from '../../list/facets/facet-filter.tsx';
import type { ListState } from '../../list/use-list-state.ts';

interface TypeFiltersProps {
  state: Pick<ListState<keyof typeof client.registratorTypes.filters>, 'filters' | 'setFilter'>;
}

const readableSecrets = [
  { value: 'true', label: 'Secrets Typed as String' },
  { value: 'false', label: 'No Secrets Typed as String' },
];

export const TypeFilters = ({ state: { filters, setFilter } }: TypeFiltersProps) => (
  <>
    <CheckFilter
      label="Include Global Types"
      offLabel="Without global types"
      isOn={filters.includeGlobal !== 'false'}
      onChange={(isOn) => setFilter('includeGlobal', isOn ? undefined : 'false')}
    />
    <ChipFilter
      label="API Fields"
      options={readableSecrets}
      value={filters.readableSecrets}
      onChange={(value) => setFilter('readableSecrets', value)}
    />
  </>
);
