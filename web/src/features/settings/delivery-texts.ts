import type { DeliveryState } from '@quartermaster/contract/deliveries/deliveries.routes';
import type { Delivery } from '@quartermaster/contract/deliveries/deliveries.schema';
import { formatDateTime, formatRelative } from '../../ui/format.ts';
import type { Tone } from '../../ui/tone.ts';

export const deliveryStateTexts: Record<DeliveryState, { tone: Tone; words: string }> = {
  waiting: { tone: 'warn', words: 'Waiting' },
  sent: { tone: 'ok', words: 'Sent' },
  'given-up': { tone: 'bad', words: 'Given up' },
  dropped: { tone: 'mute', words: 'Dropped' },
};

/** The latest attempt in words, and when the next one is. */
export function outcomeOf({ attempts, nextAt }: Pick<Delivery, 'attempts' | 'nextAt'>): string {
  const last = attempts.at(-1);
  const next = nextAt === null ? '' : `Next attempt ${formatDateTime(nextAt)}`;
  if (!last) return next;
  const count = attempts.length === 1 ? '' : `${attempts.length} attempts; `;
  const said = `${count}${last.message} · ${formatRelative(last.at)}`;
  return [said, next].filter((part) => part !== '').join('. ');
}
