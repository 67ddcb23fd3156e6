import { client } from '@quartermaster/contract/api/client';
import { limits } from '@quartermaster/contract/rules/limits';
import { routeQuery } from '../../api/queries.ts';

/** The latest that has changed in what is known of a record. */
export const recordChangesQuery = (recordId: string) =>
  routeQuery(client.factChanges.list, { query: { recordId, limit: limits.pageRows } });
