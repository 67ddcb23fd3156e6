import type { Area } from '@quartermaster/contract/api/areas';
import type { Tag } from '@quartermaster/contract/rules/tags';
import { type RouterHistory, useLocation, useRouter } from '@tanstack/react-router';
import { useCallback, useEffect, useLayoutEffect, useMemo, useRef, useState } from 'react';
import { orderOf, startFilters } from '../records/entities.ts';
import type { Entity } from '../records/entity.ts';
import { type TagFilter, narrowedTo, noTags } from '../records/tag-filter.ts';
import { type Walk, walkState } from '../records/use-drawer.ts';
import {
  type Filters,
  type ListUrl,
  type Params,
  type RecordInView,
  type Sort,
  firstTab,
  listQuery,
  nextSort,
  readShown,
  readUrl,
  writeUrl,
} from '../records/url.ts';

const typingPause = 150;

export interface Related {
  /** `emails:<id>` */
  to: string | undefined;
  remove: () => void;
}

export interface ListState<F extends string = string> extends TagFilter {
  /** The text as typed; the address follows after a pause. */
  search: string;
  setSearch: (text: string) => void;
  filters: Filters<F>;
  setFilter: (name: F, value: string | undefined) => void;
  setFilters: (changes: Partial<Record<F, string | undefined>>) => void;
  /** Keeps its identity, for memoised rows. */
  filterByTag: (tag: Tag) => void;
  setTags: (filter: TagFilter) => void;
  /** The filter by a connected record, and how to remove it. */
  related: Related;
  /** The filter by ids; empty without one. */
  ids: readonly string[];
  /** Lists these records and no others; with no ids, removes the filter. */
  showRecords: (ids: readonly string[]) => void;
  sort: Sort | undefined;
  sortOn: (by: string) => void;
  page: number;
  setPage: (page: number) => void;
  form: string | undefined;
  openForm: (form: string) => void;
  /** Goes from one record's form to another's. */
  stepForm: (form: string) => void;
  closeForm: () => void;
  /** The record shown over the list. */
  shown: RecordInView | undefined;
  /** Shows a record over the list. */
  openRecord: (area: Area, id: string, tab?: string) => void;
  /** Sets these filters, and resets everything else that selects or sorts. */
  showOnly: (filters: Filters<F>) => void;
  /** Resets search, tags, filters and the connection. */
  clear: () => void;
  /** The number of filters, tags and connections that differ from the defaults. */
  activeFilters: number;
  isFiltered: boolean;
  /** The query parameters, without search and paging. */
  query: Record<string, string>;
  /** The search text sent to the server. */
  asked: string;
}

/**
 * A list's state, kept in the address. Filters, pages and forms add history entries; typing and sorting replace the
 * current entry.
 */
