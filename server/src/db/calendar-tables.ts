/** How members are told of dates, beside messages: by calendars and digests. */
export interface CalendarTables {
  /** Addresses of calendars; each ends with its member's membership. */
  calendars: {
    ownerId: string;
    id: string;
    userId: string;
    name: string;
    /** Of the token in the address. */
    hash: string;
    /** The filters as a query string. */
    query: string;
    createdAt: number;
    lastReadAt: number | null;
  };
  /** What a calendar has told its readers. */
  calendar_events: {
    ownerId: string;
    calendarId: string;
    /** The id of the expiration. */
    id: string;
    /** The calendar day. */
    day: string;
    sequence: number;
    changedAt: number;
    /** Since when the event is cancelled. */
    goneAt: number | null;
  };
  /** What members have set of their digests; the others have them as at first. */
  digests: {
    ownerId: string;
    userId: string;
    every: string;
    hour: number;
    weekday: number;
    /** Only what is due later is sent. */
    since: number;
    /** A JSON list of the days that digests were made for, the last ones. */
    days: string;
  };
}
