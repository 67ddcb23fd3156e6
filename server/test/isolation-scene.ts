import assert from 'node:assert/strict';
import { fixtures } from './fixtures/all.ts';
import { type RecordBody, createFrom, fixtureOf, validBody } from './records.ts';
import type { Answer, Client } from './test-app.ts';

/** An endpoint as the running server's OpenAPI document describes it. */
export interface Route {
  method: string;
  path: string;
  access: 'public' | 'user';
  /** The names of the query parameters. */
  query: string[];
  /** For bulk actions: the schemas of `do`. */
  actions: Schema[];
}
export interface Schema {
  const?: string;
  type?: string;
  properties?: Record<string, Schema>;
  anyOf?: Schema[];
  oneOf?: Schema[];
  enum?: string[];
}
interface Operation {
  security: unknown[];
  parameters?: { name: string; in: string }[];
  requestBody?: { content: Record<string, { schema: Schema }> };
}

export async function routesOf({ call }: Client): Promise<Route[]> {
  const { body } = await call<{ paths: Record<string, Record<string, Operation>> }>('GET', '/openapi.json');
  return Object.entries(body.paths).flatMap(([path, operations]) =>
    Object.entries(operations).map(([method, { security, parameters = [], requestBody }]) => {
      const action = requestBody?.content['application/json']?.schema.properties?.do;
      return {
        method: method.toUpperCase(),
        path,
        access: security.length > 0 ? 'user' : 'public',
        query: parameters.filter((parameter) => parameter.in === 'query').map(({ name }) => name),
        actions: action?.anyOf ?? action?.oneOf ?? (action ? [action] : []),
      };
    }),
  );
}

/** Two users; every record of the first contains a word that nobody else may see. */
export interface Scene {
  victim: Client;
  intruder: Client;
  victims: Record<string, RecordBody>;
}

export const canary = 'xyzzyvictim';
const withCanary = { comment: `${canary} comment`, tags: [{ type: canary, value: canary }] };
export const missing = '01a00000-0000-7000-8000-000000000000';

/** Creates records of these areas with the word; those of other areas do not contain it. */
export async function newScene(
  victim: Client,
  intruder: Client,
  areas: readonly string[] = Object.keys(fixtures),
): Promise<Scene> {
  const victims: Record<string, RecordBody> = {};
  for (const area of areas) {
    const own = 'tags' in fixtureOf(area).valid(0) ? withCanary : { name: `${canary} type` };
    const body = await validBody(victim, area, { optional: true });
    victims[area] = await createFrom(victim, area, { ...body, ...own });
  }
  return { victim, intruder, victims };
}

export const areaOf = ({ path }: Pick<Route, 'path'>): string =>
  Object.keys(fixtures).find((area) => fixtures[area]?.crud.path === `/${path.split('/')[1] ?? ''}`) ?? '';

/** A response without what always differs; an id that was sent may be echoed, and each batch has its own. */
export function comparable({ status, text, headers }: Answer, id: string) {
  const told = [...headers]
    .filter(([name]) => !['date', 'x-request-id'].includes(name))
    .map(([name, value]) => [name, name === 'x-batch-id' ? '{id}' : value] as const);
  return { status, text: text.replaceAll(id, '{id}'), headers: Object.fromEntries(told) };
}

const idsOf = ({ victims }: Scene): string[] => Object.values(victims).map(({ id }) => id);

export function leaksNothing(scene: Scene, { text }: Answer, what: string, sent?: string): void {
  assert.ok(!text.includes(canary), `${what} shows a word of another user's`);
  for (const id of idsOf(scene))
    if (id !== sent) assert.ok(!text.includes(id), `${what} shows an id of another user's`);
}

/** Asserts that another user's record and a missing one get the same response, to the byte. */
export async function alike(scene: Scene, what: string, id: string, send: (id: string) => Promise<Answer>) {
  const theirs = await send(id);
  const none = await send(missing);
  assert.deepEqual(
    comparable(theirs, id),
    comparable(none, missing),
    `${what} tells another's from a missing one`,
  );
  leaksNothing(scene, theirs, what, id);
  return theirs;
}

/** Attacks an endpoint. */
export type Case = (scene: Scene, route: Route, area: string) => Promise<unknown>;
