import { client } from '@quartermaster/contract/api/client';
import { routeQuery } from '../../api/queries.ts';

/** Everything that expires on a record. */
export const expirationsOfRecord = (recordId: string) =>
  routeQuery(client.expirations.list, { query: { recordId } });
