import { client } from '@quartermaster/contract/api/client';
import { dashboardQuery } from '../features/dashboard/dashboard-query.ts';
import { queryClient, routeQuery } from '../api/queries.ts';
import { entities } from '../records/entities.ts';
import { prefetchList } from '../records/list-query.ts';
import type { Params } from '../records/url.ts';

interface Page {
  title: string;
  /** Requests the page's data while its code is still loading. */
  prefetch?: (search: Params) => unknown;
  code: () => Promise<unknown>;
}

const files = import.meta.glob('../features/*/*-page.tsx');

function codeOf(feature: string): Page['code'] {
  const load = files[`../features/${feature}/${feature}-page.tsx`];
  if (!load) throw new Error(`There is no page of ${feature}`);
  return load;
}

/** Where the router sends whoever is not signed in. */
export const signInPage = codeOf('login');

/** The pages of signed-in users, by path. */
export const pages = new Map<string, Page>([
  [
    '/',
    {
      title: 'Dashboard',
      prefetch: () => void queryClient.prefetchQuery(dashboardQuery),
      code: codeOf('dashboard'),
    },
  ],
  [
    '/map',
    {
      title: 'Map',
      prefetch: () => void queryClient.prefetchQuery(routeQuery(client.graph.graph)),
      code: codeOf('map'),
    },
  ],
  [
    '/expirations',
    {
      title: 'Expirations',
      prefetch: async (search) =>
        (await import('../features/expirations/expirations-query.ts')).prefetchExpirations(search),
      code: codeOf('expirations'),
    },
  ],
  [
    '/changes',
    {
      title: 'Changes',
      prefetch: async (search) =>
        (await import('../features/changes/changes-query.ts')).prefetchChanges(search),
      code: codeOf('changes'),
    },
  ],
  ['/alerts', { title: 'Alerts', code: codeOf('alerts') }],
  ['/mismatches', { title: 'Differences', code: codeOf('mismatches') }],
  ['/account', { title: 'Account', code: codeOf('account') }],
  ['/history', { title: 'History', code: codeOf('history') }],
  ['/trash', { title: 'Trash', code: codeOf('trash') }],
  ['/docs', { title: 'Documentation', code: codeOf('docs') }],
  ['/import', { title: 'Import', code: codeOf('imports') }],
  ['/settings', { title: 'Settings', code: codeOf('settings') }],
  ...Object.entries(entities).map(([area, { title, entity, paged, prefetch }]): [string, Page] => [
    entity.path,
    {
      title,
      prefetch: (search) => {
        prefetchList(entity, search, paged);
        prefetch?.();
      },
      code: codeOf(area),
    },
  ]),
]);
