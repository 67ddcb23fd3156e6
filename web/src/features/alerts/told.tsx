import type { ListedAlert } from '@quartermaster/contract/alerts/alerts.schema';
import { MailWarning, MessageSquare, UserRound } from 'lucide-react';
import { formatDateTime, formatRelative } from '../../ui/format.ts';
import { deliveryWords } from './recipients.ts';

type Message = NonNullable<ListedAlert['told']>[number];

const nameOf = ({ channelId, name }: Message): string =>
  name ?? (channelId === null ? 'Someone who left' : 'A deleted channel');

/** To whom messages went, and when; in red what was not delivered. */
export function Told({ alert: { told } }: { alert: Pick<ListedAlert, 'told'> }) {
  if (told === null || told.length === 0) return null;
  const failed = told.filter(({ state }) => state === 'given-up');
  const channels = told.filter(({ channelId }) => channelId !== null);
  const people = told.filter(({ channelId }) => channelId === null);
  const last = told.flatMap(({ at }) => at ?? []).reduce((a, b) => (a > b ? a : b), '');
  const tip = (some: readonly Message[]) =>
    some.map((each) => `${nameOf(each)}: ${deliveryWords[each.state]}`).join(', ');
  const groups = [
    { some: channels, icon: MessageSquare, label: 'Messages to channels', tone: '' },
    { some: people, icon: UserRound, label: 'Messages to people', tone: '' },
    { some: failed, icon: MailWarning, label: 'Not delivered', tone: 'text-bad' },
  ];
  return (
    <span className="flex flex-wrap items-center gap-x-2 gap-y-0.5 text-xs text-ink-2">
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
