import type { Area } from '@quartermaster/contract/api/areas';
import { client } from '@quartermaster/contract/api/client';
import type { RecordDate } from '@quartermaster/contract/dates/dates.schema';
import { limits } from '@quartermaster/contract/rules/limits';
import { queryClient, routeQuery } from '../../api/queries.ts';

/** All dates on a record, the soonest first. */
export const datesQuery = (area: Area, recordId: string) =>
  routeQuery(client.dates.list, { query: { area, recordId, limit: limits.recordDates } });

/** A date as it is now; undefined if it is gone. */
export async function latestDate({ area, recordId, id }: RecordDate): Promise<RecordDate | undefined> {
  const { dates } = await queryClient.fetchQuery({ ...datesQuery(area, recordId), staleTime: 0 });
  return dates.find((date) => date.id === id);
}
