import { client } from '@quartermaster/contract/api/client';
import type { Delivery } from '@quartermaster/contract/deliveries/deliveries.schema';
import { useQuery } from '@tanstack/react-query';
import { routeQuery } from '../../api/queries.ts';
import { useMay } from '../../api/rights.ts';

const latest = 500;

/** The latest messages about these alerts, by alert, for those who may see them. */
export function useTold(alertIds: readonly string[]): ReadonlyMap<string, readonly Delivery[]> {
  const isShown = useMay('manage');
  const { data } = useQuery({
    ...routeQuery(client.deliveries.list, { query: { alertId: alertIds.join(','), limit: latest } }),
    enabled: isShown && alertIds.length > 0,
  });
  const pairs = (data?.deliveries ?? []).flatMap((message) =>
    message.alertIds.map((id) => ({ id, message })),
  );
  const byAlert = Map.groupBy(pairs, ({ id }) => id);
  return new Map([...byAlert].map(([id, some]) => [id, some.map(({ message }) => message)]));
}
