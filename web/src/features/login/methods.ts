import { client } from '@quartermaster/contract/api/client';
import { routeQuery } from '../../api/queries.ts';

/** The sign-in methods of this installation. */
export const methodsQuery = routeQuery(client.account.methods);
