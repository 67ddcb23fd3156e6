import { client } from '@quartermaster/contract/api/client';
import { useMutation, useQuery } from '@tanstack/react-query';
import { messageOf } from '../../api/error.ts';
import { entityKey, queryClient, routeQuery } from '../../api/queries.ts';
import { request } from '../../api/request.ts';
import { ProblemBanner } from '../../records/problem-banner.tsx';
import { Button } from '../../ui/button.tsx';
import { formatDateTime } from '../../ui/format.ts';
import { toast } from '../../ui/toaster.tsx';
import { deliveryWords, useRecipients } from './recipients.ts';

/** The messages about an alert: to whom, and every attempt in words. */
export function AlertDeliveries({ alertId }: { alertId: string }) {
  const { data, error, refetch } = useQuery(routeQuery(client.deliveries.list, { query: { alertId } }));
  const nameOf = useRecipients();
  const retry = useMutation({
    mutationFn: (id: string) => request(client.deliveries.retry, { params: { id } }),
    onError: (failure) => toast({ type: 'error', title: messageOf(failure, 'Failed to retry') }),
    onSettled: () => queryClient.invalidateQueries({ queryKey: entityKey(client.deliveries.list.path) }),
  });
  if (error)
    return <ProblemBanner title="Failed to load the messages" error={error} onRetry={() => void refetch()} />;
  if (data?.deliveries.length === 0) return <p className="text-sm text-ink-2">Nobody was told.</p>;
  return (
    <ul className="grid gap-3">
      {data?.deliveries.map((delivery) => {
        const { id, state, attempts, nextAt } = delivery;
        return (
          <li key={id} className="grid gap-0.5 text-sm">
            <span className="flex items-center justify-between gap-2">
              <span className={state === 'given-up' ? 'text-bad' : ''}>
                {nameOf(delivery)}: {deliveryWords[state]}
              </span>
              {state === 'given-up' && (
                <Button
                  busy={retry.isPending}
                  aria-label={`Retry ${nameOf(delivery)}`}
                  onClick={() => retry.mutate(id)}
                >
                  Retry
                </Button>
              )}
            </span>
            {attempts.map(({ at, message }) => (
              <span key={at} className="text-xs text-ink-2">
                {formatDateTime(at)}: {message}
              </span>
            ))}
            {state === 'waiting' && nextAt !== null && (
              <span className="text-xs text-ink-2">Next attempt {formatDateTime(nextAt)}</span>
            )}
          </li>
        );
      })}
    </ul>
  );
}
