import { client } from '@quartermaster/contract/api/client';
import type { Delivery } from '@quartermaster/contract/deliveries/deliveries.schema';
import { useQuery } from '@tanstack/react-query';
import { routeQuery } from '../../api/queries.ts';
import { useMay } from '../../api/rights.ts';

const latest = 500;

/** The latest messages by alert, for those who may see them. */
export function useTold(): ReadonlyMap<string, readonly Delivery[]> {
  const isShown = useMay('manage');
  const { data } = useQuery({
    ...routeQuery(client.deliveries.list, { query: { limit: latest } }),
    enabled: isShown,
  });
  return Map.groupBy(data?.deliveries ?? [], ({ alertId }) => alertId ?? '');
}
