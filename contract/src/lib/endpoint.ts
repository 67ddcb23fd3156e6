import { z } from 'zod';
import type { FieldErrors } from './errors.ts';

export type Method = 'GET' | 'POST' | 'PUT' | 'DELETE';

/**
 * One call of the API, described once: the server's validation, the handler's types, the OpenAPI document
 * and the client's calls all come from it. `path` is below /api, parameters in braces.
 */
export interface Endpoint<
  P extends z.ZodType = z.ZodType,
  Q extends z.ZodType = z.ZodType,
  B extends z.ZodType = z.ZodType,
  D extends z.ZodType = z.ZodType,
> {
  method: Method;
  path: string;
  summary: string;
  access: 'public' | 'user';
  params: P;
  query: Q;
  body: B;
  /** What the answer's `data` holds; anything it does not name is not sent. */
  data: D;
  /** 200 unless told. */
  status?: 201;
  /** Answers a file instead of an envelope. */
  download?: { name: string; type: string };
  /** The answer is `data` itself, without the envelope. */
  bare?: boolean;
  /** Of one record: an answer that carries it has its `ETag`, and a PUT or a DELETE takes `If-Match`. */
  versioned?: boolean;
  /** Bytes of body accepted; 1 MiB unless told. */
  bodyLimit?: number;
}

const none = z.object({});
type None = typeof none;

type Given<P, Q, B, D> = Omit<Partial<Endpoint>, 'params' | 'query' | 'body' | 'data'> &
  Pick<Endpoint, 'method' | 'path' | 'summary'> & { params?: P; query?: Q; body?: B; data?: D };

export function endpoint<
  P extends z.ZodType = None,
  Q extends z.ZodType = None,
  B extends z.ZodType = None,
  D extends z.ZodType = None,
>(given: Given<P, Q, B, D>): Endpoint<P, Q, B, D> {
  return { access: 'user', params: none, query: none, body: none, data: none, ...given } as Endpoint<
    P,
    Q,
    B,
    D
  >;
}

/** The first message of each field, keyed by its path. */
export function fieldErrors(error: z.ZodError): FieldErrors {
  const fields: FieldErrors = {};
  for (const issue of error.issues) fields[issue.path.join('.')] ??= issue.message;
  return fields;
}
