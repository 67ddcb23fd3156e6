import { fixtures } from '../server/test/fixtures/all.ts';
import type { Context } from './context.ts';

// Builds valid and broken requests from the OpenAPI document.

export type Body = Record<string, unknown>;

export interface Call {
  method: string;
  path: string;
  headers: Record<string, string>;
  body?: string | Buffer;
}

interface Described {
  method: string;
  path: string;
  query: string[];
  /** A valid body, if the endpoint takes one. */
  body: Body | null;
}

interface OpenApi {
  paths: Record<
    string,
    Record<string, { parameters?: { in: string; name: string }[]; requestBody?: unknown }>
  >;
}

const pick = <T>(context: Context, list: readonly T[]): T => list[context.between(0, list.length - 1)] as T;
const chance = (context: Context, part: number): boolean => context.random() < part;

const areaOf = (path: string): string => path.split('/')[1] ?? '';

/** A valid body for the endpoint: a record, a list of records, or credentials. */
function validBody(path: string, bodies: Record<string, Body>): Body {
  const area = areaOf(path);
  const record = bodies[area] ?? {};
  const key = fixtures[area]?.bulkKey;
  if (path.endsWith('/bulk-import') && key !== undefined) return { [key]: [record], skipDuplicates: true };
  if (path.endsWith('/bulk-actions'))
    return {
      records: { ids: [record.id] },
      do: { action: 'addTag', tag: { type: 'env', value: 'prod' } },
    };
  if (path === '/proxies/test') return { ...record, ip: '127.0.0.1', testUrl: 'http://127.0.0.1/' };
  if (area === 'auth') return { email: 'op@example.com', password: 'x', refreshToken: 'x' };
  return record;
}

/** Every endpoint of the OpenAPI document. */
export function describedCalls(document: string, bodies: Record<string, Body>): Described[] {
  const { paths } = JSON.parse(document) as OpenApi;
  return Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, { parameters = [], requestBody }]) => ({
      method: method.toUpperCase(),
      path,
      query: parameters.filter((parameter) => parameter.in === 'query').map(({ name }) => name),
      body: requestBody === undefined ? null : validBody(path, bodies),
    })),
  );
}

const deep = (levels: number, open: string, close: string) => open.repeat(levels) + close.repeat(levels);
const texts = [
  ...[
    '',
    ' ',
    'x',
    '0',
    '-1',
    'null',
    'true',
    'NaN',
    '1e999',
    '2026-02-30',
    '9'.repeat(400),
    'x'.repeat(70_000),
  ],
  ...[
    '\0',
    'a\0b',
    '\ud800',
    '\udfff x',
    '\ufeff',
    '\u202e',
    'İ',
    'ß'.repeat(300),
    '𝒳'.repeat(130),
    '\r\n',
    '%',
    '%00',
    '%_\\',
  ],
  ...[
    "' or 1=1 --",
    '"; drop table domains; --',
    '*',
    'NEAR("a" "b")',
    '"a" OR "b"',
    '${7*7}',
    '{{7*7}}',
    '../../etc/passwd',
  ],
  ...[
    '__proto__',
    'constructor',
    'toString',
    'http://[::1',
    'javascript:alert(1)',
    'a@b',
    'a'.repeat(254) + '@b.co',
    'xn--',
    '例え.jp',
  ],
  ...[
    'env:prod',
    'a:b:c',
    ',,,',
    ':',
    'emails:',
    'emails:01a00000-0000-7000-8000-000000000000',
    '1970-01-01',
    '+275760-09-13',
  ],
] as const;
const values: readonly unknown[] = [
  ...[
    null,
    true,
    false,
    0,
    -1,
    1.5,
    65_536,
    2 ** 53,
    -(2 ** 63),
    1e308,
    [],
    {},
    [[]],
    [null],
    [1, 'x'],
    { a: { b: [] } },
  ],
  ...[
    { toString: 'x' },
    { length: -1 },
    Array(30).fill({ type: 'a', value: 'b' }),
    { type: 'x', value: null },
  ],
  ...[[{ username: 'root', password: 'x' }], [{ username: '$(id)' }], { key: 'x'.repeat(20_000) }],
];
const hostile = (context: Context): unknown =>
  chance(context, 0.6) ? pick(context, texts) : pick(context, values);

