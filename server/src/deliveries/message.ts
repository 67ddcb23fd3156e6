import type { Alert } from '@quartermaster/contract/alerts/alerts.schema';
import type { DeliveryEvent } from '@quartermaster/contract/deliveries/deliveries.routes';
import { dayMs } from '@quartermaster/contract/rules/expiry';
import { v7 as uuid } from 'uuid';
import { iso } from '../lib/clock.ts';
import type { DeliveryRow } from './queue.ts';
import type { AlertedRecord, Told } from './told.ts';
import { detailsOf, subjectOf } from './words.ts';

/** One alert in a message. */
interface Item {
  text: string;
  details: string;
  url: string;
}

/** What is told, before a channel writes it in its own format. It is the same on every attempt. */
export interface Message {
  key: string;
  event: DeliveryEvent | 'alert.test';
  /** When it was written. */
  at: number;
  subject: string;
  /** In words that are not trusted: names of records are whatever people typed. */
  items: readonly Item[];
  /** How many alerts are told; there may be more than items. */
  count: number;
  /** Those that are listed, as they were then. */
  alerts: readonly Alert[];
  /** The distance in days, for priorities; null: unknown. */
  distance: number | null;
  /** The whole text of a digest, which tells of no alert, and the records that it names. */
  text?: string | undefined;
  records?: readonly AlertedRecord[] | undefined;
}

const itemOf = (alert: Alert): Item => ({
  text: subjectOf(alert),
  details: detailsOf(alert),
  url: alert.url,
});

export function messageOf({ id, event, createdAt, subject, distance, told }: DeliveryRow): Message {
  const { alerts: stored, count, text, records } = JSON.parse(told) as Told;
  // What was written before changes were told lacks them.
  const alerts = stored.map((alert) => ({ ...alert, change: (alert as Partial<Alert>).change ?? null }));
  return {
    key: id,
    event: event as DeliveryEvent,
    at: createdAt,
    subject,
    items: alerts.map(itemOf),
    count,
    alerts,
    distance,
    text,
    records,
  };
}

/** A message by which people see whether a channel works, with an example of an alert. */
export function testMessage(publicUrl: string): Message {
  const at = Date.now();
  const alert: Alert = {
    id: uuid(),
    kind: 'expiry',
    what: 'domain',
    area: 'domains',
    recordId: uuid(),
    name: 'example.com',
    date: iso(at + 30 * dayMs).slice(0, 10),
    daysLeft: 30,
    distance: 30,
    state: 'OPEN',
    renewal: null,
    raisedAt: iso(at),
    crossings: [{ distance: 30, at: iso(at) }],
    acknowledgedBy: null,
    acknowledgedAt: null,
    snoozedUntil: null,
    level: 0,
    url: `${publicUrl}/settings?section=alerts`,
    label: null,
    change: null,
  };
  const text = 'A test from Quartermaster: alerts arrive here';
  return {
    key: uuid(),
    event: 'alert.test',
    at,
    subject: text,
    items: [{ text, details: '', url: alert.url }],
    count: 1,
    alerts: [alert],
    distance: null,
  };
}

/** The lines of a text without mark-up: whole lines only, as many as there is room for. */
export function linesWithin<T>(
  max: number,
  { items, count }: Pick<Message, 'items' | 'count'>,
  write: (item: Message['items'][number]) => T,
  sizeOf: (line: T) => number,
): { lines: T[]; more: number } {
  const lines: T[] = [];
  let size = 0;
  for (const item of items) {
    const line = write(item);
    size += sizeOf(line);
    if (size > max) break;
    lines.push(line);
  }
  return { lines, more: count - lines.length };
}

export const moreWords = (more: number): string => `and ${more} more`;

/** A message as plain text of at most `max` characters. */
export function plainText(message: Message, max: number): string {
  const write = ({ text, details, url }: Item) =>
    [text, details, url].filter((part) => part !== '').join('\n');
  const { lines, more } = linesWithin(max - 40, message, write, (line) => line.length + 2);
  return [...lines, ...(more > 0 ? [moreWords(more)] : [])].join('\n\n');
}

/** How urgent it is: 'now' when the date is reached, 'soon' within a week. */
export function urgencyOf({ event, distance }: Message): 'now' | 'soon' | 'later' {
  if (event === 'alert.raised') return 'now';
  if (distance === null || distance > 7) return 'later';
  return distance > 0 ? 'soon' : 'now';
}
