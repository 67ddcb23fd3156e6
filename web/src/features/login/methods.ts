import { client } from '@quartermaster/contract/api/client';
import { routeQuery } from '../../api/queries.ts';

/** How one signs in to this installation. */
export const methodsQuery = routeQuery(client.account.methods);
