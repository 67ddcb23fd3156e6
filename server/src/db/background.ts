import type { KyselyPlugin, QueryId } from 'kysely';
import type { Db } from './schema.ts';

const marked = new WeakSet<QueryId>();

const marking: KyselyPlugin = {
  transformQuery: ({ node, queryId }) => {
    marked.add(queryId);
    return node;
  },
  transformResult: ({ result }) => Promise.resolve(result),
};

/** The database for jobs: what they read takes none of the connections that are kept for people's reads. */
export const inBackground = (db: Db): Db => (isBackground(db) ? db : db.withPlugin(marking));

export const isBackground = (db: Db): boolean => db.getExecutor().plugins.includes(marking);

/** Whether a job asks. */
export const isOfJob = ({ queryId }: { queryId: QueryId }): boolean => marked.has(queryId);
