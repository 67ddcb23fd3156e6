import { dayAt, daysBetween } from '@quartermaster/contract/rules/calendar';

export const distances = [60, 30, 14, 7, 3, 1, 0, -1];
export const timeZone = 'Europe/Berlin';

/** What is known of the alert of a domain's date. */
interface Known {
  /** The nearest distance that was crossed. */
  nearest: number;
  /** More than a day past when it was first seen: nobody is told. */
  isLate: boolean;
  state: 'heard' | 'not renewing' | { until: number };
  /** Crossed while it was snoozed. */
  isOwed: boolean;
}

export interface Domain {
  id: string;
  name: string;
  /** A day; null if the domain was deleted. */
  date: string | null;
  /** The dates that it had. */
  former: string[];
}

/** A message that every channel is to get: the domain, its date, and the distance. */
export type Message = string;
export const messageOf = (name: string, date: string, distance: number): Message =>
  `${name} ${date} ${distance}`;

/** What the rules of alerts demand, written anew and simply: who must be told of what. */
export class AlertModel {
  readonly domains: Domain[] = [];
  readonly demanded = new Set<Message>();
  /** Dropped where they were still unsent when the date changed, or was marked as not renewing. */
  readonly excused = new Set<Message>();
  readonly #known = new Map<string, Known>();

  #of(domain: Domain, today: string): Known {
    const key = `${domain.id} ${domain.date}`;
    const found = this.#known.get(key);
    if (found) return found;
    const isLate = daysBetween(today, domain.date ?? '') < -1;
    const fresh: Known = { nearest: Infinity, isLate, state: 'heard', isOwed: false };
    this.#known.set(key, fresh);
    return fresh;
  }

  /** What a look at this time brings about. */
  look(now: number): Message[] {
    const today = dayAt(now, timeZone);
    const messages: Message[] = [];
    for (const domain of this.domains) {
      const { name, date } = domain;
      if (date === null) continue;
      const known = this.#of(domain, today);
      const left = daysBetween(today, date);
      const nearest = Math.min(Infinity, ...distances.filter((distance) => left <= distance));
      let tells = false;
      if (nearest < known.nearest) {
        known.nearest = nearest;
        tells = known.state === 'heard';
        known.isOwed = typeof known.state === 'object';
      }
      if (typeof known.state === 'object' && now >= known.state.until) {
        tells = known.isOwed;
        known.state = 'heard';
        known.isOwed = false;
      }
      if (tells && !known.isLate) messages.push(messageOf(name, date, known.nearest));
    }
    for (const message of messages) this.demanded.add(message);
    return messages;
  }

  /** The domains whose alert is open. */
  open(today: string): Domain[] {
    return this.domains.filter((domain) => {
      if (domain.date === null) return false;
      const { nearest, state } = this.#of(domain, today);
      return nearest !== Infinity && state === 'heard';
    });
  }

  snooze(domain: Domain, until: number, today: string): void {
    this.#of(domain, today).state = { until };
  }

  letExpire(domain: Domain, today: string): void {
    this.#of(domain, today).state = 'not renewing';
    this.#excuse(domain);
  }

  /** Gives a domain another date, or none when it is deleted. */
  change(domain: Domain, date: string | null, today: string): void {
    if (domain.date !== null) {
      this.#excuse(domain);
      // Of a date that nothing was told of, nothing is remembered.
      const { nearest } = this.#of(domain, today);
      if (nearest === Infinity) this.#known.delete(`${domain.id} ${domain.date}`);
      domain.former.push(domain.date);
    }
    domain.date = date;
  }

  #excuse({ name, date }: Domain): void {
    for (const distance of distances) {
      const message = messageOf(name, date ?? '', distance);
      if (this.demanded.has(message)) this.excused.add(message);
    }
  }

  /** The next times at which a snooze ends. */
  wakes(): number[] {
    return [...this.#known.values()].flatMap(({ state }) => (typeof state === 'object' ? [state.until] : []));
  }
}
