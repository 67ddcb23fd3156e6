import type { Db } from '../db/schema.ts';
import { type ListedJob, listJobs } from './list.ts';

/** Some of the jobs that are stuck, those longest due first. */
export const stuckJobs = async (
  db: Db,
  limit: number,
): Promise<Pick<ListedJob, 'id' | 'kind' | 'uniqueKey' | 'runAt'>[]> =>
  (await listJobs(db, { state: 'stuck' }, { limit, offset: 0 })).rows;
