import { z } from 'zod';
import { type Endpoint, type Given, type None, endpoint } from './endpoint.ts';
import type { Fields, Initial, ReferenceField } from './fields.ts';
import type { Cell } from '../rules/csv.ts';
import type { Kind, SortName, TextPath, UniformRoutes } from './kind.ts';
import { secretFields } from './secrets.ts';
import type { recordEndpoints } from './record-endpoints.ts';
import type { Route } from './route.ts';
import { identity } from './values.ts';
import { availableTags } from './summaries.ts';
import { uniformEndpoints } from './uniform-endpoints.ts';

/** 'server' for 'serverId'. */
type ShownName<K> = K extends `${infer N}Id` ? N : never;
export const shownName = (field: string): string => field.slice(0, -'Id'.length);

type RuleShape<F extends Fields> = { [K in keyof F]: F[K]['rule'] };
type CreateShape<F extends Fields> = {
  [K in keyof F]: F[K] extends Initial<unknown> ? z.ZodDefault<F[K]['rule']> : F[K]['rule'];
};
type UpdateShape<F extends Fields> = { [K in keyof F]: z.ZodOptional<F[K]['rule']> };

type ReferenceName<F extends Fields> = {
  [K in keyof F]: F[K] extends ReferenceField ? K : never;
}[keyof F];
type AnswerShape<F extends Fields, D> = typeof identity & { [K in keyof F]: F[K]['answer'] } & {
  [K in ReferenceName<F> as ShownName<K>]: F[K] extends ReferenceField<z.ZodType, infer S> ? S : never;
} & D &
  typeof secretFields;
type Flat<T> = { [K in keyof T]: T[K] };

/** Paths to the values of a record: 'email', 'emailAccount.email'. */
type Path<T> = {
  [K in keyof T & string]: K | Below<K, NonNullable<T[K]>>;
}[keyof T & string];
type Below<K extends string, V> = V extends readonly (infer E)[]
  ? `${K}.${Path<E>}`
  : V extends object
    ? `${K}.${Path<V>}`
    : never;

type Columns<A> = Readonly<Record<string, Path<A> | ((record: A) => Cell)>>;

/** Makes a kind's facts compile only if every name in them is one of the entity's. */
export interface NamesIn<A, F extends string> {
  name: TextPath<Path<A>>;
  detail?: TextPath<Path<A>>;
  url?: F;
  fieldLabels: Readonly<Record<F, string>>;
  labels?: Readonly<Partial<Record<F, Readonly<Record<string, string>>>>>;
  search: readonly TextPath<Path<A>>[];
  unique: { fields: readonly F[]; field: F; message: string };
  sort: readonly SortName<Path<A>>[];
  bulk?: readonly F[];
  expires?: { date: F };
  csv?: Columns<A>;
  moreColumns?: Columns<A>;
}

/** What an entity has beside its fields. */
interface Extras<O extends z.ZodRawShape, D extends z.ZodRawShape> {
  /** Fields of a create that are not stored. */
  createOnly?: O;
  /** Fields of an answer that are not stored. */
  derived?: D;
  /** Rules across several fields of a body. */
  check?: (value: never, context: z.RefinementCtx) => void;
}

/** Derives the schemas and endpoints that every kind has from its facts and fields. */
export function entity<
  const K extends Kind & NamesIn<Flat<z.output<z.ZodObject<AnswerShape<F, D>>>>, keyof F & string>,
  F extends Fields,
  O extends z.ZodRawShape = Record<never, never>,
  D extends z.ZodRawShape = Record<never, never>,
>(kind: K, fields: F, { createOnly, derived, check = () => {} }: Extras<O, D> = {}) {
  const name = kind.itemKey.charAt(0).toUpperCase() + kind.itemKey.slice(1);
  const each = Object.entries(fields);
  const rules = Object.fromEntries(each.map(([key, { rule }]) => [key, rule])) as RuleShape<F>;
  const defaults = each.filter(([, field]) => 'initial' in field);
  const create = z.object({
    ...rules,
    ...Object.fromEntries(defaults.map(([key, { rule, initial }]) => [key, rule.default(initial)])),
    ...createOnly,
  } as Flat<CreateShape<F> & O>);
  const update = z.object(rules).partial() as unknown as z.ZodObject<UpdateShape<F>>;
  const shown = each.flatMap(([key, field]) => {
    const answer = [key, field.answer] as const;
    return 'shown' in field ? [answer, [shownName(key), field.shown] as const] : [answer];
  });
  const answer = z
    .object({ ...identity, ...Object.fromEntries(shown), ...derived, ...secretFields } as unknown as Flat<
      AnswerShape<F, D>
    >)
    .meta({ id: name });
  const checked = check as (value: unknown, context: z.RefinementCtx) => void;
  return {
    ...(kind as Omit<K, keyof UniformRoutes>),
    kind: kind,
    fields,
    /** A record in an answer. */
    answer,
    ...uniformEndpoints(kind, fields, {
      answer,
      create: create.superRefine(checked).meta({ id: `${name}Create` }),
      update: update.superRefine(checked).meta({ id: `${name}Update` }),
    }),
  };
}

/** Adds the schemas of a kind's special routes. */
export function extend<
  E extends { kind: Kind },
  const G extends { [R in keyof G]: R extends ExtraRoute<E['kind']> ? Given : never },
>(
  base: E,
  given: G & Record<ExtraRoute<E['kind']>, Given>,
): Omit<E, keyof G> & { [R in keyof G]: EndpointOf<G[R]> } {
  const routes = base.kind as unknown as Record<string, Route>;
  const endpoints = Object.entries<Given>(given).map(([name, schemas]) => {
    const route = routes[name];
    if (!route) throw new Error(`${base.kind.path} has no route ${name}`);
    return [name, endpoint(route, schemas)];
  });
  return { ...base, ...Object.fromEntries(endpoints) } as never;
}
type ExtraRoute<K> = {
  [R in keyof K]: R extends keyof Kind ? never : K[R] extends Route ? R : never;
}[keyof K];
type SchemaOf<G, P extends string> = G extends { [X in P]: infer S extends z.ZodType } ? S : None;
type EndpointOf<G> = Endpoint<
  SchemaOf<G, 'params'>,
  SchemaOf<G, 'query'>,
  SchemaOf<G, 'body'>,
  SchemaOf<G, 'data'>
>;

/** The endpoint of the tags in use. */
export const tagsInUse = { summary: 'The tags in use', data: z.object({ tags: availableTags }) };

type Uniform = ReturnType<typeof uniformEndpoints>;
/** The common part of all entities, for code that handles any of them. */
export type Entity = Omit<Kind, keyof UniformRoutes> & {
  kind: Kind;
  fields: Fields;
  answer: z.ZodObject;
  tags?: Endpoint;
} & Pick<Uniform, 'bulkActions' | keyof ReturnType<typeof recordEndpoints>> &
  Record<'list' | 'get' | 'create' | 'update' | 'remove' | 'facets', Endpoint> & {
    export: Endpoint & { download: Kind['download'] };
  };
