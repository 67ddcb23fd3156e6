/** Every error code of the API with its HTTP status. */
export const errorStatus = {
  VALIDATION_ERROR: 400,
  INVALID_JSON: 400,
  UNAUTHORIZED: 401,
  TOKEN_EXPIRED: 401,
  INVALID_CREDENTIALS: 401,
  FORBIDDEN: 403,
  CONFIRM_REQUIRED: 403,
  NOT_FOUND: 404,
  DELETED: 404,
  CONFLICT: 409,
  IN_USE: 409,
  PRECONDITION_FAILED: 412,
  PAYLOAD_TOO_LARGE: 413,
  UNSUPPORTED_MEDIA_TYPE: 415,
  RATE_LIMITED: 429,
  INTERNAL_ERROR: 500,
  SERVICE_UNAVAILABLE: 503,
} as const;

export type ErrorCode = keyof typeof errorStatus;

/** Field path (`email`, `users.0.username`) to its message. */
export type FieldErrors = Record<string, string>;

export interface ErrorBody {
  error: { message: string; code: ErrorCode; details?: { fields?: FieldErrors; [key: string]: unknown } };
}