export function useListState<R extends Pick<Entity, 'path' | 'filters' | 'sortNames'>>(
  entity: R,
  defaults: Filters = startFilters(entity),
): ListState<keyof R['filters'] & string> {
  const router = useRouter();
  const history = router.history as RouterHistory;
  const params = useLocation({ select: (location) => location.search as Params });
  const url = useMemo(() => readUrl(entity, params, defaults), [entity, params, defaults]);
  const sort = useMemo(() => orderOf(entity, url), [entity, url]);
  const [search, setSearch] = useState(url.search);

  const typing = useRef<ReturnType<typeof setTimeout>>(undefined);
  const typed = useRef(search);
  useLayoutEffect(() => {
    typed.current = search;
  });

  const go = useCallback(
    async (change: (url: ListUrl) => Partial<ListUrl>, how: 'push' | 'replace', state = {}) => {
      // Every navigation includes the typed text: a later update of the address would replace it.
      clearTimeout(typing.current);
      // The page is being left: `to: '.'` would write its state into another page's address.
      if (router.latestLocation.pathname !== entity.path) return;
      const step = (part: typeof change, replace: boolean, more: object) =>
        router.navigate({
          to: '.',
          search: (previous: Params) => {
            const now = { ...readUrl(entity, previous, defaults), search: typed.current };
            return writeUrl({ ...now, ...part(now) }, defaults);
          },
          replace,
          resetScroll: false,
          state: (previous: object) => ({ ...previous, formOpenedHere: false, ...more }),
        } as never);
      // Pending text belongs to the entry being left, so that Back restores it.
      const left = readUrl(entity, router.state.location.search as Params, defaults).search;
      if (how === 'push' && left !== typed.current) await step(() => ({ page: 1 }), true, {});
      await step(change, how === 'replace', state);
    },
    [router, entity, defaults],
  );

  useEffect(() => {
    if (search === url.search) return undefined;
    typing.current = setTimeout(() => void go(() => ({ page: 1 }), 'replace'), typingPause);
    return () => clearTimeout(typing.current);
  }, [search, url.search, go]);

  // Only history navigation and links set the search text. The address trails the typing, and must not overwrite newer
  // letters.
  useEffect(() => {
    return history.subscribe(({ location, action }) => {
      if (action.type !== 'REPLACE') setSearch(new URLSearchParams(location.search).get('search') ?? '');
    });
  }, [history]);

  const steps = useMemo(
    () => ({
      setFilter: (name: string, value: string | undefined) =>
        go(({ filters }) => ({ filters: withFilters(filters, { [name]: value }), page: 1 }), 'push'),
      setFilters: (changes: Changes) =>
        void go(({ filters }) => ({ filters: withFilters(filters, changes), page: 1 }), 'push'),
      filterByTag: ({ type, value }: Tag) =>
        go((now) => ({ ...narrowedTo(now, `${type}:${value}`), page: 1 }), 'push'),
      setTags: ({ tags, tagsAny }: TagFilter) => void go(() => ({ tags, tagsAny, page: 1 }), 'push'),
      sortOn: (by: string) => go((now) => ({ sort: nextSort(orderOf(entity, now), by), page: 1 }), 'replace'),
      removeRelated: () => void go(() => ({ relatedTo: undefined, page: 1 }), 'push'),
      setPage: (page: number) => go(() => ({ page }), 'push'),
      openForm: (form: string) => go(() => ({ form }), 'push', { formOpenedHere: true }),
      stepForm: (form: string) => {
        const { formOpenedHere } = router.state.location.state as { formOpenedHere?: boolean };
        void go(() => ({ form }), 'replace', { formOpenedHere });
      },
      closeForm: () => {
        const { formOpenedHere } = router.state.location.state as { formOpenedHere?: boolean };
        if (formOpenedHere) history.back();
        else void go(() => ({ form: undefined }), 'replace');
      },
      openRecord: (area: Area, id: string, tab = firstTab) => {
        const { search: params, state } = router.state.location as { search: Params; state: Walk };
        const walk = walkState(readShown(params) !== undefined)(state);
        void go(() => ({ shown: { subject: `${area}:${id}`, tab }, form: undefined }), 'push', walk);
      },
      showOnly: (filters: Filters) => {
        setSearch('');
        void go(() => ({ ...unfiltered, filters, sort: undefined }), 'push');
      },
      showRecords: (ids: readonly string[]) => {
        setSearch('');
        void go(() => ({ ...unfiltered, filters: ids.length > 0 ? {} : defaults, ids: [...ids] }), 'push');
      },
      clear: () => {
        setSearch('');
        void go(() => ({ ...unfiltered, filters: defaults }), 'push');
      },
    }),
    [go, router, history, entity, defaults],
  );

  const changed = new Set([...Object.keys(url.filters), ...Object.keys(defaults)]);
  const differing = [...changed].filter((name) => url.filters[name] !== defaults[name]);
  const tagged = url.tags.length + url.tagsAny.length;
  const activeFilters = differing.length + tagged + (url.relatedTo ? 1 : 0) + (url.ids.length > 0 ? 1 : 0);
  const query = useMemo(() => listQuery(url, sort), [url, sort]);
  return {
    ...url,
    sort,
    ...steps,
    related: { to: url.relatedTo, remove: steps.removeRelated },
    search,
    setSearch,
    activeFilters,
    isFiltered: activeFilters > 0 || search.trim() !== '',
    query,
    asked: url.search.trim(),
  };
}

const unfiltered = { search: '', ...noTags, relatedTo: undefined, ids: [], page: 1 };

type Changes = Readonly<Record<string, string | undefined>>;

const withFilters = (filters: Filters, changes: Changes): Filters =>
  Object.fromEntries(
    Object.entries({ ...filters, ...changes }).filter(
      (filter): filter is [string, string] => filter[1] !== undefined && filter[1] !== '',
    ),
  );
