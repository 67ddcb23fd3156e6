import { route } from '../api/route.ts';
import { expirationFilters } from '../expirations/expirations.routes.ts';

/** Addresses of calendars with a member's dates, for calendar programs. Everyone has their own. */
export const calendarsRoutes = {
  list: route('GET', '/calendars', 'member'),
  create: route('POST', '/calendars', 'member', { confirmed: true }),
  remove: route('DELETE', '/calendars/{id}', 'member'),
  feed: route('GET', '/calendar/{token}.ics', 'public', {
    isOutside: true,
    download: { name: 'calendar.ics', type: 'text/calendar' },
  }),
};

const { what, registratorAccountId } = expirationFilters;
/** The filters of a calendar, beside tags: those of the list of all that expires. */
export const calendarFilters = { what, registratorAccountId };
