import {
  createRootRoute,
  createRoute,
  createRouter,
  lazyRouteComponent,
  Outlet,
  type ParsedLocation,
  redirect,
} from '@tanstack/react-router';
import { hasTokens } from '../api/tokens.ts';
import { AppShell } from './app-shell.tsx';
import { CrashPage } from './layout/crash-page.tsx';
import { pages } from './pages.ts';
import { parseSearch, signInSearch, stringifySearch, validateWords } from '../api/search-params.ts';
import { Toaster } from '../ui/toaster.tsx';
import { Tooltips } from '../ui/tooltips.tsx';
import { PageSpinner } from '../ui/spinner.tsx';

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
  component: lazyRouteComponent(() => import('../features/login/login-page.tsx'), 'LoginPage'),
});

const shell = createRoute({
  getParentRoute: () => root,
  id: 'signed-in',
  component: AppShell,
  beforeLoad: ({ location }) => {
    if (!hasTokens()) throw redirect({ to: '/login', search: signInSearch(location.href), replace: true });
  },
});

const page = <P extends keyof typeof pages>(path: P) => ({
  getParentRoute: () => shell,
  path,
  loader: ({ location }: { location: ParsedLocation }) => pages[path].ask(location.search),
});

const shown = [
  createRoute({ ...page('/'), component: lazyRouteComponent(pages['/'].code, 'DashboardPage') }),
  createRoute({ ...page('/domains'), component: lazyRouteComponent(pages['/domains'].code, 'DomainsPage') }),
  createRoute({ ...page('/emails'), component: lazyRouteComponent(pages['/emails'].code, 'EmailsPage') }),
  createRoute({
    ...page('/registrator-types'),
    component: lazyRouteComponent(pages['/registrator-types'].code, 'RegistratorTypesPage'),
  }),
  createRoute({
    ...page('/registrator-accounts'),
    component: lazyRouteComponent(pages['/registrator-accounts'].code, 'RegistratorAccountsPage'),
  }),
  createRoute({
    ...page('/hostings'),
    component: lazyRouteComponent(pages['/hostings'].code, 'HostingsPage'),
  }),
  createRoute({ ...page('/servers'), component: lazyRouteComponent(pages['/servers'].code, 'ServersPage') }),
  createRoute({ ...page('/proxies'), component: lazyRouteComponent(pages['/proxies'].code, 'ProxiesPage') }),
  createRoute({ ...page('/cdn'), component: lazyRouteComponent(pages['/cdn'].code, 'CdnPage') }),
];

const elsewhere = createRoute({
  getParentRoute: () => root,
  path: '$',
  beforeLoad: () => {
    throw redirect({ to: '/', replace: true });
  },
});

export const router = createRouter({
  routeTree: root.addChildren([login, shell.addChildren(shown), elsewhere]),
  parseSearch,
  stringifySearch,
  defaultPendingComponent: PageSpinner,
  defaultErrorComponent: CrashPage,
  defaultPreloadStaleTime: 0,
  scrollRestoration: true,
});
