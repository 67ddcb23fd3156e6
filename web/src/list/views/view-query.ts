import { stringifySearch } from '../../api/search-params.ts';
import { withoutShown } from '../../records/use-drawer.ts';

/** What a view keeps of a list's address: not the page, nor what is shown over the list. In one order, to compare by. */
export function viewQuery(search: object): string {
  const { form: _, page: __, ...rest } = withoutShown(search as Record<string, string>);
  const params = new URLSearchParams(stringifySearch(rest));
  params.sort();
  return params.toString();
}
