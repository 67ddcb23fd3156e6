import { limits } from '@quartermaster/contract/rules/limits';
import { fixtures } from '../server/test/fixtures/all.ts';
import {
  type TextLimits,
  importBodies,
  imported,
  inflating,
  strange,
  worstBodies,
} from './strange-bodies.ts';
import { marks, worstTexts } from './worst-texts.ts';

// The largest and strangest requests to each endpoint, from the OpenAPI document, so that new endpoints are attacked
// too.

export interface Sent {
  method: string;
  /** Below /api, with its query. */
  path: string;
  body?: Buffer;
  headers?: Readonly<Record<string, string>>;
}

/** What one endpoint allows. */
export interface Attack {
  /** 'GET /domains' */
  name: string;
  isPublic: boolean;
  requests: Sent[];
}

interface Schema {
  $ref?: string;
  const?: unknown;
  enum?: unknown[];
  type?: string;
  format?: string;
  maxLength?: number;
  maxItems?: number;
  maxProperties?: number;
  properties?: Record<string, Schema>;
  additionalProperties?: Schema | boolean;
  items?: Schema;
  anyOf?: Schema[];
  oneOf?: Schema[];
}
interface Parameter {
  name: string;
  in: string;
  schema: Schema;
}
interface Operation {
  security: unknown[];
  parameters?: Parameter[];
  requestBody?: { description?: string; content: Record<string, { schema: Schema }> };
}
interface Document {
  paths: Record<string, Record<string, Operation>>;
  components: { schemas: Record<string, Schema> };
}

export interface Portfolio {
  /** A record of each area with all of its references; the one that most others hang on. */
  records: Record<string, Record<string, unknown> & { id: string }>;
  /** Of tags in use. */
  tags: string[];
  /** The attacker. */
  userId: string;
  workspaceId: string;
}

const missing = '01a00000-0000-7000-8000-000000000000';

/** A valid value as large as the schema allows, from the shape of a valid one. */
function largest(schema: Schema, document: Document, valid: unknown): unknown {
  const { $ref, const: only, enum: words, type, maxItems, maxLength, items, properties } = schema;
  if ($ref !== undefined) {
    const named = document.components.schemas[$ref.split('/').at(-1) ?? ''];
    return named ? largest(named, document, valid) : valid;
  }
  if (only !== undefined || words) return valid ?? only ?? words?.[0];
  const option = (schema.anyOf ?? schema.oneOf)?.[0];
  if (option) return largest(option, document, valid);
  if (properties) {
    const given = (valid ?? {}) as Record<string, unknown>;
    const names = new Set([...Object.keys(properties), ...Object.keys(given)]);
    return Object.fromEntries(
      [...names].map((name) => [name, largest(properties[name] ?? {}, document, given[name])]),
    );
  }
  if (type === 'array') {
    const [first] = (valid ?? []) as unknown[];
    return Array.from({ length: Math.min(maxItems ?? 20, limits.tags) }, (_, at) =>
      varied(largest(items ?? {}, document, first), at),
    );
  }
  if (type === 'object' || schema.maxProperties !== undefined) return valid;
  // Names, addresses and dates have rules of their own.
  const isFree = type === 'string' && (maxLength ?? 0) >= limits.comment;
  return isFree ? 'x'.repeat(maxLength ?? 0) : valid;
}

/** Tags and users must differ. */
function varied(item: unknown, at: number): unknown {
  if (typeof item !== 'object' || item === null) return item;
  return Object.fromEntries(
    Object.entries(item).map(([key, value]) => [key, ['value', 'username'].includes(key) ? `v${at}` : value]),
  );
}

/** The texts of a body with the characters that they allow. */
const textsOf = ({ properties = {} }: Schema): TextLimits =>
  Object.fromEntries(
    Object.entries(properties).flatMap(([name, schema]) =>
      [schema, ...(schema.anyOf ?? [])].flatMap(({ type, maxLength }) =>
        type === 'string' && maxLength !== undefined ? [[name, maxLength]] : [],
      ),
    ),
  );

