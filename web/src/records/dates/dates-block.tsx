import type { Area } from '@quartermaster/contract/api/areas';
import { client } from '@quartermaster/contract/api/client';
import { etagOf } from '@quartermaster/contract/api/etag';
import type { RecordDate } from '@quartermaster/contract/dates/dates.schema';
import type { Expiration } from '@quartermaster/contract/expirations/expirations.schema';
import { expirationLabels } from '@quartermaster/contract/expirations/expirations.routes';
import { dayAt, daysBetween } from '@quartermaster/contract/rules/calendar';
import { limits } from '@quartermaster/contract/rules/limits';
import { useMutation, useQuery } from '@tanstack/react-query';
import { Pencil, Plus, Trash2 } from 'lucide-react';
import { type ReactNode, type Ref, useId, useRef, useState } from 'react';
import { isNotFound, isOutdated, messageOf } from '../../api/error.ts';
import { queryClient, routeQuery } from '../../api/queries.ts';
import { requestWrite } from '../../api/request.ts';
import { useMayWrite } from '../../api/rights.ts';
import { Button, IconButton } from '../../ui/button.tsx';
import { deferred } from '../../ui/deferred.tsx';
import { formatDay } from '../../ui/format.ts';
import { Skeleton } from '../../ui/skeleton.tsx';
import { toast } from '../../ui/toaster.tsx';
import { entities } from '../entities.ts';
import { undoAction } from '../history/undo-action.ts';
import { ProblemBanner } from '../problem-banner.tsx';
import { DueMenu } from '../due/due-menu.tsx';
import { expirationsOfRecord } from '../due/due-query.ts';
import { dueOfExpiration } from '../due/due.ts';
import { type DueAction, useDueActions } from '../due/use-due-actions.ts';
import { datesQuery } from './dates-query.ts';
import { CalendarDaysLeft } from './calendar-days-left.tsx';
import { renewalText } from './renewal-text.ts';
import { useTime } from '../../ui/use-time.ts';

const DateDialog = deferred(() => import('./date-dialog.tsx'));

interface DatesBlockProps {
  area: Area;
  recordId: string;
  place: 'form' | 'record';
}

/** The dates on a record: hosting paid until, a key that ends. */
export function DatesBlock({ area, recordId, place }: DatesBlockProps) {
  const { data, error, refetch } = useQuery(datesQuery(area, recordId));
  const mayWrite = useMayWrite(entities[area].entity);
  const today = useToday();
  const [asked, setAsked] = useState<RecordDate | 'new'>();
  const remove = useRemoveDate();
  const actions = useDueActions();
  const expirations = useQuery({ ...expirationsOfRecord(recordId), enabled: place === 'record' }).data;
  const dueOf = ({ id }: RecordDate) => expirations?.expirations.find((each) => each.id === id);
  const block = useRef<HTMLElement>(null);
  const dates = data?.dates ?? [];
  const isFull = dates.length >= limits.recordDates;
  // Most domains have no other date than their own, which is shown above.
  if (area === 'domains' && dates.length === 0 && !error) return null;
  return (
    <Frame
      ref={block}
      // In a form, only the title of its page is above.
      heading={place === 'form' ? 'h2' : 'h3'}
      after={
        mayWrite &&
        data && (
          <Button
            variant="ghost"
            icon={Plus}
            disabled={isFull}
            data-tip={isFull ? `Maximum ${limits.recordDates} dates on a record allowed` : undefined}
            onClick={() => setAsked('new')}
          >
            Add date
          </Button>
        )
      }
    >
      <ProblemBanner title="Failed to load the dates" error={error} onRetry={() => void refetch()} />
      {!data && !error && <Skeleton className="m-4 h-5" />}
      {data && dates.length === 0 && (
        <p className="px-4 py-2.5 text-sm text-ink-2">
          No dates yet, such as when hosting is paid until or when a key ends.
        </p>
      )}
      <ul className="divide-y divide-line">
        {dates.map((date) => (
          <li
            key={date.id}
            data-expiration={date.id}
            className="flex min-h-12 items-center gap-3 px-4 py-1.5"
          >
            <DateLine date={date} today={today} />
            <Menu expiration={dueOf(date)} actions={actions} />
            {mayWrite && (
              <span className="no-print flex shrink-0">
                <IconButton
                  label={`Edit ${nameOf(date)}`}
                  data-tip="Edit"
                  icon={Pencil}
                  onClick={() => setAsked(date)}
                />
                <IconButton
                  label={`Delete ${nameOf(date)}`}
                  data-tip="Delete"
                  icon={Trash2}
                  disabled={remove.isPending}
                  // The button goes with its date.
                  onClick={() => remove.mutate(date, { onSuccess: () => block.current?.focus() })}
                />
              </span>
            )}
          </li>
        ))}
      </ul>
      {asked && (
        <DateDialog
          area={area}
          recordId={recordId}
          date={asked === 'new' ? undefined : asked}
          onClose={() => setAsked(undefined)}
        />
      )}
    </Frame>
  );
}

