import { NoAnswerError } from './faults.ts';

/** What keeps PostgreSQL from serving. */
export type Trouble = 'does not answer' | 'read only' | 'writes wait for a standby';

/** What the refusals of one outage share: their number, for the line in the log that ends it. */
export interface Refusals {
  requests: number;
}

/** PostgreSQL is away, or takes no writes: no fault of a request or job. The log has a line of it already. */
export class OutageError extends NoAnswerError {
  /** Its SQLSTATE, or the socket's error. */
  readonly code: string;
  /** Nothing was done, and another connection may do it. */
  readonly isRepeatable: boolean;
  readonly refusals: Refusals;
  readonly trouble: Trouble;

  constructor(
    code: string,
    {
      cause,
      isRepeatable = false,
      refusals = { requests: 0 },
      trouble = 'does not answer',
    }: { cause?: unknown; isRepeatable?: boolean; refusals?: Refusals; trouble?: Trouble } = {},
  ) {
    super();
    this.code = code;
    this.cause = cause;
    this.isRepeatable = isRepeatable;
    this.refusals = refusals;
    this.trouble = trouble;
  }
}

/** COMMIT was sent, and nobody knows whether it took place, or whether it would survive a failover. */
export class UnknownOutcomeError extends OutageError {}
