import {
  type ErrorBody,
  type ErrorCode,
  type FieldErrors,
  errorStatus,
} from '@quartermaster/contract/api/errors';
import { limits, shortened } from '@quartermaster/contract/rules/limits';
import { capitalized } from './capitalized.ts';

type Details = NonNullable<ErrorBody['error']['details']>;

/** An error whose message the caller may see. */
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

/** The distinct messages in one text. */
export const faultsInWords = (fields: FieldErrors): string =>
  shortened([...new Set(Object.values(fields))].join(', '), limits.message);

/** An error with a message for people; `details.fields` locates each fault. */
export const invalid = (fields: FieldErrors): AppError =>
  new AppError('VALIDATION_ERROR', faultsInWords(fields), { fields });

/** Throws if there are errors. */
export function refuse(fields: FieldErrors): void {
  if (Object.keys(fields).length > 0) throw invalid(fields);
}

export const notFound = (noun: string): AppError =>
  new AppError('NOT_FOUND', `${capitalized(noun)} not found`);
