import { client } from '@quartermaster/contract/api/client';
import { valuesAsked } from '@quartermaster/contract/api/filters';
import type { Calendar } from '@quartermaster/contract/calendars/calendars.schema';
import {
  type ExpirationKind,
  expirationLabels,
} from '@quartermaster/contract/expirations/expirations.routes';
import { tagElements } from '@quartermaster/contract/rules/tags';
import { useQuery } from '@tanstack/react-query';
import { Plus } from 'lucide-react';
import { useState } from 'react';
import { routeQuery } from '../../api/queries.ts';
import { useWorkspace } from '../../api/rights.ts';
import { ProblemBanner } from '../../records/problem-banner.tsx';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { formatRelative } from '../../ui/format.ts';
import { Panel } from '../../ui/panel.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { useTime } from '../../ui/use-time.ts';
import { NewCalendarDialog } from './new-calendar-dialog.tsx';
import { RemoveCalendarDialog } from './remove-calendar-dialog.tsx';

const calendarsQuery = routeQuery(client.calendars.list);

/** The person's calendar addresses in the current workspace. */
export function CalendarsPanel() {
  const { data, error, refetch } = useQuery(calendarsQuery);
  const workspace = useWorkspace();
  const [asked, setAsked] = useState<Calendar | 'new'>();
  const close = () => setAsked(undefined);
  return (
    <Panel
      title={`Calendars${data ? ` (${data.calendars.length})` : ''}`}
      after={
        <Button className="-mr-2" icon={Plus} onClick={() => setAsked('new')}>
          New calendar
        </Button>
      }
    >
      <ProblemBanner title="Failed to load calendars" error={error} onRetry={() => void refetch()} />
      {data?.calendars.length === 0 && (
        <p className="p-4 text-ink-2">
          A calendar program reads what expires in {workspace?.name ?? 'this workspace'} from a secret
          address, and shows you no more than you may see here.
        </p>
      )}
      <ul className="panel-rows" aria-busy={!data && !error}>
        {data?.calendars.map((calendar) => (
          <CalendarRow key={calendar.id} calendar={calendar} onRemove={() => setAsked(calendar)} />
        ))}
        {!data && !error && (
          <li className="grid h-14 content-center px-4">
            <Skeleton className="h-4 w-56" />
          </li>
        )}
      </ul>
      {asked === 'new' && <NewCalendarDialog onClose={close} />}
      {asked && asked !== 'new' && <RemoveCalendarDialog calendar={asked} onClose={close} />}
    </Panel>
  );
}

/** What a calendar is limited to, in words. */
function limitsOf({ what, tags, registratorAccountId }: Calendar): string[] {
  return [
    ...valuesAsked(what ?? '').map((kind) => expirationLabels[kind as ExpirationKind]),
    ...tagElements(tags ?? ''),
    ...(registratorAccountId === null ? [] : ['Some registrars']),
  ];
}

function CalendarRow({ calendar, onRemove }: { calendar: Calendar; onRemove: () => void }) {
  const { name, lastReadAt } = calendar;
  const read = useTime((now) =>
    lastReadAt === null ? 'never read' : `last read ${formatRelative(lastReadAt, now)}`,
  );
  return (
    <li className="flex min-h-14 items-center gap-x-3 gap-y-1.5 px-4 py-2 max-md:flex-wrap">
      <div className="min-w-0 flex-1">
        <p className="clipped font-medium">{name}</p>
        <p className="text-xs text-ink-2">{read}</p>
      </div>
      <span className="flex flex-wrap items-center gap-1.5 max-md:order-last max-md:w-full md:max-w-1/2 md:justify-end">
        {limitsOf(calendar).map((words) => (
          <Badge key={words} tone="mute">
            {words}
          </Badge>
        ))}
      </span>
      <Button aria-label={`Remove the calendar ${name}`} onClick={onRemove}>
        Remove
      </Button>
    </li>
  );
}
