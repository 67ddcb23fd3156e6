import { client } from '@quartermaster/contract/api/client';
import { endpointQuery } from '../../api/queries.ts';

/** Its figures change with every record that is saved, so that they are asked for on every visit. */
export const dashboardQuery = { ...endpointQuery(client.dashboard.dashboard), staleTime: 5000 };
