import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import clsx from 'clsx';
import { Circle, CircleCheck } from 'lucide-react';
import { alertRulesQuery } from '../../records/alerts/alert-queries.ts';
import { channelsQuery } from './channels-panel.tsx';
import type { SettingsSection } from './settings-sections.ts';

interface Step {
  label: string;
  /** Where it is done. */
  section: SettingsSection['id'];
  isDone: boolean;
}

/** What has to be done until alerts arrive over a channel, and what of it is done. */
export function FirstSteps() {
  const channels = useQuery(channelsQuery).data?.channels;
  const rules = useQuery(alertRulesQuery).data?.alertRules;
  if (!channels || !rules) return null;
  const steps: readonly Step[] = [
    { label: 'Add a channel', section: 'channels', isDone: channels.length > 0 },
    {
      label: 'Test it',
      section: 'channels',
      isDone: channels.some(({ lastSentAt }) => lastSentAt !== null),
    },
    {
      label: 'Choose it under Rules',
      section: 'rules',
      isDone: rules.some(({ channelIds }) => channels.some(({ id }) => channelIds.includes(id))),
    },
  ];
  return (
    <ol
      aria-label="First steps"
      className="flex flex-wrap gap-x-6 gap-y-2 rounded-lg border border-line bg-surface px-4 py-3 text-sm shadow-card"
    >
      {steps.map(({ label, section, isDone }) => {
        const Icon = isDone ? CircleCheck : Circle;
        return (
          <li key={label} className={clsx('flex items-center gap-2', isDone && 'text-ok')}>
            <Icon aria-hidden className="size-4 shrink-0" />
            <Link to="/settings" search={{ section }} className="content-center hover:underline">
              {label}
            </Link>
            <span className="sr-only">, {isDone ? 'done' : 'not done'}</span>
          </li>
        );
      })}
    </ol>
  );
}
