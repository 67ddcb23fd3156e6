import { client } from '@quartermaster/contract/api/client';
import { dayAt } from '@quartermaster/contract/rules/calendar';
import { useQuery } from '@tanstack/react-query';
import { routeQuery } from '../../api/queries.ts';
import { useTime } from '../../ui/use-time.ts';

/** The calendar day in the time zone of the workspace; undefined until that is known. */
export function useToday(): string | undefined {
  const { data } = useQuery(routeQuery(client.alertSettings.get));
  return useTime((now) => (data ? dayAt(now, data.settings.timeZone) : '')) || undefined;
}
