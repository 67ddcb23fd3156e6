import { cdn } from '@quartermaster/contract/calls/cdn';
import { domainStats, domains } from '@quartermaster/contract/calls/domains';
import { emails } from '@quartermaster/contract/calls/emails';
import { hostings } from '@quartermaster/contract/calls/hostings';
import { proxies } from '@quartermaster/contract/calls/proxies';
import { registratorAccounts } from '@quartermaster/contract/calls/registrator-accounts';
import { registratorTypes } from '@quartermaster/contract/calls/registrator-types';
import { servers } from '@quartermaster/contract/calls/servers';
import {
  createRootRoute,
  createRoute,
  createRouter,
  lazyRouteComponent,
  Outlet,
  type ParsedLocation,
  redirect,
} from '@tanstack/react-router';
import { endpointQuery, queryClient } from './api/queries.ts';
import { hasTokens } from './api/tokens.ts';
import { cdnFilters } from './features/cdn/cdn-defaults.ts';
import { dashboardQuery } from './features/dashboard/dashboard-query.ts';
import { AppShell } from './layout/app-shell.tsx';
import { CrashPage } from './layout/crash-page.tsx';
import { pagedList, scrolledList } from './list/list-query.ts';
import type { Identified, Resource } from './list/resource.ts';
import { type Filters, listQuery, readUrl } from './list/url.ts';
import { parseSearch, signInSearch, stringifySearch, validateWords } from './search-params.ts';
import { Toaster } from './ui/toaster.tsx';
import { Tooltips } from './ui/tooltips.tsx';
import { PageSpinner } from './ui/spinner.tsx';

const root = createRootRoute({
  validateSearch: validateWords,
  component: () => (
    <>
      <Outlet />
      <Toaster />
      <Tooltips />
    </>
  ),
});

const login = createRoute({
  getParentRoute: () => root,
  path: '/login',
  component: lazyRouteComponent(() => import('./features/login/login-page.tsx'), 'LoginPage'),
});

const shell = createRoute({
  getParentRoute: () => root,
  id: 'signed-in',
  component: AppShell,
  beforeLoad: ({ location }) => {
    if (!hasTokens()) throw redirect({ to: '/login', search: signInSearch(location.href), replace: true });
  },
});

/**
 * Asks for a page's rows while its code is still on the way. `defaults` are the filters that the page starts
 * with.
 */
const rowsOf =
  <T extends Identified>(resource: Resource<T>, defaults?: Filters) =>
  ({ location }: { location: ParsedLocation }): void => {
    const url = readUrl(resource, location.search, defaults);
    void queryClient.prefetchInfiniteQuery(scrolledList(resource, listQuery(url)));
  };

/** The same of a list in pages, which keeps its search in the address too. */
const pageOf =
  <T extends Identified>(resource: Resource<T>) =>
  ({ location }: { location: ParsedLocation }): void => {
    const url = readUrl(resource, location.search);
    const search = url.search.trim();
    const query = { ...listQuery(url), ...(search !== '' && { search }) };
    void queryClient.prefetchQuery(pagedList(resource, query, url.page));
  };

const pages = [
  createRoute({
    getParentRoute: () => shell,
    path: '/',
    loader: () => void queryClient.prefetchQuery(dashboardQuery),
    component: lazyRouteComponent(() => import('./features/dashboard/dashboard-page.tsx'), 'DashboardPage'),
  }),
  createRoute({
    getParentRoute: () => shell,
    path: '/domains',
    loader: (context) => {
      rowsOf(domains)(context);
      // The banner that they may bring would push the rows down.
      void queryClient.prefetchQuery(endpointQuery(domainStats));
    },
    component: lazyRouteComponent(() => import('./features/domains/domains-page.tsx'), 'DomainsPage'),
  }),
  createRoute({
    getParentRoute: () => shell,
    path: '/emails',
    loader: rowsOf(emails),
    component: lazyRouteComponent(() => import('./features/emails/emails-page.tsx'), 'EmailsPage'),
  }),
  createRoute({
    getParentRoute: () => shell,
    path: '/registrator-types',
    loader: rowsOf(registratorTypes),
    component: lazyRouteComponent(
      () => import('./features/registrator-types/registrator-types-page.tsx'),
      'RegistratorTypesPage',
    ),
  }),
  createRoute({
    getParentRoute: () => shell,
    path: '/registrator-accounts',
    loader: rowsOf(registratorAccounts),
    component: lazyRouteComponent(
      () => import('./features/registrator-accounts/registrator-accounts-page.tsx'),
      'RegistratorAccountsPage',
    ),
  }),
  createRoute({
    getParentRoute: () => shell,
    path: '/hostings',
    loader: pageOf(hostings),
    component: lazyRouteComponent(() => import('./features/hostings/hostings-page.tsx'), 'HostingsPage'),
  }),
  createRoute({
    getParentRoute: () => shell,
    path: '/servers',
    loader: pageOf(servers),
    component: lazyRouteComponent(() => import('./features/servers/servers-page.tsx'), 'ServersPage'),
  }),
  createRoute({
    getParentRoute: () => shell,
    path: '/proxies',
    loader: rowsOf(proxies),
    component: lazyRouteComponent(() => import('./features/proxies/proxies-page.tsx'), 'ProxiesPage'),
  }),
  createRoute({
    getParentRoute: () => shell,
    path: '/cdn',
    loader: rowsOf(cdn, cdnFilters),
    component: lazyRouteComponent(() => import('./features/cdn/cdn-page.tsx'), 'CdnPage'),
  }),
];

const elsewhere = createRoute({
  getParentRoute: () => root,
  path: '$',
  beforeLoad: () => {
    throw redirect({ to: '/', replace: true });
  },
});

export const router = createRouter({
  routeTree: root.addChildren([login, shell.addChildren(pages), elsewhere]),
  parseSearch,
  stringifySearch,
  defaultPendingComponent: PageSpinner,
  defaultErrorComponent: CrashPage,
  defaultPreloadStaleTime: 0,
  scrollRestoration: true,
});
