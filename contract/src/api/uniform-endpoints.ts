import { z } from 'zod';
import { bulkActionEndpoint, bulkActions, bulkFilter } from './bulk-actions.ts';
import { endpoint } from './endpoint.ts';
import type { Fields } from './fields.ts';
import type { Kind } from './kind.ts';
import { exportColumns } from '../rules/export-columns.ts';
import { exportQuery, filterShape, listQuery, pagination, selection } from './query.ts';
import { cells, idParams, recordEndpoints } from './record-endpoints.ts';
import { answerShape } from './secrets.ts';
import { facets } from './summaries.ts';
import { id } from './values.ts';

/** The rules of the fields that a bulk action sets. */
const bulkRules = ({ bulk = [] }: Kind, fields: Fields) =>
  Object.fromEntries(
    Object.entries(fields).flatMap(([key, { rule }]) => (bulk.includes(key) ? [[key, rule]] : [])),
  );

/** The schemas of a kind's records. */
interface Schemas<A extends z.ZodObject, C extends z.ZodType, U extends z.ZodType> {
  answer: A;
  create: C;
  update: U;
}

/** The endpoints that every kind has. */
export function uniformEndpoints<
  K extends Kind,
  A extends z.ZodObject,
  C extends z.ZodType,
  U extends z.ZodType,
>(kind: K, fields: Fields, { answer, create, update }: Schemas<A, C, U>) {
  const { one, many } = kind;
  const filters = filterShape(kind.filters as K['filters']);
  const query = z.object({ ...listQuery(kind.sortNames), ...selection, ...filters });
  const shape = z.object(answerShape);
  const columns = exportColumns(kind);
  const item = z.object({ [kind.itemKey]: answer } as { [P in K['itemKey']]: A });
  const rows = { [kind.listKey]: z.array(answer) } as { [P in K['listKey']]: z.ZodArray<A> };
  return {
    list: endpoint(kind.list, {
      summary: `List ${many}`,
      query: query.extend(answerShape),
      data: z.object({ ...rows, pagination }),
    }),
    get: endpoint(kind.get, {
      summary: `Get one ${one}`,
      params: idParams,
      query: shape,
      data: item,
      versioned: true,
    }),
    create: endpoint(kind.create, {
      summary: `Create a ${one}`,
      query: shape,
      body: create,
      data: item,
      versioned: true,
      status: 201,
    }),
    update: endpoint(kind.update, {
      summary: `Change the fields that are sent of a ${one}`,
      params: idParams,
      query: shape,
      body: update,
      data: item,
      versioned: true,
    }),
    remove: endpoint(kind.remove, {
      summary: `Delete a ${one}`,
      params: idParams,
      data: z.object({ id }),
      versioned: true,
    }),
    ...recordEndpoints(kind),
    bulkActions: bulkActionEndpoint(
      kind.bulkActions,
      many,
      bulkFilter({ ...selection, ...filters }),
      bulkActions(
        { isTagged: 'tags' in fields, isLookedUp: kind.bulkLook, isNoted: 'secureNote' in fields },
        bulkRules(kind, fields),
      ),
    ),
    facets: endpoint(kind.facets, {
      summary: `The values that the filters of ${many} can take, with their counts`,
      query: z.object({ ...selection, ...filters }),
      data: facets,
    }),
    export: {
      ...endpoint(kind.export, {
        summary: `Download the list as ${kind.download.name}`,
        query: query.extend(exportQuery(Object.keys(columns))),
        data: z.array(kind.csv ? cells(columns).partial() : z.union([answer, cells(columns).partial()])),
      }),
      download: kind.download,
    },
  };
}
