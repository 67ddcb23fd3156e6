import { dayMs } from '@quartermaster/contract/rules/expiry';
import { FacetFilter } from '../../list/facets/facet-filter.tsx';
import { formatDay } from '../../ui/format.ts';

const choices = [
  [1, 'yesterday'],
  [7, '7 days ago'],
  [30, '30 days ago'],
  [90, '90 days ago'],
] as const;

const daysAgo = (days: number): string => new Date(Date.now() - days * dayMs).toISOString().slice(0, 10);

interface FilterProps {
  value: string | undefined;
  onChange: (day: string | undefined) => void;
}

/** Filters domains by the day since which a registry, DNS or a server says something else of them. */
export function ChangedSinceFilter({ value, onChange }: FilterProps) {
  const options = choices.map(([days, label]) => ({ value: daysAgo(days), label }));
  const isOther = value !== undefined && !options.some((option) => option.value === value);
  return (
    <FacetFilter
      label="Changed since"
      options={isOther ? [...options, { value, label: formatDay(value) }] : options}
      value={value}
      onChange={onChange}
    />
  );
}
