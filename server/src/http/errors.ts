import { type ErrorBody, type ErrorCode, errorStatus } from '@quartermaster/contract/api/errors';
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { faultOf } from '../db/faults.ts';
import { OutageError, type Trouble, UnknownOutcomeError } from '../db/outage-error.ts';
import { AppError } from '../lib/errors.ts';
import { ClientLeft } from '../lib/keyed-queues.ts';
import { STATUS_CODES } from 'node:http';
import { type SealContext, UnsealError } from '../secrets/seal.ts';

/** Errors raised by Fastify itself. */
const refusals: Record<string, [ErrorCode, string]> = {
  FST_ERR_CTP_INVALID_JSON_BODY: ['INVALID_JSON', 'The body is not valid JSON'],
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: ['INVALID_JSON', 'The body does not have its announced length'],
  FST_ERR_CTP_BODY_TOO_LARGE: ['PAYLOAD_TOO_LARGE', 'The body is too large'],
  FST_ERR_CTP_INVALID_MEDIA_TYPE: ['UNSUPPORTED_MEDIA_TYPE', 'Send JSON, as application/json'],
};

/** Addresses of which Fastify cannot read a part, or finds it too long. */
const unreadable = new Set(['FST_ERR_BAD_URL', 'FST_ERR_MAX_PARAM_LENGTH']);

export const nothingHere = (): AppError => new AppError('NOT_FOUND', 'There is nothing at this address');

const damaged = ({ table, row }: SealContext): string =>
  table === 'wrapped_keys'
    ? 'The key of this workspace cannot be opened: it is damaged, or wrapped with another master key'
    : `A stored secret of the record ${row} is damaged and cannot be opened; replace it, or delete the record`;

const retryAfterSeconds = 5;

const troubles: Record<Trouble, string> = {
  'does not answer': 'The database does not answer; try again in a moment',
  'read only': 'The database is read only; try again in a moment',
  'writes wait for a standby': 'The database answers, but writes wait for a standby; try again in a moment',
};

/** Converts any error to one that the caller may see. An unexpected one becomes an INTERNAL_ERROR without details. */
function toAppError(error: FastifyError): AppError {
  if (error instanceof AppError) return error;
  if (error instanceof UnsealError) return new AppError('INTERNAL_ERROR', damaged(error.context));
  const [code, message] = refusals[error.code] ?? [];
  if (code && message) return new AppError(code, message);
  if (error instanceof UnknownOutcomeError)
    return new AppError(
      'SERVICE_UNAVAILABLE',
      'It may have been stored; look before you repeat it',
      { outcome: 'unknown' },
      retryAfterSeconds,
    );
  const fault = faultOf(error);
  if (fault === 'full') return new AppError('SERVICE_UNAVAILABLE', 'The disk is full; nothing was changed');
  if (fault === 'unavailable')
    return new AppError(
      'SERVICE_UNAVAILABLE',
      troubles[error instanceof OutageError ? error.trouble : 'does not answer'],
      undefined,
      retryAfterSeconds,
    );
  const status = error.statusCode ?? 500;
  if (status === 403 || status === 404 || unreadable.has(error.code)) return nothingHere();
  if (status === 415) return new AppError('UNSUPPORTED_MEDIA_TYPE', 'Send JSON, as application/json');
  if (status >= 400 && status < 500)
    return new AppError('VALIDATION_ERROR', STATUS_CODES[status] ?? 'The request is not valid');
  return new AppError('INTERNAL_ERROR', 'Something went wrong on our side');
}

/** An allow-list, because a database's error object contains parameters and whole rows. Known faults need no stack. */
export const loggable = (error: Error & { code?: unknown }) => {
  const fault = faultOf(error);
  return {
    name: error.name,
    code: error.code,
    message: fault ?? (error.constructor.name === 'DatabaseError' ? 'database error' : error.message),
    ...(fault === null && { stack: error.stack?.split('\n').slice(1, 12).join('\n') }),
  };
};

export const errorBody = ({ code, message, details }: AppError): ErrorBody => ({
  error: { message, code, ...(details && { details }) },
});

export function answerError(error: FastifyError, request: FastifyRequest, reply: FastifyReply): void {
  const { raw } = request;
  const appError = toAppError(error);
  // Of a request that was not complete this is the socket's error, not the database's.
  const isUnread = error.code === 'ERR_STREAM_PREMATURE_CLOSE' && raw.socket.destroyed;
  const hasLeft = error instanceof ClientLeft || (raw.destroyed && !raw.complete) || isUnread;
  if (hasLeft) request.log.debug('request broken off');
  else if (error instanceof OutageError) {
    // The log has a line of the outage.
    error.refusals.requests += 1;
    request.log.debug({ error: loggable(error) }, 'request failed');
  } else if (appError.status >= 500) request.log.error({ error: loggable(error) }, 'request failed');
  else request.log.debug({ code: appError.code }, 'request refused');
  // A failed download has already set the headers of its file.
  reply.removeHeader('content-encoding').removeHeader('content-disposition');
  if (appError.retryAfter !== undefined) reply.header('retry-after', String(appError.retryAfter));
  void reply
    .status(errorStatus[appError.code])
    .type('application/json; charset=utf-8')
    .send(errorBody(appError));
}

export const answerErrors = (fastify: FastifyInstance): void => void fastify.setErrorHandler(answerError);
