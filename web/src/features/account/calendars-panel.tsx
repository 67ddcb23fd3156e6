import { client } from '@quartermaster/contract/api/client';
import { valuesAsked } from '@quartermaster/contract/api/filters';
import type { Calendar } from '@quartermaster/contract/calendars/calendars.schema';
import {
  type ExpirationKind,
  expirationLabels,
} from '@quartermaster/contract/expirations/expirations.routes';
import { tagElements, valuesByType } from '@quartermaster/contract/rules/tags';
import { useQuery } from '@tanstack/react-query';
import { Plus } from 'lucide-react';
import { useState } from 'react';
import { queryClient, routeQuery } from '../../api/queries.ts';
import { request } from '../../api/request.ts';
import { useWorkspace } from '../../api/rights.ts';
import { PanelList, PanelRow } from '../../records/panel-list.tsx';
import { RemoveDialog } from '../../records/remove-dialog.tsx';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { formatRelative } from '../../ui/format.ts';
import { toast } from '../../ui/toaster.tsx';
import { useTime } from '../../ui/use-time.ts';
import { NewCalendarDialog } from './new-calendar-dialog.tsx';

const calendarsQuery = routeQuery(client.calendars.list);

/** The person's calendar addresses in the current workspace. */
export function CalendarsPanel() {
  const { data, error, refetch } = useQuery(calendarsQuery);
  const workspace = useWorkspace();
  const [dialog, setDialog] = useState<Calendar | 'new'>();
  const close = () => setDialog(undefined);
  return (
    <>
      <PanelList
        title={`Calendars${data ? ` (${data.calendars.length})` : ''}`}
        what="calendars"
        rows={data?.calendars}
        error={error}
        onRetry={() => void refetch()}
        after={
          <Button className="-mr-2" icon={Plus} onClick={() => setDialog('new')}>
            New calendar
          </Button>
        }
        empty={`A calendar program reads what expires in ${workspace?.name ?? 'this workspace'} from a secret address, and shows you no more than you may see here.`}
      >
        {(calendar) => (
          <CalendarRow key={calendar.id} calendar={calendar} onRemove={() => setDialog(calendar)} />
        )}
      </PanelList>
      {dialog === 'new' && <NewCalendarDialog onClose={close} />}
      {dialog && dialog !== 'new' && <RemoveCalendarDialog calendar={dialog} onClose={close} />}
    </>
  );
}

/** What a calendar is limited to, in words. */
function limitsOf({ what, tags, tagsAny, registratorAccountId }: Calendar): string[] {
  return [
    ...valuesAsked(what ?? '').map((kind) => expirationLabels[kind as ExpirationKind]),
    ...tagElements(tags ?? ''),
    ...[...valuesByType(tagsAny ?? '')].map(([type, values]) => `${type}:${values.join(' or ')}`),
    ...(registratorAccountId === null ? [] : ['Some registrars']),
  ];
}

function CalendarRow({ calendar, onRemove }: { calendar: Calendar; onRemove: () => void }) {
  const { name, lastReadAt } = calendar;
  const read = useTime((now) =>
    lastReadAt === null ? 'never read' : `last read ${formatRelative(lastReadAt, now)}`,
  );
  return (
    <PanelRow
      name={name}
      detail={read}
      badges={limitsOf(calendar).map((words) => (
        <Badge key={words} tone="mute">
          {words}
        </Badge>
      ))}
    >
      <Button aria-label={`Remove the calendar ${name}`} onClick={onRemove}>
        Remove
      </Button>
    </PanelRow>
  );
}

interface RemoveCalendarProps {
  calendar: Calendar;
  onClose: () => void;
}

const RemoveCalendarDialog = ({ calendar: { id, name }, onClose }: RemoveCalendarProps) => (
  <RemoveDialog
    title={`Remove the calendar ${name}?`}
    label="Remove"
    busyLabel="Removing..."
    failure="Failed to remove the calendar"
    onRemove={async () => {
      await request(client.calendars.remove, { params: { id } });
      toast({ title: `The calendar ${name} was removed` });
      await queryClient.invalidateQueries({ queryKey: calendarsQuery.queryKey });
    }}
    onClose={onClose}
  >
    <p className="text-ink-2">Calendar programs can't read its address any more. It can't be brought back.</p>
  </RemoveDialog>
);
