import {
  createRootRoute,
  createRoute,
  createRouter,
  lazyRouteComponent,
  Outlet,
  redirect,
} from '@tanstack/react-router';
import type { ComponentType } from 'react';
import { hasTokens } from '../api/tokens.ts';
import { type RecordFormPart, recordForms } from '../form/record-forms.ts';
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

const signedIn = [...pages].map(([path, { prefetch, code }]) =>
  createRoute({
    getParentRoute: () => shell,
    path,
    loader: ({ location }) => prefetch(location.search),
    component: lazyRouteComponent(code as () => Promise<{ default: ComponentType }>),
  }),
);

const elsewhere = createRoute({
  getParentRoute: () => root,
  path: '$',
  beforeLoad: () => {
    throw redirect({ to: '/', replace: true });
  },
});

recordForms.find = async (area) => {
  const page = await pages.get(`/${area}`)?.code();
  return (page as { Form: RecordFormPart }).Form;
};

export const router = createRouter({
  routeTree: root.addChildren([login, shell.addChildren(signedIn), elsewhere]),
  parseSearch,
  stringifySearch,
  defaultPendingComponent: PageSpinner,
  defaultErrorComponent: CrashPage,
  defaultPreloadStaleTime: 0,
  scrollRestoration: true,
});
