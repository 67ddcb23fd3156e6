import type { Route } from '@quartermaster/contract/api/route';
import { areaOf, missing } from '../server/test/isolation-scene.ts';
import type { Answer, Client } from '../server/test/test-app.ts';
import { callAt } from './operator.ts';

interface Parameter {
  name: string;
  in: string;
  schema: { enum?: string[]; type?: string; format?: string };
}

/** What to read, and as whom. */
export interface Asked {
  /** The ids of records, by area. */
  ids: Readonly<Record<string, readonly string[]>>;
  /** Search texts, also used as names and tags. */
  words: readonly string[];
  workspace: string;
}

function valuesOf({ name, schema }: Parameter, { ids, words }: Asked): string[] {
  const each = Object.entries(ids).flatMap(([area, some]) => some.map((id) => ({ area, id })));
  if (name === 'relatedTo') return each.map(({ area, id }) => `${area}:${id}`);
  if (name.endsWith('Id')) return each.map(({ id }) => id);
  if (name === 'tags') return words.flatMap((word) => [word, `${word}:${word}`]);
  if (name === 'tagsAny') return words.map((word) => `${word}:${word}`);
  // It heads a column of a file, which therefore says whatever was asked for.
  if (name === 'tagType') return ['client'];
  if (schema.enum) return schema.enum;
  if (schema.type === 'integer') return ['1', '2', '1000'];
  if (schema.format === 'date') return ['2000-01-01', '2100-01-01'];
  return [...words];
}

/** The addresses of every read that needs a sign-in, with each parameter alone and each of its values. */
export async function readsOf(url: string, endpoints: readonly Route[], asked: Asked): Promise<string[]> {
  const { body } = await callAt<{
    paths: Record<string, Record<string, { parameters?: Parameter[] }>>;
  }>(url, 'GET', '/openapi.json');
  return endpoints
    .filter(({ method, access }) => method === 'GET' && access !== 'public')
    .flatMap(({ path, ofWorkspace }) => {
      const ids = ofWorkspace
        ? [asked.workspace]
        : (asked.ids[areaOf({ path }) || (path.split('/')[1] ?? '')] ?? [missing]);
      const targets = ids.map((id) => path.replace('{id}', id).replaceAll(/\{\w+\}/g, missing));
      const queries = (body.paths[path]?.get?.parameters ?? [])
        .filter((parameter) => parameter.in === 'query')
        .flatMap((parameter) =>
          valuesOf(parameter, asked).map((value) => `?${parameter.name}=${encodeURIComponent(value)}`),
        );
      return [...new Set(targets)].flatMap((target) => ['', ...queries].map((query) => target + query));
    });
}

/** The reads without an address that was answered. */
export function unanswered(endpoints: readonly Route[], answered: readonly string[]): Route[] {
  const exact = new Set(endpoints.map(({ path }) => path));
  const paths = new Set(answered.map((path) => path.replace(/\?.*/, '')));
  return endpoints.filter(({ method, path }) => {
    const pattern = new RegExp(`^${path.replaceAll(/\{\w+\}/g, '[^/]+')}$`);
    const isOne = (each: string) => each === path || (pattern.test(each) && !exact.has(each));
    return method === 'GET' && ![...paths].some(isOne);
  });
}

/** The number of requests that the server handles in parallel for a person. */
const atOnce = 6;

/** The lengths of compressed answers would vary with the times in them. */
const plain = { 'accept-encoding': 'identity' };

/** Sends every request and hands each answer to `take`. */
export async function readAll(
  call: Client['call'],
  paths: readonly string[],
  take: (path: string, answer: Answer) => void,
): Promise<void> {
  const waiting = paths.values();
  await Promise.all(
    Array.from({ length: atOnce }, async () => {
      for (const path of waiting) take(path, await call('GET', path, undefined, plain));
    }),
  );
}
