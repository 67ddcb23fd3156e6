import { fixtures } from '../server/test/fixtures/all.ts';
import type { Trial } from './trial.ts';

// Requests made from the description of the API, valid ones and broken ones.

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
  /** A valid body, where the call takes one. */
  body: Body | null;
}

interface OpenApi {
  paths: Record<
    string,
    Record<string, { parameters?: { in: string; name: string }[]; requestBody?: unknown }>
  >;
}

const pick = <T>(trial: Trial, list: readonly T[]): T => list[trial.between(0, list.length - 1)] as T;
const chance = (trial: Trial, part: number): boolean => trial.random() < part;

const areaOf = (path: string): string => path.split('/')[1] ?? '';

/** A valid body for the call: the area's own record, a list of such, or what a sign-in takes. */
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

/** Every call of the OpenAPI document. */
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
const hostile = (trial: Trial): unknown => (chance(trial, 0.6) ? pick(trial, texts) : pick(trial, values));

/** Something of the body, at any depth, replaced, removed or added. */
function mutated(trial: Trial, value: unknown): unknown {
  if (value === null || typeof value !== 'object' || chance(trial, 0.3)) return hostile(trial);
  if (Array.isArray(value)) {
    if (value.length === 0 || chance(trial, 0.2)) return [...(value as unknown[]), hostile(trial)];
    const at = trial.between(0, value.length - 1);
    return value.map((item: unknown, index) => (index === at ? mutated(trial, item) : item));
  }
  const entries = Object.entries(value);
  const [name] = entries.length > 0 ? pick(trial, entries) : ['x'];
  if (chance(trial, 0.15)) return Object.fromEntries(entries.filter(([key]) => key !== name));
  if (chance(trial, 0.1)) return { ...value, [pick(trial, texts)]: hostile(trial) };
  return { ...value, [name]: mutated(trial, (value as Body)[name]) };
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

/** The body and the headers of the call: mostly valid with one thing wrong, now and then no JSON at all. */
export function hostileBody(
  trial: Trial,
  { body, path }: Described,
  token: string,
): { headers: Record<string, string>; body?: string | Buffer } {
  // A logout would end what the others are signed in with.
  const authorization =
    path !== '/auth/logout' && chance(trial, 0.97)
      ? `Bearer ${token}`
      : pick(trial, ['Bearer', 'Bearer x.y.z', 'Basic eDp5', 'x']);
  const headers: Record<string, string> = { authorization };
  if (chance(trial, 0.05))
    headers['if-match'] = pick(trial, ['*', '"x"', 'W/"x"', '"', ',', '"a", "b"', 'x'.repeat(4000)]);
  if (body === null) return { headers };
  headers['content-type'] = chance(trial, 0.97)
    ? 'application/json'
    : pick(trial, [
        'text/plain',
        'application/xml',
        'multipart/form-data',
        'application/json; charset=utf-16',
        '/',
      ]);
  if (chance(trial, 0.0005)) return { headers, body: tenMegabytes };
  if (chance(trial, 0.03)) return { headers, body: pick(trial, broken) };
  if (chance(trial, 0.01))
    return { headers, body: Buffer.from([0x7b, 0x22, 0xff, 0xfe, 0x22, 0x3a, 0x31, 0x7d]) };
  const wanted = chance(trial, 0.15) ? body : mutated(trial, body);
  // The server may only ever be asked to connect where it refuses to.
  const safe =
    path === '/proxies/test' && typeof wanted === 'object' && wanted !== null
      ? { ...wanted, ip: pick(trial, ['127.0.0.1', '10.0.0.1', '::1', '0.0.0.0', '', 'x', null]) }
      : wanted;
  return { headers, body: JSON.stringify(safe) };
}

const encoded = (text: string): string => encodeURIComponent(text.toWellFormed());

/** The path with an id, mostly one that exists, and some of the query's names with any value. */
export function hostilePath(
  trial: Trial,
  { path, query, method }: Described,
  ids: readonly string[],
): string {
  const badId = () =>
    pick(trial, [encoded(pick(trial, texts)).slice(0, 900), '%ff', '%zz', '..%2f..', 'x'.repeat(300)]);
  // Records that the others need are not deleted.
  const id = chance(trial, 0.8) && method !== 'DELETE' ? pick(trial, ids) : badId();
  const filled = path.replace('{id}', id || 'x');
  const names = query.filter(() => chance(trial, 0.12));
  if (chance(trial, 0.05)) names.push(pick(trial, ['x', '__proto__', 'page', 'page', 'toString', '']));
  const pairs = names.map((name) => {
    const value = chance(trial, 0.2)
      ? pick(trial, ['%', '%ff', '%zz', '+', ''])
      : encoded(pick(trial, [...texts, ...ids, '1', '20', 'asc', 'true', 'ACTIVE']));
    return `${encodeURIComponent(name)}=${value.slice(0, 6000)}`;
  });
  return pairs.length > 0 ? `${filled}?${pairs.join('&')}` : filled;
}
