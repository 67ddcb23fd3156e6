import { useRouter } from '@tanstack/react-router';
import { toast } from '../ui/toaster.tsx';
import { startFilters } from './entities.ts';
import { type Entity, type Identified, capital } from './entity.ts';
import { fetchPage } from './list-query.ts';
import { filterSearch } from './record-address.ts';
import { type Params, listQuery, readUrl } from './url.ts';

/** Announces that a record was saved; if the list's filters hide a new one, with a link to it. */
export function useSavedToast<T extends Identified>(entity: Entity<T>) {
  const router = useRouter();
  const isHidden = async ({ id }: T): Promise<boolean> => {
    const { pathname, search: params } = router.state.location as { pathname: string; search: Params };
    if (pathname !== entity.path) return false;
    const url = readUrl(entity, params, startFilters(entity));
    const query = { ...listQuery(url), ...(url.search !== '' && { search: url.search }) };
    if (Object.keys(query).length === 0) return false;
    // The newest matching record is this one, if it matches.
    const order = { sortBy: 'createdAt', sortOrder: 'desc' };
    const { rows } = await fetchPage(entity, { ...query, ...order }, 1, 1, new AbortController().signal);
    return rows[0]?.id !== id;
  };
  return async (saved: T, isNew: boolean): Promise<void> => {
    const title = `${capital(entity.one)} ${isNew ? 'created' : 'updated'}`;
    if (!isNew || !(await isHidden(saved).catch(() => false))) return toast({ title });
    const run = () => void router.navigate({ to: entity.path, search: filterSearch(entity, {}) } as never);
    return toast({ title: `${title}, but the filters hide it`, action: { label: 'Show it', run } });
  };
}
