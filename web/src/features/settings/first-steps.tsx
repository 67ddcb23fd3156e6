import type { Channel } from '@quartermaster/contract/channels/channels.schema';
import { useQuery } from '@tanstack/react-query';
import { Circle, CircleCheck } from 'lucide-react';
import { alertRulesQuery } from '../../records/alerts/alert-queries.ts';

/** What remains to be done until alerts arrive over a channel; gone once they do. */
export function FirstSteps({ channels }: { channels: readonly Channel[] }) {
  const { data: rules } = useQuery(alertRulesQuery);
  const steps = [
    { label: 'Add a channel', isDone: channels.length > 0 },
    { label: 'Test it', isDone: channels.some(({ lastSentAt }) => lastSentAt !== null) },
    {
      label: 'Choose it under When',
      isDone: (rules?.alertRules ?? []).some(({ channelIds }) => channelIds.length > 0),
    },
  ];
  if (steps.every(({ isDone }) => isDone)) return null;
  return (
    <ol className="flex flex-wrap gap-x-6 gap-y-2 px-4 pt-4 text-sm last:pb-4">
      {steps.map(({ label, isDone }) => {
        const Icon = isDone ? CircleCheck : Circle;
        return (
          <li key={label} className={isDone ? 'flex items-center gap-2 text-ok' : 'flex items-center gap-2'}>
            <Icon aria-hidden className="size-4" />
            {label}
            {isDone && <span className="sr-only">, done</span>}
          </li>
        );
      })}
    </ol>
  );
}
