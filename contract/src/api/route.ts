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

/** How to send a request to the API. Carries its schemas only as types: they weigh more than a page. */
export interface Route<S extends Schemas = Schemas> {
  method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  /** Below /api unless `isOutside`, with parameters in braces. */
  path: string;
  access: Access;
  /** The path is not below /api: an address that other programs read, like a calendar's. */
  isOutside?: boolean;
  /** Answers with a file instead of an envelope. */
  download?: Download;
  /** The body of the answer is `data` itself, without an envelope. */
  bare?: boolean;
  /** Changes who has access: the session needs a recent confirmation. */
  confirmed?: boolean;
  /** Refused to members whose scope hides some of the workspace's records. */
  unscoped?: boolean;
  /** The workspace is `{id}` in the path, not the header. */
  ofWorkspace?: boolean;
  /** Answers records, so it takes `secrets`. */
  answersRecords?: boolean;
  /** Changes records, as a batch that the answer's `X-Batch-Id` names. */
  writesBatch?: boolean;
  /** Never set; carries the types. */
  readonly types?: S;
}

type More = Pick<
  Route,
  | 'download'
  | 'bare'
  | 'confirmed'
  | 'isOutside'
  | 'ofWorkspace'
  | 'answersRecords'
  | 'writesBatch'
  | 'unscoped'
>;

export const route = <M extends More = More>(
  method: Route['method'],
  path: string,
  access: Access,
  more: M = {} as M,
): Route & Pick<M, keyof M & 'download'> => ({ method, path, access, ...more });

/** The path of a route's address. */
export const urlPath = ({ path, isOutside }: Pick<Route, 'path' | 'isOutside'>): string =>
  isOutside ? path : `/api${path}`;
