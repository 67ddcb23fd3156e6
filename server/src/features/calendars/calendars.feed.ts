import { createHash } from 'node:crypto';
import { addDays, dayAt } from '@quartermaster/contract/rules/calendar';
import { limits } from '@quartermaster/contract/rules/limits';
import type { Owner } from '../../access/owner.ts';
import { readerOf } from '../../access/active-member.ts';
import type { Db } from '../../db/schema.ts';
import { allExpirations } from '../../expiry/pages.ts';
import { alertSettingsOf } from '../../expiry/alert-settings.ts';
import type { Tables } from '../../records/list/record-table.ts';
import type { Services } from '../../services.ts';
import { type CalendarFilters, filtersOf } from './calendars.service.ts';
import { calendarBy, tell } from './calendars.store.ts';
import { type EventFacts, calendarText } from './calendars.text.ts';

/** The dates nearest to today that the filters select: those to come, then those that have passed, the latest first. */
async function nearestDates(db: Db, owner: Owner, tables: Tables, filters: CalendarFilters) {
  const { timeZone } = await alertSettingsOf(db, owner.id);
  const today = dayAt(Date.now(), timeZone);
  const given = Object.fromEntries(Object.entries(filters).filter(([, value]) => value !== null));
  const days = new Map<string, string>();
  const said = new Map<string, EventFacts>();
  for (const part of [{ from: today }, { to: addDays(today, -1), sortOrder: 'desc' as const }]) {
    const limit = limits.calendarEvents - days.size;
    if (limit === 0) break;
    const { rows } = await allExpirations(db, owner, tables, { ...given, ...part, limit });
    for await (const some of rows)
      for (const { id, date, name, what, label, area, recordId } of some) {
        if (date === null) continue;
        days.set(id, date);
        said.set(id, { name, what, label, area, recordId });
      }
  }
  return { days, said, isCut: days.size === limits.calendarEvents };
}

export interface Feed {
  etag: string;
  parts: string[];
}

/** The calendar at the address with this token, as its person may see it now; null if there is none. */
export async function feedOf({ db, keyring, config, tables }: Services, token: string): Promise<Feed | null> {
  const calendar = await calendarBy(db, token);
  if (!calendar) return null;
  const { ownerId: workspaceId, userId } = calendar;
  const owner = await readerOf(db, keyring, { workspaceId, userId, job: 'calendar' });
  if (!owner) return null;
  const { said, ...listed } = await nearestDates(db, owner, tables, filtersOf(calendar));
  const events = await tell(db, calendar, listed);
  if (!events) return null;
  const hash = createHash('sha256');
  const parts: string[] = [];
  const about = { name: calendar.name, publicUrl: config.publicUrl };
  for await (const part of calendarText(about, events, said)) {
    hash.update(part);
    parts.push(part);
  }
  return { etag: `"${hash.digest('base64url')}"`, parts };
}
