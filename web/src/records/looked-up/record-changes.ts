import { client } from '@quartermaster/contract/api/client';
import { limits } from '@quartermaster/contract/rules/limits';
import { routeQuery } from '../../api/queries.ts';

/** What is said of a record otherwise than before, the latest of it. */
export const recordChangesQuery = (recordId: string) =>
  routeQuery(client.factChanges.list, { query: { recordId, limit: limits.pageRows } });
