import { serverStatusNames } from '@quartermaster/contract/catalog/server-statuses';
import type { Choice } from '../../list/facets/facet-filter.tsx';

export const statusChoices: Choice[] = Object.entries(serverStatusNames).map(([value, label]) => ({
  value,
  label,
}));

/** Keeps a stored country that is not in the list: the API accepts any. */
export const countryChoices = (countries: readonly string[], chosen: string | null | undefined): Choice[] =>
  [...new Set([...countries, ...(chosen ? [chosen] : [])])].map((value) => ({ value, label: value }));
