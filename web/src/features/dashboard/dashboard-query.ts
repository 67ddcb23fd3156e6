import { client } from '@quartermaster/contract/api/client';
import { routeQuery } from '../../api/queries.ts';

/** Stats change with every saved record, so they are refetched on most visits. */
export const dashboardQuery = { ...routeQuery(client.dashboard.dashboard), staleTime: 5000 };
