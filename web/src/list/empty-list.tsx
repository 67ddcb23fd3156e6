import { deferred } from '../ui/deferred.tsx';

/** What a list shows in place of rows. Most lists have rows, so that its code comes when there are none. */
export const EmptyList = deferred(() => import('./no-rows.tsx'));
