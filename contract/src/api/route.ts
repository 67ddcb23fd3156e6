import type { z } from 'zod';
import type { Access } from './permissions.ts';

/** The schemas of a request and its answer. */
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

/** How to make a request of the API. It carries its schemas as types alone: they are larger than a page. */
export interface Route<S extends Schemas = Schemas> {
  method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  /** Below /api, parameters in braces. */
  path: string;
  access: Access;
  /** Answers a file instead of an envelope. */
  download?: Download;
  /** The answer is `data` itself, without the envelope. */
  bare?: boolean;
  /** It changes who has access: the session needs a confirmation of the last minutes. */
  confirmed?: boolean;
  /** Who sees only some of the workspace's records may not. */
  unscoped?: boolean;
  /** Its `{id}` names the workspace, not the header. */
  ofWorkspace?: boolean;
  /** It answers records: it takes `secrets`. */
  answersRecords?: boolean;
  /** Never set: it carries the types. */
  readonly types?: S;
}

/** `path` is below /api. */
export const route = (
  method: Route['method'],
  path: string,
  access: Access,
  more?: Pick<Route, 'download' | 'bare' | 'confirmed' | 'ofWorkspace' | 'answersRecords' | 'unscoped'>,
): Route => ({ method, path, access, ...more });