/**
 * Every action of a kind, on what a filter matches, which is as much as allowed where that many have a tag, on more, and on
 * as many ids as allowed. Only what imports have brought is deleted.
 */
function bulkBodies(schema: Schema, portfolio: Portfolio, area: string): unknown[] {
  const record = portfolio.records[area];
  const actions = (schema.properties?.do?.oneOf ?? []).flatMap(({ properties = {} }): object[] => {
    const name = properties.action?.const;
    if (name === 'addTag' || name === 'removeTag')
      return [{ action: name, tag: { type: 'attack', value: 'all' } }];
    if (name === 'setStatus') return [{ action: name, status: record?.['status'] }];
    if (name !== 'set') return [];
    const fields = Object.keys(properties.fields?.properties ?? {});
    return [{ action: name, fields: Object.fromEntries(fields.map((field) => [field, record?.[field]])) }];
  });
  const ids = Array.from({ length: limits.bulkRows }, (_, at) => `${missing.slice(0, -5)}${10_000 + at}`);
  const filters = [{ tags: portfolio.tags[0] }, {}];
  return [
    ...actions.flatMap((action) => filters.map((filter) => ({ records: { filter }, do: action }))),
    ...filters.map((filter) => ({ records: { filter }, do: { action: 'delete' }, preview: true })),
    { records: { filter: { tags: imported } }, do: { action: 'delete' } },
    { records: { ids }, do: { action: 'delete' } },
  ];
}

/** Each parameter alone with a costly value, each order, and all of them together. */
function queries(parameters: readonly Parameter[], portfolio: Portfolio, area: string): string[] {
  const { records, tags } = portfolio;
  const record = records[area];
  const costly = ({ name, schema }: Parameter): string[] => {
    if (name === 'limit') return ['1000'];
    if (name === 'page') return ['50'];
    if (name === 'tags') return [tags.slice(0, limits.tags).join(), tags[0]?.split(':')[0] ?? '', imported];
    if (name === 'tagsAny') return [tags.slice(0, limits.tags).join()];
    if (name === 'relatedTo') return Object.entries(records).map(([target, { id }]) => `${target}:${id}`);
    if (name === 'search' || name === 'q')
      return ['e', 'ex', 'zq', 'x'.repeat(limits.search), ...worstTexts(limits.search)];
    if (schema.enum) return name === 'sortOrder' ? [] : schema.enum.map(String);
    if (schema.type === 'integer') return ['36500'];
    if (schema.format === 'date') return ['2020-01-01'];
    const own = record?.[name];
    const many = Array.from({ length: 20 }, (_, at) => `x${at}`).join();
    return [typeof own === 'string' ? own : 'x', many, marks(limits.filter)];
  };
  const valued = parameters.map((parameter) => ({ name: parameter.name, values: costly(parameter) }));
  const encode = (pairs: readonly (readonly [string, string])[]) =>
    new URLSearchParams(pairs.map(([name, value]) => [name, value])).toString();
  const isPaged = parameters.some(({ name }) => name === 'limit');
  const page = isPaged ? ([['limit', '1000']] as const) : [];
  const alone = valued.flatMap(({ name, values }) =>
    values.map((value) => encode([[name, value], ...(name === 'limit' ? [] : page)])),
  );
  const orders = valued.find(({ name }) => name === 'sortBy')?.values ?? [];
  const deep = orders.map((order) =>
    encode([['sortBy', order], ['sortOrder', 'desc'], ['search', 'e'], ['page', '50'], ...page]),
  );
  const narrow = new Set(['tags', 'tagsAny', 'relatedTo', 'search', 'limit', 'page', 'sortBy', 'format']);
  const together = encode([
    ...valued.flatMap(({ name, values: [value] }) =>
      narrow.has(name) && value !== undefined ? [[name, value] as const] : [],
    ),
  ]);
  return [...new Set(['', ...alone, ...deep, together])];
}

