import type { FieldErrors } from '@quartermaster/contract/api/errors';

export interface ErrorDetails {
  fields?: FieldErrors;
  [key: string]: unknown;
}

/** A failed request. `status` is 0 without a response; the message is empty if the response had none. */
export class ApiError extends Error {
  readonly status: number;
  readonly code: string;
  readonly details: ErrorDetails | undefined;

  constructor(message: string, status: number, code: string, details?: ErrorDetails) {
    super(message);
    this.name = 'ApiError';
    this.status = status;
    this.code = code;
    this.details = details;
  }
}

/** No response came; `late` means a timeout. */
export const networkError = (late = false): ApiError =>
  new ApiError('Network error', 0, 'NETWORK_ERROR', { late });

/** The connection failed at once, so retrying is cheap. */
export const isUnreachable = (error: unknown): boolean =>
  error instanceof ApiError && error.status === 0 && error.details?.late !== true;

/** The message to show: the server's own, or `fallback` if it gave none. */
export const messageOf = (error: unknown, fallback: string): string =>
  error instanceof ApiError && error.message !== '' ? error.message : fallback;

/** Someone else has changed the record since it was read. */
export const isOutdated = (error: unknown): boolean =>
  error instanceof ApiError && error.code === 'PRECONDITION_FAILED';

/** The record does not exist any more. */
export const isNotFound = (error: unknown): boolean => error instanceof ApiError && error.status === 404;

/** The server's message for each field, keyed by path. */
export const fieldsOf = (error: unknown): FieldErrors =>
  error instanceof ApiError ? (error.details?.fields ?? {}) : {};

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null;

/** Reads `{error: {message, code, details}}`, any part of which may be missing. */
export function readError(status: number, answer: unknown): ApiError {
  const error = isObject(answer) && isObject(answer.error) ? answer.error : {};
  const text = (value: unknown, otherwise: string) =>
    typeof value === 'string' && value !== '' ? value : otherwise;
  return new ApiError(
    text(error.message, ''),
    status,
    text(error.code, 'UNKNOWN_ERROR'),
    isObject(error.details) ? error.details : undefined,
  );
}
