import type { Delivery } from '@quartermaster/contract/deliveries/deliveries.schema';
import { MailWarning, MessageSquare, UserRound } from 'lucide-react';
import { formatDateTime, formatRelative } from '../../ui/format.ts';
import { deliveryWords, useRecipients } from './recipients.ts';

interface ToldProps {
  /** The messages about an alert. */
  told: readonly Delivery[];
}

/** Who was told, and when; in red what was not delivered. */
export function Told({ told }: ToldProps) {
  const nameOf = useRecipients();
  const failed = told.filter(({ state }) => state === 'given-up');
  const channels = told.filter(({ channelId }) => channelId !== null);
  const people = told.filter(({ channelId }) => channelId === null);
  const last = told.flatMap(({ sentAt }) => sentAt ?? []).reduce((a, b) => (a > b ? a : b), '');
  const tip = (some: readonly Delivery[]) =>
    some.map((each) => `${nameOf(each)}: ${deliveryWords[each.state]}`).join(', ');
  const groups = [
    { some: channels, icon: MessageSquare, label: 'Messages to channels', tone: '' },
    { some: people, icon: UserRound, label: 'Messages to people', tone: '' },
    { some: failed, icon: MailWarning, label: 'Not delivered', tone: 'text-bad' },
  ];
  return (
    <span className="flex flex-wrap items-center gap-x-2 gap-y-0.5">
      {groups.map(
        ({ some, icon: Icon, label, tone }) =>
          some.length > 0 && (
            <span key={label} className={`inline-flex items-center gap-1 ${tone}`} data-tip={tip(some)}>
              <Icon role="img" aria-label={label} className="size-3.5" />
              {some.length}
            </span>
          ),
      )}
      {last !== '' && (
        <time dateTime={last} data-tip={formatDateTime(last)}>
          {formatRelative(last)}
        </time>
      )}
    </span>
  );
}
