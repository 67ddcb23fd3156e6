import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';
import { addressOf } from '../faults.ts';
import type { Refusals, Trouble } from '../outage-error.ts';
import { type PostgresState, stateQuery } from './postgres-state.ts';

/** Takes the lines that a database has for the log. */
export type Report = (level: 'warn' | 'error', fields: object, message: string) => void;

const answerMs = 1500;
const pauseMs = 500;
/** At most one line in this time about connections that broke while the server answered others. */
const quietMs = 1000;

function troubleIn({ isReadOnly, isWaiting }: PostgresState): Trouble | null {
  if (isReadOnly) return 'read only';
  return isWaiting ? 'writes wait for a standby' : null;
}

interface Look extends Pick<PostgresState, 'server' | 'timeline'> {
  trouble: Trouble | null;
}

interface Fault {
  code: string;
  asked: string;
}

/** Follows what becomes of a database after a fault, with a connection of its own, and logs when it stops and answers. */
export class OutageWatch {
  readonly #url: string;
  readonly #report: Report;
  readonly #closing = new AbortController();
  #following: Refusals | null = null;
  /** The last fault that no line tells of. */
  #last: Fault | null = null;

  constructor(url: string, report: Report) {
    this.#url = url;
    this.#report = report;
  }

  /** Notes a fault; `asked` is the statement without its values. Returns what the refusals of the outage share. */
  note(code: string, asked: string): Refusals {
    this.#last = { code, asked };
    if (this.#following) return this.#following;
    const refusals = { requests: 0 };
    this.#following = refusals;
    void this.#follow(refusals).finally(() => (this.#following = null));
    return refusals;
  }

  /** Of the outage that there is, if any. */
  get refusals(): Refusals | null {
    return this.#following;
  }

  close(): void {
    this.#closing.abort();
  }

  async #follow(refusals: Refusals): Promise<void> {
    while (this.#last && !this.#closing.signal.aborted) await this.#tell(this.#last, refusals);
  }

  async #tell(fault: Fault, refusals: Refusals): Promise<void> {
    const began = performance.now();
    let { trouble, server, timeline } = await this.#look();
    if (trouble === null) {
      this.#report('warn', { ...fault, refused: refusals.requests }, 'a database connection broke');
      refusals.requests = 0;
      this.#last = null;
      return this.#pause(quietMs);
    }
    this.#report(
      'error',
      { address: addressOf(this.#url), ...fault, trouble },
      'the database stopped answering',
    );
    while (trouble !== null) {
      await this.#pause(pauseMs);
      if (this.#closing.signal.aborted) return;
      ({ trouble, server, timeline } = await this.#look());
    }
    this.#last = null;
    const seconds = Math.round(performance.now() - began) / 1000;
    this.#report(
      'warn',
      { seconds, refused: refusals.requests, server, timeline },
      'the database answers again',
    );
  }

  async #look(): Promise<Look> {
    const client = new pg.Client({
      connectionString: this.#url,
      connectionTimeoutMillis: answerMs,
      query_timeout: answerMs,
    });
    client.on('error', () => undefined);
    try {
      await client.connect();
      const { rows } = await client.query<PostgresState>(stateQuery);
      const [state] = rows;
      if (state) return { ...state, trouble: troubleIn(state) };
    } catch {
      // The trouble says it.
    } finally {
      void client.end().catch(() => undefined);
    }
    return { trouble: 'does not answer', server: null, timeline: null };
  }

  #pause(ms: number): Promise<void> {
    return pause(ms, undefined, { ref: false, signal: this.#closing.signal }).catch(() => undefined);
  }
}
