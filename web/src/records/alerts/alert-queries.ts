import { client } from '@quartermaster/contract/api/client';
import { routeQuery } from '../../api/queries.ts';

/** How often what the bell shows is asked for anew. */
const everyMs = 60_000;

export const alertStatsQuery = { ...routeQuery(client.alerts.stats), refetchInterval: everyMs };

/** The most urgent alerts in these states. */
export const alertsQuery = (query: Record<string, string | number>) =>
  routeQuery(client.alerts.list, { query });

/** The rules, for those who may see them. */
export const alertRulesQuery = routeQuery(client.alertRules.list);
