import { serverStatusNames } from '@quartermaster/contract/catalog/server-statuses';
import type { Choice } from '../../list/facet-filter.tsx';

export const statusChoices: Choice[] = Object.entries(serverStatusNames).map(([value, label]) => ({
  value,
  label,
}));

/** Through the API a server can be in any other country too, and then keeps it. */
export const countryChoices = (countries: readonly string[], chosen: string | null | undefined): Choice[] =>
  [...new Set([...countries, ...(chosen ? [chosen] : [])])].map((value) => ({ value, label: value }));
