import { dashboard } from '@quartermaster/contract/dashboard/dashboard.routes';
import { endpointQuery } from '../../api/queries.ts';

/** Its figures change with every record that is saved, so that they are asked for on every visit. */
export const dashboardQuery = { ...endpointQuery(dashboard), staleTime: 5000 };
