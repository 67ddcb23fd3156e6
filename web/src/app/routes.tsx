import type { Area } from '@quartermaster/contract/api/areas';
import { createRootRoute, createRoute, createRouter, Outlet, redirect } from '@tanstack/react-router';
import type { ComponentType, ReactNode } from 'react';
import { queryClient } from '../api/queries.ts';
import { hasTokens } from '../api/tokens.ts';
import { type RecordFormPart, recordForms } from '../form/record-forms.ts';
import { entities } from '../records/entities.ts';
import { recordQuery } from '../records/list-query.ts';
import { AppShell } from './app-shell.tsx';
import { CrashPage } from './layout/crash-page.tsx';
import { IdentityCheck } from './layout/identity-check.tsx';
import { LoadingForm, LoadingPage } from './layout/loading-page.tsx';
import { pages, signInPage } from './pages.ts';
import { parseSearch, signInSearch, stringifySearch, validateWords } from '../api/search-params.ts';
import { type Deferred, deferred } from '../ui/deferred.tsx';
import { Toaster } from '../ui/toaster.tsx';
import { Tooltips } from '../ui/tooltips.tsx';

const root = createRootRoute({
  validateSearch: validateWords,
  component: () => (
    <>
      <Outlet />
      <IdentityCheck />
      <Toaster />
      <Tooltips />
    </>
  ),
});

/** A page whose title appears at once, and its content when its code has loaded. */
const pageOf = <P extends object>(
  load: () => Promise<unknown>,
  title?: string,
  waiting: ReactNode = title && <LoadingPage title={title} />,
): Deferred<P> =>
  deferred(load as () => Promise<{ default: ComponentType<P> }>, {
    waiting,
    failed: (retry) => <CrashPage title={title} reset={retry} />,
  });

const login = createRoute({
  getParentRoute: () => root,
  path: '/login',
  component: pageOf(signInPage, undefined, <LoadingForm />),
});

/** Where the identity provider returns to. */
const provider = createRoute({
  getParentRoute: () => root,
  path: '/login/oidc',
  component: pageOf(() => import('../features/login/provider-page.tsx')),
});

/** Both for people who are signed in and who are not. */
const invitation = createRoute({
  getParentRoute: () => root,
  path: '/invitation',
  component: pageOf(() => import('../features/login/invitation-page.tsx')),
});

const forgot = createRoute({
  getParentRoute: () => root,
  path: '/forgot',
  component: pageOf(() => import('../features/login/forgot-page.tsx')),
});
const reset = createRoute({
  getParentRoute: () => root,
  path: '/reset',
  component: pageOf(() => import('../features/login/reset-page.tsx')),
});
const address = createRoute({
  getParentRoute: () => root,
  path: '/address',
  component: pageOf(() => import('../features/login/address-page.tsx')),
});
const voidAddress = createRoute({
  getParentRoute: () => root,
  path: '/address/void',
  component: pageOf(() => import('../features/login/void-address-page.tsx')),
});

const recipient = createRoute({
  getParentRoute: () => root,
  path: '/recipient',
  component: pageOf(() => import('../features/login/recipient-page.tsx')),
});

/** The link in a message; its token is part of the address, which messages show. */
const acknowledge = createRoute({
  getParentRoute: () => root,
  path: '/acknowledge/$token',
  component: pageOf(() => import('../features/login/acknowledge-page.tsx')),
});

const shell = createRoute({
  getParentRoute: () => root,
  id: 'signed-in',
  component: AppShell,
  beforeLoad: ({ location }) => {
    if (!hasTokens()) throw redirect({ to: '/login', search: signInSearch(location.href), replace: true });
  },
});

const signedIn = [...pages].map(([path, { title, prefetch, code }]) => {
  const component = pageOf(code, title);
  return createRoute({
    getParentRoute: () => shell,
    path,
    loader: ({ location }) => {
      prefetch?.(location.search);
      // The page itself shows the failure.
      component.load().catch(() => undefined);
    },
    component,
  });
});

const RecordPage = pageOf<{ area: Area }>(() => import('./record/page.tsx'));
/** `/domains/<id>`, for each kind. */
const records = Object.entries(entities).map(([area, { entity }]) =>
  createRoute({
    getParentRoute: () => shell,
    path: `${entity.path}/$id`,
    loader: ({ params }) => {
      const { id } = params;
      void queryClient.prefetchQuery(recordQuery(entity, id));
      RecordPage.load().catch(() => undefined);
    },
    component: () => <RecordPage area={area as Area} />,
  }),
);

declare module '@tanstack/react-router' {
  interface HistoryState {
    /** The address led to no page. */
    isUnknownAddress?: true;
  }
}

const elsewhere = createRoute({
  getParentRoute: () => root,
  path: '$',
  beforeLoad: () => {
    throw redirect({ to: '/', replace: true, state: { isUnknownAddress: true } });
  },
});

recordForms.find = async (area) => {
  const page = await pages.get(`/${area}`)?.code();
  return (page as { Form: RecordFormPart }).Form;
};

export const router = createRouter({
  routeTree: root.addChildren([
    login,
    provider,
    invitation,
    forgot,
    reset,
    address,
    voidAddress,
    recipient,
    acknowledge,
    shell.addChildren([...signedIn, ...records]),
    elsewhere,
  ]),
  parseSearch,
  stringifySearch,
  defaultErrorComponent: CrashPage,
  defaultPreloadStaleTime: 0,
  scrollRestoration: true,
});
