import {
  type ErrorBody,
  type ErrorCode,
  type FieldErrors,
  errorStatus,
} from '@quartermaster/contract/lib/errors';

type Details = NonNullable<ErrorBody['error']['details']>;

/** An error that the caller is told of, in these words. */
export class AppError extends Error {
  readonly code: ErrorCode;
  readonly details: Details | undefined;
  readonly retryAfter: number | undefined;

  constructor(code: ErrorCode, message: string, details?: Details, retryAfterSeconds?: number) {
    super(message);
    this.code = code;
    this.details = details;
    this.retryAfter = retryAfterSeconds;
  }

  get status(): number {
    return errorStatus[this.code];
  }
}

/** The message names every fault once; `details.fields` says where each stands. */
export const invalid = (fields: FieldErrors): AppError =>
  new AppError('VALIDATION_ERROR', [...new Set(Object.values(fields))].join(', '), { fields });

/** Throws when there is anything wrong. */
export function refuse(fields: FieldErrors): void {
  if (Object.keys(fields).length > 0) throw invalid(fields);
}

export const notFound = (noun: string): AppError =>
  new AppError('NOT_FOUND', `${noun.charAt(0).toUpperCase()}${noun.slice(1)} not found`);