interface MenuProps {
  expiration: Expiration | undefined;
  actions: readonly DueAction[];
}

const Menu = ({ expiration, actions }: MenuProps) =>
  expiration && <DueMenu due={dueOfExpiration(expiration)} actions={actions} />;

interface FrameProps {
  ref: Ref<HTMLElement>;
  heading: 'h2' | 'h3';
  after: ReactNode;
  children: ReactNode;
}

function Frame({ ref, heading: Heading, after, children }: FrameProps) {
  const id = useId();
  return (
    <section
      ref={ref}
      tabIndex={-1}
      aria-labelledby={id}
      className="min-w-0 rounded-lg border border-line bg-surface outline-none"
    >
      <div className="flex min-h-10 items-center justify-between gap-3 border-b border-line px-4">
        <Heading id={id} className="text-sm font-semibold">
          Dates
        </Heading>
        {after}
      </div>
      {children}
    </section>
  );
}

/** 'Server, VPS 12' */
const nameOf = ({ what, label }: RecordDate): string =>
  [expirationLabels[what], label].filter((part) => part !== null).join(', ');

function DateLine({ date, today }: { date: RecordDate; today: string | undefined }) {
  const more = renewalText(date);
  return (
    <div className="grid min-w-0 flex-1 gap-0.5 text-sm">
      <p className="flex flex-wrap items-center gap-x-2 gap-y-0.5">
        <span className="font-medium wrap-anywhere">{nameOf(date)}</span>
        <time dateTime={date.date}>{formatDay(date.date)}</time>
        {today !== undefined && <CalendarDaysLeft days={daysBetween(today, date.date)} />}
      </p>
      {more !== '' && <p className="text-xs wrap-anywhere text-ink-2">{more}</p>}
    </div>
  );
}

/** Deletes a date, with the way back in the toast. */
const useRemoveDate = () =>
  useMutation({
    mutationFn: (date: RecordDate) =>
      requestWrite(client.dates.remove, { params: { id: date.id }, ifMatch: etagOf(date) }),
    onSuccess: ({ batchId }) => toast({ title: 'Date deleted', action: undoAction(batchId) }),
    onError: (error) => {
      const why = isNotFound(error)
        ? 'This date is deleted already.'
        : isOutdated(error)
          ? 'This date was changed meanwhile. Check it before you delete it.'
          : messageOf(error, 'Failed to delete the date');
      toast({ title: why, type: 'error' });
    },
    onSettled: () => void queryClient.invalidateQueries(),
  });

/** The calendar day in the time zone of the workspace; undefined until that is known. */
function useToday(): string | undefined {
  const { data } = useQuery(routeQuery(client.alertSettings.get));
  return useTime((now) => (data ? dayAt(now, data.settings.timeZone) : '')) || undefined;
}