/** Replaces, removes or adds one value, at any depth. */
function mutated(context: Context, value: unknown): unknown {
  if (value === null || typeof value !== 'object' || chance(context, 0.3)) return hostile(context);
  if (Array.isArray(value)) {
    if (value.length === 0 || chance(context, 0.2)) return [...(value as unknown[]), hostile(context)];
    const at = context.between(0, value.length - 1);
    return value.map((item: unknown, index) => (index === at ? mutated(context, item) : item));
  }
  const entries = Object.entries(value);
  const [name] = entries.length > 0 ? pick(context, entries) : ['x'];
  if (chance(context, 0.15)) return Object.fromEntries(entries.filter(([key]) => key !== name));
  if (chance(context, 0.1)) return { ...value, [pick(context, texts)]: hostile(context) };
  return { ...value, [name]: mutated(context, (value as Body)[name]) };
}

const broken = [
  '',
  '{',
  '[]',
  'null',
  '"x"',
  '0',
  '{"a":1,}',
  '{"a":1}{"b":2}',
  "{'a':1}",
  '\ufeff{}',
  '{"a":"\\ud800"}',
  '{"a":\0}',
  '{"__proto__":{"x":1}}',
  '{"constructor":{"prototype":{"x":1}}}',
  deep(5000, '[', ']'),
  deep(5000, '{"a":', '}'),
  `{"ids":[${'1,'.repeat(20_000)}1]}`,
];
const tenMegabytes = Buffer.alloc(10 * 1024 * 1024, 0x20);

/** Body and headers of a request: mostly valid with one thing wrong, now and then no JSON at all. */
export function hostileBody(
  context: Context,
  { body, path }: Described,
  token: string,
): { headers: Record<string, string>; body?: string | Buffer } {
  // A logout would end the session that the other requests use.
  const authorization =
    path !== '/auth/logout' && chance(context, 0.97)
      ? `Bearer ${token}`
      : pick(context, ['Bearer', 'Bearer x.y.z', 'Basic eDp5', 'x']);
  const headers: Record<string, string> = { authorization };
  if (chance(context, 0.05))
    headers['if-match'] = pick(context, ['*', '"x"', 'W/"x"', '"', ',', '"a", "b"', 'x'.repeat(4000)]);
  if (body === null) return { headers };
  headers['content-type'] = chance(context, 0.97)
    ? 'application/json'
    : pick(context, [
        'text/plain',
        'application/xml',
        'multipart/form-data',
        'application/json; charset=utf-16',
        '/',
      ]);
  if (chance(context, 0.0005)) return { headers, body: tenMegabytes };
  if (chance(context, 0.03)) return { headers, body: pick(context, broken) };
  if (chance(context, 0.01))
    return { headers, body: Buffer.from([0x7b, 0x22, 0xff, 0xfe, 0x22, 0x3a, 0x31, 0x7d]) };
  const wanted = chance(context, 0.15) ? body : mutated(context, body);
  // Ask the server to connect only to addresses that it refuses.
  const safe =
    path === '/proxies/test' && typeof wanted === 'object' && wanted !== null
      ? { ...wanted, ip: pick(context, ['127.0.0.1', '10.0.0.1', '::1', '0.0.0.0', '', 'x', null]) }
      : wanted;
  return { headers, body: JSON.stringify(safe) };
}

const encoded = (text: string): string => encodeURIComponent(text.toWellFormed());

/** The path with an id, mostly that of an existing record, and arbitrary query parameters. */
export function hostilePath(
  context: Context,
  { path, query, method }: Described,
  ids: readonly string[],
): string {
  const badId = () =>
    pick(context, [encoded(pick(context, texts)).slice(0, 900), '%ff', '%zz', '..%2f..', 'x'.repeat(300)]);
  // Never delete a record that other requests need.
  const id = chance(context, 0.8) && method !== 'DELETE' ? pick(context, ids) : badId();
  const filled = path.replace('{id}', id || 'x');
  const names = query.filter(() => chance(context, 0.12));
  if (chance(context, 0.05)) names.push(pick(context, ['x', '__proto__', 'page', 'page', 'toString', '']));
  const pairs = names.map((name) => {
    const value = chance(context, 0.2)
      ? pick(context, ['%', '%ff', '%zz', '+', ''])
      : encoded(pick(context, [...texts, ...ids, '1', '20', 'asc', 'true', 'ACTIVE']));
    return `${encodeURIComponent(name)}=${value.slice(0, 6000)}`;
  });
  return pairs.length > 0 ? `${filled}?${pairs.join('&')}` : filled;
}
