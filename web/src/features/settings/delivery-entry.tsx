import { client } from '@quartermaster/contract/api/client';
import type { Delivery } from '@quartermaster/contract/deliveries/deliveries.schema';
import { useMutation } from '@tanstack/react-query';
import { messageOf } from '../../api/error.ts';
import { entityKey, queryClient } from '../../api/queries.ts';
import { request } from '../../api/request.ts';
import { Button } from '../../ui/button.tsx';
import { formatDateTime, formatRelative } from '../../ui/format.ts';
import { StatusBadge } from '../../ui/status-badge.tsx';
import type { DeliveryState } from '@quartermaster/contract/deliveries/deliveries.routes';
import type { Tone } from '../../ui/tone.ts';

export const deliveryStateTexts: Record<DeliveryState, { tone: Tone; words: string }> = {
  waiting: { tone: 'warn', words: 'Waiting' },
  sent: { tone: 'ok', words: 'Sent' },
  'given-up': { tone: 'bad', words: 'Given up' },
  dropped: { tone: 'mute', words: 'Dropped' },
};

/** The latest attempt in words, and when the next one is. */
function outcomeOf({ attempts, nextAt }: Pick<Delivery, 'attempts' | 'nextAt'>): string {
  const last = attempts.at(-1);
  const next = nextAt === null ? '' : `Next attempt ${formatDateTime(nextAt)}`;
  if (!last) return next;
  const count = attempts.length === 1 ? '' : `${attempts.length} attempts; `;
  const latest = `${count}${last.message} · ${formatRelative(last.at)}`;
  return [latest, next].filter((part) => part !== '').join('. ');
}

/** A message: about what, to whom, and what became of it. */
export function DeliveryEntry({ delivery, to }: { delivery: Delivery; to: string }) {
  const { id, subject, state, attempts } = delivery;
  const retry = useMutation({
    mutationFn: () => request(client.deliveries.retry, { params: { id } }),
    onSettled: () => queryClient.invalidateQueries({ queryKey: entityKey(client.deliveries.list.path) }),
  });
  const { tone, words } = deliveryStateTexts[state];
  const canRetry = state === 'given-up' || (state === 'waiting' && attempts.length > 0);
  return (
    <li className="grid gap-x-4 gap-y-1 px-4 py-2 md:grid-cols-[minmax(0,1fr)_7rem_5rem] md:items-center">
      <div className="min-w-0">
        <p className="clipped font-medium" title={subject}>
          {subject}
        </p>
        <p className="text-xs text-ink-2">
          To {to}. {outcomeOf(delivery)}
        </p>
        {attempts.length > 1 && (
          <details className="text-xs text-ink-2">
            <summary className="min-h-6 cursor-pointer content-center">All attempts</summary>
            <ol>
              {attempts.map(({ at, message }) => (
                <li key={at}>
                  {formatDateTime(at)}: {message}
                </li>
              ))}
            </ol>
          </details>
        )}
        {retry.isError && (
          <p role="alert" className="text-xs text-bad">
            {messageOf(retry.error, 'Failed to retry')}
          </p>
        )}
      </div>
      <div>
        <StatusBadge tone={tone}>{words}</StatusBadge>
      </div>
      {canRetry && (
        <Button busy={retry.isPending} aria-label={`Retry ${subject}`} onClick={() => retry.mutate()}>
          Retry
        </Button>
      )}
    </li>
  );
}
