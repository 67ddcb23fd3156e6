import {
  type ErrorBody,
  type ErrorCode,
  type FieldErrors,
  errorStatus,
} from '@quartermaster/contract/api/errors';

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

/** Names every fault once. */
export const faultsInWords = (fields: FieldErrors): string => [...new Set(Object.values(fields))].join(', ');

/** The message is for a person; `details.fields` says where each fault stands. */
export const invalid = (fields: FieldErrors): AppError =>
  new AppError('VALIDATION_ERROR', faultsInWords(fields), { fields });

/** Throws when there is anything wrong. */
export function refuse(fields: FieldErrors): void {
  if (Object.keys(fields).length > 0) throw invalid(fields);
}

export const notFound = (noun: string): AppError =>
  new AppError('NOT_FOUND', `${noun.charAt(0).toUpperCase()}${noun.slice(1)} not found`);
