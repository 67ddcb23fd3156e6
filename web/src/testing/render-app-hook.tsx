import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import {
  RouterContextProvider,
  createMemoryHistory,
  createRootRoute,
  createRoute,
  createRouter,
} from '@tanstack/react-router';
import { render } from '@testing-library/react';
import { type ReactNode, useLayoutEffect } from 'react';
import { parseSearch, stringifySearch, validateWords } from '../api/search-params.ts';
import { Toaster } from '../ui/toaster.tsx';

/** Renders a hook in an app with an address, a query cache and toasts; `view` shows its result. */
export async function renderAppHook<T>(hook: () => T, address = '/', view?: (value: T) => ReactNode) {
  const root = createRootRoute({ validateSearch: validateWords });
  const anywhere = createRoute({ getParentRoute: () => root, path: '$' });
  const router = createRouter({
    routeTree: root.addChildren([anywhere]),
    history: createMemoryHistory({ initialEntries: [address] }),
    parseSearch,
    stringifySearch,
  });
  router.history.subscribe(() => void router.load());
  await router.load();
  const client = new QueryClient({ defaultOptions: { queries: { retry: false, staleTime: Infinity } } });
  const wrapper = ({ children }: { children: ReactNode }) => (
    <RouterContextProvider router={router}>
      <QueryClientProvider client={client}>
        {children}
        <Toaster />
      </QueryClientProvider>
    </RouterContextProvider>
  );
  const result = { current: undefined as T };
  function Probe() {
    const value = hook();
    useLayoutEffect(() => {
      result.current = value;
    });
    return view?.(value);
  }
  const { unmount } = render(<Probe />, { wrapper });
  return { result, unmount, router, client, href: () => router.state.location.href };
}
