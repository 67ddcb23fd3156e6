import type { ICalEventData } from 'ical-generator';
import type { Expiration } from '@quartermaster/contract/expirations/expirations.schema';
import { expirationLabels } from '@quartermaster/contract/expirations/expirations.routes';
import { shownName } from '@quartermaster/contract/rules/domain-name';
import { inOneLine } from '../../lib/in-one-line.ts';
import { inChunks } from '../../lib/paced.ts';
import type { CalendarEvent } from './calendars.events.ts';

/** What a calendar says of a date, beside its day. */
export type EventFacts = Pick<Expiration, 'name' | 'what' | 'label' | 'area' | 'recordId'>;

const eventsAtOnce = 200;
const refreshSeconds = 86_400;

function summaryOf({ area, name, what, label }: EventFacts): string {
  const kind = expirationLabels[what];
  // Control characters are not allowed.
  return inOneLine(
    `${shownName(area, name)}: ${label === null || label === kind ? kind : `${kind} (${label})`} expires`,
  );
}

/**
 * A calendar as text, in parts (RFC 5545, 7986). It depends on nothing but what it tells, so that its hash tells whether it
 * changed. What is gone is named no more: its reader may not be allowed to know it by now.
 */
export async function* calendarText(
  { name, publicUrl }: { name: string; publicUrl: string },
  events: readonly CalendarEvent[],
  said: ReadonlyMap<string, EventFacts>,
): AsyncGenerator<string, void> {
  // Not needed until somebody reads a calendar.
  const { ICalCalendar, ICalEvent, ICalEventStatus, ICalEventTransparency, escape, foldLines } =
    await import('ical-generator');
  const calendar = new ICalCalendar({
    // As it is, it would be written unescaped.
    name: escape(inOneLine(name), false),
    prodId: { company: 'Quartermaster', product: 'Quartermaster' },
    ttl: refreshSeconds,
  });
  const end = 'END:VCALENDAR';
  yield calendar.toString().replace(new RegExp(`${end}$`), '');
  const { hostname } = new URL(publicUrl);
  for await (const some of inChunks(events, eventsAtOnce)) {
    const parts = some.map(({ id, day, sequence, changedAt }) => {
      const about = said.get(id);
      const data: ICalEventData = {
        id: `${id}@${hostname}`,
        sequence,
        stamp: new Date(changedAt),
        start: day,
        allDay: true,
        transparency: ICalEventTransparency.TRANSPARENT,
        ...(about
          ? { summary: summaryOf(about), url: `${publicUrl}/${about.area}/${about.recordId}` }
          : { summary: 'Cancelled', status: ICalEventStatus.CANCELLED }),
      };
      return new ICalEvent(data, calendar).toString();
    });
    yield foldLines(parts.join(''));
  }
  yield `${end}\r\n`;
}
