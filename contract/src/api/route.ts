import type { z } from 'zod';
import type { AnyCrud } from './crud.ts';
import type { Endpoint } from './endpoint.ts';
import type { FilterKinds } from './filters.ts';

/** What a call takes and answers. */
export interface Schemas {
  params: z.ZodType;
  query: z.ZodType;
  body: z.ZodType;
  data: z.ZodType;
}

/** How a call of the API is made. Its schemas are known by their types alone: they weigh more than a page. */
export interface Call<S extends Schemas = Schemas> {
  method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  /** Below /api, parameters in braces. */
  path: string;
  access: 'public' | 'user';
  /** Answers a file instead of an envelope. */
  download?: Download;
  /** The answer is `data` itself, without the envelope. */
  bare?: boolean;
  /** Never there: it carries the types. */
  readonly types?: S;
}

export interface Download {
  name: string;
  type: string;
}

/** For whom is signed in, unless told. */
export const call = <G extends Omit<Call, 'access'> & Partial<Call>>(given: G): G & Pick<Call, 'access'> => ({
  access: 'user',
  ...given,
});

interface CrudFacts<
  L extends string,
  I extends string,
  F extends FilterKinds,
  S extends readonly [string, ...string[]],
> {
  /** Below /api, e.g. /domains. */
  path: string;
  /** How a person names one ('domain') and several ('domains'). */
  noun: string;
  nouns: string;
  listKey: L;
  itemKey: I;
  filters: F;
  sort: S;
}

/** The calls that every kind of record has. */
export function crudCalls<
  const L extends string,
  const I extends string,
  const F extends FilterKinds,
  const S extends readonly [string, ...string[]],
>(facts: CrudFacts<L, I, F, S>) {
  const { path } = facts;
  const one = `${path}/{id}`;
  return {
    ...facts,
    list: call({ method: 'GET', path }),
    get: call({ method: 'GET', path: one }),
    create: call({ method: 'POST', path }),
    update: call({ method: 'PUT', path: one }),
    remove: call({ method: 'DELETE', path: one }),
    relations: call({ method: 'GET', path: `${one}/relations` }),
    bulkActions: call({ method: 'POST', path: `${path}/bulk-actions` }),
  };
}

export const exportCall = (path: string, download: Download) =>
  call({ method: 'GET', path: `${path}/export`, download });

type Typed<E extends Endpoint> = Call<NonNullable<E['types']>>;

/** What `crudCalls` returns, with the types of the schemas. */
type CrudOf<C extends AnyCrud> = {
  [K in keyof C as C[K] extends z.ZodType ? never : K]: C[K] extends Endpoint ? Typed<C[K]> : C[K];
} & { readonly entity?: C['entity'] };

type CallsOf<M, K extends keyof M> = {
  [N in K]: M[N] extends Endpoint ? Typed<M[N]> : M[N] extends AnyCrud ? CrudOf<M[N]> : never;
};

/** Gives calls the types that the endpoints of the same names in a module `M` have. */
export const typed = <M, F extends Partial<Record<keyof M, object>>>(
  calls: F,
): CallsOf<M, keyof F & keyof M> => calls as unknown as CallsOf<M, keyof F & keyof M>;

/** What is common to all that `crudCalls` returns, for the code that serves every kind. */
export interface AnyCrudCalls<T = unknown> {
  path: string;
  noun: string;
  nouns: string;
  listKey: string;
  itemKey: string;
  filters: FilterKinds;
  sort: readonly string[];
  list: Call;
  get: Call;
  create: Call;
  update: Call;
  remove: Call;
  relations: Typed<AnyCrud['relations']>;
  bulkActions: Typed<AnyCrud['bulkActions']>;
  readonly entity?: z.ZodType<T>;
}
