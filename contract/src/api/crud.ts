import { z } from 'zod';
import { bulkActionEndpoint, bulkFilter, type bulkActionResult } from './bulk-actions.ts';
import type { Call, crudCalls, exportCall } from './route.ts';
import { endpoint } from './endpoint.ts';
import { id, queryDay, queryDays, queryFlag, queryText } from './fields.ts';
import type { FilterKinds } from './filters.ts';
import { limits } from '../rules/limits.ts';
import { relatedTo, relations } from './relations.ts';

const idParams = z.object({ id: z.string() });
const removed = z.object({ id });

const pagination = z
  .object({ page: z.number(), limit: z.number(), total: z.number(), totalPages: z.number() })
  .meta({ id: 'Pagination' });
export type Pagination = z.infer<typeof pagination>;

const wholeNumber = (label: string, max: number) =>
  z.coerce
    .number({ error: `${label} must be a whole number` })
    .int(`${label} must be a whole number`)
    .min(1, `${label} must be at least 1`)
    .max(max, `${label} must be at most ${max}`)
    .meta({ type: 'integer' });

const paging = {
  page: wholeNumber('Page', 1_000_000).optional(),
  limit: wholeNumber('Limit', limits.pageRows).optional(),
  sortOrder: z.enum(['asc', 'desc'], { error: 'Sort order must be asc or desc' }).optional(),
};

/** Which rows a list is of; an area adds its own. */
const selection = {
  search: queryText.max(limits.search, `Search must be less than ${limits.search} characters`).optional(),
  tags: queryText
    .meta({ description: 'Comma-joined; each must match. `type:value`, or a bare type or value.' })
    .optional(),
  relatedTo: relatedTo.optional(),
};

type FilterShape<F extends FilterKinds> = { [K in keyof F]: z.ZodOptional<FilterSchema<F[K]>> };
type FilterSchema<K> = K extends readonly string[]
  ? z.ZodEnum<{ [V in K[number]]: V }>
  : K extends 'flag'
    ? typeof queryFlag
    : K extends 'days'
      ? typeof queryDays
      : K extends 'day'
        ? typeof queryDay
        : typeof queryText;

const plain = { text: queryText, flag: queryFlag, days: queryDays, day: queryDay };

function filterShape<F extends FilterKinds>(kinds: F): FilterShape<F> {
  const schemas = Object.entries(kinds).map(([name, kind]) => {
    if (typeof kind === 'string') return [name, plain[kind].optional()];
    const error = `${name.charAt(0).toUpperCase()}${name.slice(1)} must be one of: ${kind.join(', ')}`;
    return [name, z.enum(kind, { error }).optional()];
  });
  return Object.fromEntries(schemas) as FilterShape<F>;
}

interface CrudSchemas<E extends z.ZodType, C extends z.ZodType, U extends z.ZodType, A extends z.ZodType> {
  entity: E;
  create: C;
  update: U;
  /** What can be done to several at once. */
  actions: A;
}

/** The endpoints that every kind of record has. */
export function crud<
  const L extends string,
  const I extends string,
  const F extends FilterKinds,
  const S extends readonly [string, ...string[]],
  E extends z.ZodType,
  C extends z.ZodType,
  U extends z.ZodType,
  A extends z.ZodType,
>(
  calls: ReturnType<typeof crudCalls<L, I, F, S>>,
  { entity, create, update, actions }: CrudSchemas<E, C, U, A>,
) {
  const { noun, nouns, listKey, itemKey, filters, sort } = calls;
  const item = z.object({ [itemKey]: entity } as { [K in I]: E });
  const rows = { [listKey]: z.array(entity) } as { [K in L]: z.ZodArray<E> };
  const selected = { ...selection, ...filterShape(filters) };
  const query = z.object({
    ...paging,
    sortBy: z.enum(sort, { error: `Sort by one of: ${sort.join(', ')}` }).optional(),
    ...selected,
  });
  return {
    ...calls,
    entity,
    query,
    list: endpoint(calls.list, {
      summary: `List ${nouns}`,
      query,
      data: z.object({ ...rows, pagination }),
    }),
    get: endpoint(calls.get, {
      summary: `Get one ${noun}`,
      params: idParams,
      data: item,
      versioned: true,
    }),
    create: endpoint(calls.create, {
      summary: `Create a ${noun}`,
      body: create,
      data: item,
      versioned: true,
      status: 201,
    }),
    update: endpoint(calls.update, {
      summary: `Change the fields that are sent of a ${noun}`,
      params: idParams,
      body: update,
      data: item,
      versioned: true,
    }),
    remove: endpoint(calls.remove, {
      summary: `Delete a ${noun}`,
      params: idParams,
      data: removed,
      versioned: true,
    }),
    relations: endpoint(calls.relations, {
      summary: `What a ${noun} uses and what uses it, directly and through others`,
      params: idParams,
      data: relations,
    }),
    bulkActions: bulkActionEndpoint(calls.bulkActions, nouns, bulkFilter(selected), actions),
  };
}

/** What any result of `crud` has, for the code that serves all of them. */
export interface AnyCrud {
  path: string;
  noun: string;
  nouns: string;
  listKey: string;
  itemKey: string;
  entity: z.ZodType;
  query: z.ZodType;
  list: ReturnType<typeof endpoint<z.ZodType, z.ZodType, z.ZodType, z.ZodType>>;
  get: AnyCrud['list'];
  create: AnyCrud['list'];
  update: AnyCrud['list'];
  remove: AnyCrud['list'];
  relations: ReturnType<typeof endpoint<z.ZodType, z.ZodType, z.ZodType, typeof relations>>;
  bulkActions: ReturnType<typeof endpoint<z.ZodType, z.ZodType, z.ZodType, typeof bulkActionResult>>;
}

/** The list's filters without its paging select what an export holds. */
export const exportEndpoint = <Q extends z.ZodType>(call: ReturnType<typeof exportCall>, query: Q) => ({
  ...endpoint(call, { summary: `Download the list as ${call.download.name}`, query }),
  download: call.download,
});

/** In the query of an export that is CSV unless told. */
export const exportFormat = {
  format: z.enum(['csv', 'json'], { error: 'Format must be csv or json' }).optional(),
};

export const bulkResult = z
  .object({
    imported: z.number(),
    skipped: z.number(),
    failed: z.number(),
    errors: z.array(z.object({ index: z.number(), message: z.string() })),
  })
  .meta({ id: 'BulkImportResult' });
export type BulkResult = z.infer<typeof bulkResult>;

/** A body that holds a list of up to 10 000 rows; a row is checked by itself, so that one fault stops no other. */
export function bulkEndpoint<const K extends string, F extends z.ZodRawShape>(bulk: Call, key: K, more: F) {
  const list = z
    .array(z.unknown(), { error: `${key} must be a list` })
    .max(limits.bulkRows, `At most ${limits.bulkRows} rows at once`);
  return endpoint(bulk, {
    summary: `Import up to ${limits.bulkRows} rows in one transaction`,
    body: z.object({
      ...({ [key]: list } as { [P in K]: typeof list }),
      skipDuplicates: z.boolean({ error: 'skipDuplicates must be true or false' }).default(true),
      ...more,
    }),
    data: bulkResult,
    bodyLimit: 32 * 1024 * 1024,
  });
}
