import { z } from 'zod';
import { bulkActionEndpoint, bulkFilter, type bulkActionResult } from './bulk-actions.ts';
import { endpoint } from './endpoint.ts';
import { id, limits, queryText } from './fields.ts';
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

interface CrudDefinition<
  L extends string,
  I extends string,
  E extends z.ZodType,
  C extends z.ZodType,
  U extends z.ZodType,
  F extends z.ZodRawShape,
  S extends readonly [string, ...string[]],
  A extends z.ZodType,
> {
  /** Below /api, e.g. /domains. */
  path: string;
  /** How a person names one ('domain') and several ('domains'). */
  noun: string;
  nouns: string;
  listKey: L;
  itemKey: I;
  entity: E;
  create: C;
  update: U;
  filters: F;
  sort: S;
  /** What can be done to several at once. */
  actions: A;
}

/** The endpoints that every kind of record has. */
export function crud<
  const L extends string,
  const I extends string,
  E extends z.ZodType,
  C extends z.ZodType,
  U extends z.ZodType,
  F extends z.ZodRawShape,
  const S extends readonly [string, ...string[]],
  A extends z.ZodType,
>(definition: CrudDefinition<L, I, E, C, U, F, S, A>) {
  const { path, noun, nouns, listKey, itemKey, entity, create, update, filters, sort, actions } = definition;
  const item = z.object({ [itemKey]: entity } as { [K in I]: E });
  const rows = { [listKey]: z.array(entity) } as { [K in L]: z.ZodArray<E> };
  const query = z.object({
    ...paging,
    sortBy: z.enum(sort, { error: `Sort by one of: ${sort.join(', ')}` }).optional(),
    ...selection,
    ...filters,
  });
  return {
    ...definition,
    query,
    list: endpoint({
      method: 'GET',
      path,
      summary: `List ${nouns}`,
      query,
      data: z.object({ ...rows, pagination }),
    }),
    get: endpoint({
      method: 'GET',
      path: `${path}/{id}`,
      summary: `Get one ${noun}`,
      params: idParams,
      data: item,
      versioned: true,
    }),
    create: endpoint({
      method: 'POST',
      path,
      summary: `Create a ${noun}`,
      body: create,
      data: item,
      versioned: true,
      status: 201,
    }),
    update: endpoint({
      method: 'PUT',
      path: `${path}/{id}`,
      summary: `Change the fields that are sent of a ${noun}`,
      params: idParams,
      body: update,
      data: item,
      versioned: true,
    }),
    remove: endpoint({
      method: 'DELETE',
      path: `${path}/{id}`,
      summary: `Delete a ${noun}`,
      params: idParams,
      data: removed,
      versioned: true,
    }),
    relations: endpoint({
      method: 'GET',
      path: `${path}/{id}/relations`,
      summary: `What a ${noun} uses and what uses it, directly and through others`,
      params: idParams,
      data: relations,
    }),
    bulkActions: bulkActionEndpoint(path, nouns, bulkFilter({ ...selection, ...filters }), actions),
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
export function exportEndpoint<Q extends z.ZodType>(
  path: string,
  query: Q,
  download: { name: string; type: string },
) {
  const given = {
    method: 'GET',
    path: `${path}/export`,
    summary: `Download the list as ${download.name}`,
    query,
  } as const;
  return { ...endpoint(given), download };
}

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
export function bulkEndpoint<const K extends string, F extends z.ZodRawShape>(path: string, key: K, more: F) {
  const list = z
    .array(z.unknown(), { error: `${key} must be a list` })
    .max(limits.bulkRows, `At most ${limits.bulkRows} rows at once`);
  return endpoint({
    method: 'POST',
    path: `${path}/bulk-import`,
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
