import { z } from 'zod';
import type { Route } from './route.ts';
import type { FieldErrors } from './errors.ts';
import { limits, shortened } from '../rules/limits.ts';

/**
 * A route of the API with its schemas: the server's validation, the handler's types, the OpenAPI document and the
 * client's types all come from it.
 */
export interface Endpoint<
  P extends z.ZodType = z.ZodType,
  Q extends z.ZodType = z.ZodType,
  B extends z.ZodType = z.ZodType,
  D extends z.ZodType = z.ZodType,
> extends Route<{ params: P; query: Q; body: B; data: D }> {
  summary: string;
  params: P;
  query: Q;
  body: B;
  /** The answer's `data`; fields missing from the schema are not sent. */
  data: D;
  /** 200 by default. */
  status?: 201;
  /** Answers 202 with the same data while a job does the rest. */
  accepts?: true;
  /** Concerns one record: answers carry its `ETag`, PUT and DELETE take `If-Match`. */
  versioned?: boolean;
  /** The largest body in bytes; `bodyLimitOf` has the default. */
  bodyLimit?: number;
  /** The list in the body whose elements are counted as they arrive and parsed one by one. */
  rows?: string;
  /** With this parameter in the query the body is a file, of any content type, which the handler reads. */
  file?: string;
  /**
   * Does not count towards the requests in progress of its person or client: a queue or limit of its own bounds it, or
   * it costs nothing.
   */
  ownLimit?: true;
}

/** In bytes. */
export const bodyLimitOf = ({ access, bodyLimit }: Endpoint): number =>
  bodyLimit ?? (access === 'public' ? limits.publicBody : limits.body);

const none = z.object({});
export type None = typeof none;

export type Given<P = z.ZodType, Q = z.ZodType, B = z.ZodType, D = z.ZodType> = Pick<
  Endpoint,
  'summary' | 'status' | 'accepts' | 'versioned' | 'bodyLimit' | 'rows' | 'file' | 'ownLimit'
> & {
  params?: P;
  query?: Q;
  body?: B;
  data?: D;
};

export function endpoint<
  P extends z.ZodType = None,
  Q extends z.ZodType = None,
  B extends z.ZodType = None,
  D extends z.ZodType = None,
>(route: Route, given: Given<P, Q, B, D>): Endpoint<P, Q, B, D> {
  return { ...route, params: none, query: none, body: none, data: none, ...given } as Endpoint<P, Q, B, D>;
}

/** The first message of each field, keyed by its path; at most `limits.errors`. */
export function fieldErrors(error: z.ZodError): FieldErrors {
  const fields: FieldErrors = {};
  let count = 0;
  for (const { path, message } of error.issues) {
    // A map's keys can be as long as the body allows.
    const field = shortened(path.join('.'), limits.path);
    if (Object.hasOwn(fields, field)) continue;
    fields[field] = shortened(message, limits.message);
    if ((count += 1) === limits.errors) break;
  }
  return fields;
}
