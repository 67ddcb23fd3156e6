import type { ErrorCode } from '@quartermaster/contract/api/errors';
import type { Socket } from 'node:net';
import { AppError } from '../lib/errors.ts';
import { STATUS_CODES } from 'node:http';
import { errorBody } from './errors.ts';

type Refusal = readonly [status: number, code: ErrorCode, message: string];

const unreadable: Refusal = [400, 'VALIDATION_ERROR', 'The request is not valid HTTP'];
const refusals: Readonly<Record<string, Refusal>> = {
  HPE_INVALID_URL: [
    400,
    'VALIDATION_ERROR',
    'In an address, characters other than ASCII must be percent-encoded',
  ],
  HPE_HEADER_OVERFLOW: [431, 'PAYLOAD_TOO_LARGE', 'The address and headers are too large'],
  ERR_HTTP_REQUEST_TIMEOUT: [408, 'VALIDATION_ERROR', 'The request did not arrive in time'],
};

/** Answers what Node.js can't read as a request, before there is one, and closes the connection. */
export function refuseUnreadable(error: Error & { code?: string }, socket: Socket): void {
  if (error.code === 'ECONNRESET' || socket.destroyed) return;
  const [status, code, message] = refusals[error.code ?? ''] ?? unreadable;
  const body = JSON.stringify(errorBody(new AppError(code, message)));
  const head = [
    `HTTP/1.1 ${status} ${STATUS_CODES[status] ?? ''}`,
    'Content-Type: application/json; charset=utf-8',
    `Content-Length: ${Buffer.byteLength(body)}`,
    'Connection: close',
  ];
  if (socket.writable) socket.write(`${head.join('\r\n')}\r\n\r\n${body}`);
  socket.destroySoon();
}