/** Compressed, and with the worst of every header that is read. */
function withHeaders({ method, path, body }: Sent): Sent[] {
  const read = ['if-match', 'x-workspace', 'user-agent', 'x-forwarded-for', 'accept-encoding', 'origin'];
  const worst = ['"'.repeat(2000), 'W/"'.repeat(600), 'a, '.repeat(600), `a${' '.repeat(1000)}\t;`.repeat(2)];
  const headers = read.flatMap((name) => worst.map((value) => ({ [name]: value })));
  return [
    ...headers.map((each) => ({ method, path, headers: each, ...(body && { body }) })),
    ...(body ? [{ method, path, body: inflating, headers: { 'content-encoding': 'gzip' } }] : []),
  ];
}

/** What the parameters of a path stand for; the secret is one that the attacker has set. */
const parametersOf = (
  { records, userId, workspaceId }: Portfolio,
  area: string,
): Record<string, string | undefined> => ({
  id: area === 'workspaces' ? workspaceId : records[area]?.id,
  userId,
  area: 'proxies',
  recordId: records['proxies']?.id,
  field: 'password',
});

const areaOf = (path: string): string => path.split('/')[1] ?? '';

/** Ends the session that the other attacks use. */
const leftOut = 'POST /auth/logout';

const isImport = (path: string): boolean => path.endsWith('/bulk-import');

/** Imports come first, since what they bring makes others costlier. */
export function attacksOf(text: string, portfolio: Portfolio): Attack[] {
  const document = JSON.parse(text) as Document;
  const bodiesOf = (path: string, { requestBody }: Operation): (Buffer | undefined)[] => {
    const content = requestBody?.content['application/json'];
    if (!requestBody || !content) return [undefined];
    const bytes = Number(/\d+/.exec(requestBody.description ?? '')?.[0] ?? limits.body);
    const area = areaOf(path);
    const valid = { ...fixtures[area]?.valid(1), ...portfolio.records[area] };
    const key = fixtures[area]?.bulkKey;
    const bodies = (): unknown[] => {
      if (isImport(path) && key !== undefined) return importBodies(key, valid, bytes);
      if (path.endsWith('/bulk-actions'))
        return [...bulkBodies(content.schema, portfolio, area), ...strange({ records: {}, do: {} }, bytes)];
      const large = largest(content.schema, document, valid) as Record<string, unknown>;
      return [large, ...strange(large, bytes), ...worstBodies(valid, textsOf(content.schema))];
    };
    const nested = `${'{"a":'.repeat(20_000)}1${'}'.repeat(20_000)}`;
    return [...bodies().map((body) => JSON.stringify(body)), nested]
      .map((body) => Buffer.from(body))
      .filter((body) => body.length <= bytes);
  };
  const paths = Object.entries(document.paths).toSorted(
    ([one], [other]) => Number(isImport(other)) - Number(isImport(one)),
  );
  return paths.flatMap(([path, operations]) =>
    Object.entries(operations).flatMap(([verb, operation]) => {
      const method = verb.toUpperCase();
      const name = `${method} ${path}`;
      if (name === leftOut) return [];
      const area = areaOf(path);
      // What is deleted is missing for the attacks after it.
      const parameters = method === 'DELETE' ? null : parametersOf(portfolio, area);
      const filled = path.replaceAll(/\{(\w+)\}/g, (_, name: string) => parameters?.[name] ?? missing);
      const inQuery = (operation.parameters ?? []).filter((parameter) => parameter.in === 'query');
      const bodies = bodiesOf(path, operation);
      const requests = queries(inQuery, portfolio, area).flatMap((query) =>
        bodies.map((body): Sent => ({
          method,
          path: filled + (query === '' ? '' : `?${query}`),
          ...(body && { body }),
        })),
      );
      const more = requests[0] ? withHeaders(requests[0]) : [];
      return [{ name, isPublic: operation.security.length === 0, requests: [...requests, ...more] }];
    }),
  );
}
