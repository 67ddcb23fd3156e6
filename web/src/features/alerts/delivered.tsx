import type { Delivery } from '@quartermaster/contract/deliveries/deliveries.schema';
import { MailWarning, MessageSquare, UserRound } from 'lucide-react';
import { formatDateTime, formatRelative } from '../../ui/format.ts';
import { deliveryWords, useRecipients } from './recipients.ts';
import { client } from '@quartermaster/contract/api/client';
import { useQuery } from '@tanstack/react-query';
import { routeQuery } from '../../api/queries.ts';
import { useMay } from '../../api/rights.ts';

interface DeliveredProps {
  /** The messages about an alert. */
  deliveries: readonly Delivery[];
}

/** To whom messages went, and when; in red what was not delivered. */
export function Delivered({ deliveries }: DeliveredProps) {
  const nameOf = useRecipients();
  const failed = deliveries.filter(({ state }) => state === 'given-up');
  const channels = deliveries.filter(({ channelId }) => channelId !== null);
  const people = deliveries.filter(({ channelId }) => channelId === null);
  const last = deliveries.flatMap(({ sentAt }) => sentAt ?? []).reduce((a, b) => (a > b ? a : b), '');
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

const latest = 500;

/** The latest messages about these alerts, by alert, for those who may see them. */
export function useDeliveriesOf(alertIds: readonly string[]): ReadonlyMap<string, readonly Delivery[]> {
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
