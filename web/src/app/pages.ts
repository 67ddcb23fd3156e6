import { client } from '@quartermaster/contract/api/client';
import { endpointQuery, queryClient } from '../api/queries.ts';
import { cdnFilters } from '../features/cdn/cdn-defaults.ts';
import { dashboardQuery } from '../features/dashboard/dashboard-query.ts';
import { pagedList, scrolledList } from '../records/list-query.ts';
import type { Identified, Resource } from '../records/resource.ts';
import { type Filters, type Params, listQuery, readUrl } from '../records/url.ts';

/** `defaults` are the filters that the page starts with. */
const rowsOf =
  <T extends Identified>(resource: Resource<T>, defaults?: Filters) =>
  (search: Params): void => {
    const url = readUrl(resource, search, defaults);
    void queryClient.prefetchInfiniteQuery(scrolledList(resource, listQuery(url)));
  };

/** The same of a list in pages, which keeps its search in the address too. */
const pageOf =
  <T extends Identified>(resource: Resource<T>) =>
  (params: Params): void => {
    const url = readUrl(resource, params);
    const search = url.search.trim();
    const query = { ...listQuery(url), ...(search !== '' && { search }) };
    void queryClient.prefetchQuery(pagedList(resource, query, url.page));
  };

const domainRows = rowsOf(client.domains);

interface Page {
  /** Asks for what the page begins with, while its code is still on the way. */
  ask: (search: Params) => void;
  code: () => Promise<unknown>;
}

/** By their paths. */
export const pages = {
  '/': {
    ask: () => void queryClient.prefetchQuery(dashboardQuery),
    code: () => import('../features/dashboard/dashboard-page.tsx'),
  },
  '/domains': {
    ask: (search) => {
      domainRows(search);
      // The banner that they may bring would push the rows down.
      void queryClient.prefetchQuery(endpointQuery(client.domains.stats));
    },
    code: () => import('../features/domains/domains-page.tsx'),
  },
  '/emails': {
    ask: rowsOf(client.emails),
    code: () => import('../features/emails/emails-page.tsx'),
  },
  '/registrator-types': {
    ask: rowsOf(client.registratorTypes),
    code: () => import('../features/registrator-types/registrator-types-page.tsx'),
  },
  '/registrator-accounts': {
    ask: rowsOf(client.registratorAccounts),
    code: () => import('../features/registrator-accounts/registrator-accounts-page.tsx'),
  },
  '/hostings': {
    ask: pageOf(client.hostings),
    code: () => import('../features/hostings/hostings-page.tsx'),
  },
  '/servers': {
    ask: pageOf(client.servers),
    code: () => import('../features/servers/servers-page.tsx'),
  },
  '/proxies': {
    ask: rowsOf(client.proxies),
    code: () => import('../features/proxies/proxies-page.tsx'),
  },
  '/cdn': {
    ask: rowsOf(client.cdn, cdnFilters),
    code: () => import('../features/cdn/cdn-page.tsx'),
  },
} satisfies Record<string, Page>;
