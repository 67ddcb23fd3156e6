import type { z } from 'zod';
import type { Access } from './permissions.ts';

/** The schemas of what a request sends and of what is answered. */
export interface Schemas {
  params: z.ZodType;
  query: z.ZodType;
  body: z.ZodType;
  data: z.ZodType;
}

export interface Download {
  name: string;
  type: string;
}

/** How a request of the API is made. Its schemas are known by their types alone: they weigh more than a page. */
export interface Route<S extends Schemas = Schemas> {
  method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  /** Below /api, parameters in braces. */
  path: string;
  access: Access;
  /** Answers a file instead of an envelope. */
  download?: Download;
  /** The answer is `data` itself, without the envelope. */
  bare?: boolean;
  /** Never set: it carries the types. */
  readonly types?: S;
}

/** A route, whose schemas its endpoint has. */
export const route = (given: Route): Route => given;
