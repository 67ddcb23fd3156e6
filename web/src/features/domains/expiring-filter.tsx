import { useRef, useState } from 'react';
import { FacetFilter } from '../../list/facets/facet-filter.tsx';
import { deferred } from '../../ui/deferred.tsx';
import { expiringChoices } from './domain-choices.ts';
import type { ExpiringState } from './expiring-popover.tsx';

const ExpiringPopover = deferred(() => import('./expiring-popover.tsx'));

/** The choice that asks for a number of days, or for the first and the last day. */
const custom = 'custom';

/** Filters domains by the days until they expire. */
export function ExpiringFilter({ state }: { state: ExpiringState }) {
  const anchor = useRef<HTMLSpanElement>(null);
  const [isOpen, setOpen] = useState(false);
  const days = state.filters.expiringInDays;
  const isOther = days !== undefined && !expiringChoices.some(({ value }) => value === days);
  const options = [
    ...expiringChoices,
    ...(isOther ? [{ value: days, label: `${days} days` }] : []),
    { value: custom, label: 'Custom…' },
  ];
  return (
    <span ref={anchor} className="contents *:min-w-0">
      <FacetFilter
        label="Expiring Within"
        options={options}
        value={days}
        onChange={(value) => (value === custom ? setOpen(true) : state.setFilters({ expiringInDays: value }))}
      />
      {isOpen && <ExpiringPopover state={state} anchor={anchor} onClose={() => setOpen(false)} />}
    </span>
  );
}
