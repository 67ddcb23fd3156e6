import { deferred } from '../../ui/deferred.tsx';

/** What a list shows instead of rows; loaded when there are none. */
export const EmptyList = deferred(() => import('./no-rows.tsx'));
