import assert from 'node:assert/strict';
import { Authenticator } from './authenticator.ts';
import { fixtures } from './fixtures/all.ts';
import { type Body, type RecordBody, createFrom, fixtureOf, validBody } from './records.ts';
import type { Answer, Client } from './test-app.ts';

/** An endpoint as the running server's OpenAPI document describes it. */
export interface Route {
  method: string;
  path: string;
  access: 'public' | 'user';
  /** The names of its query parameters. */
  query: string[];
  /** For bulk actions: the schemas of `do`. */
  actions: Schema[];
}
interface Schema {
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

const canary = 'xyzzyvictim';
const withCanary = { comment: `${canary} comment`, tags: [{ type: canary, value: canary }] };
export const missing = '01a00000-0000-7000-8000-000000000000';

export async function newScene(victim: Client, intruder: Client): Promise<Scene> {
  const victims: Record<string, RecordBody> = {};
  for (const area of Object.keys(fixtures)) {
    const own = 'tags' in fixtureOf(area).valid(0) ? withCanary : { name: `${canary} type` };
    const body = await validBody(victim, area, { optional: true });
    victims[area] = await createFrom(victim, area, { ...body, ...own });
  }
  return { victim, intruder, victims };
}

export const areaOf = ({ path }: Pick<Route, 'path'>): string =>
  Object.keys(fixtures).find((area) => fixtures[area]?.crud.path === `/${path.split('/')[1] ?? ''}`) ?? '';

/** A response without what differs in each one; an id that was sent may come back. */
export function comparable({ status, text, headers }: Answer, id: string) {
  const told = [...headers].filter(([name]) => !['date', 'x-request-id'].includes(name));
  return { status, text: text.replaceAll(id, '{id}'), headers: Object.fromEntries(told) };
}

const idsOf = ({ victims }: Scene): string[] => Object.values(victims).map(({ id }) => id);

export function leaksNothing(scene: Scene, { text }: Answer, what: string, sent?: string): void {
  assert.ok(!text.includes(canary), `${what} shows a word of another user's`);
  for (const id of idsOf(scene))
    if (id !== sent) assert.ok(!text.includes(id), `${what} shows an id of another user's`);
}

/** Another user's record and a missing one must get the same response, to the byte. */
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

/** Everything that the victim can read. */
async function snapshot({ victim }: Scene): Promise<string[]> {
  const answers = Object.keys(fixtures).map((area) =>
    victim.call('GET', `${fixtureOf(area).crud.path}?limit=100`),
  );
  return (await Promise.all(answers)).map(({ text }) => text);
}

async function otherReferences(scene: Scene, area: string, send: (body: Body) => Promise<Answer>) {
  const { needs, may } = fixtureOf(area);
  const body = await validBody(scene.intruder, area);
  for (const [field, target] of Object.entries({ ...needs, ...may }))
    await alike(scene, `${area}.${field}`, scene.victims[target]?.id ?? '', (id) =>
      send({ ...body, [field]: id }),
    );
}

type Case = (scene: Scene, route: Route, area: string) => Promise<unknown>;

const create: Case = (scene, { path }, area) =>
  otherReferences(scene, area, (body) => scene.intruder.call('POST', path, body));

const bulkImport: Case = async (scene, { path }, area) => {
  const { victim, intruder } = scene;
  const { bulkKey = '', needs } = fixtureOf(area);
  await otherReferences(scene, area, (body) => intruder.call('POST', path, { [bulkKey]: [body] }));
  const rows = [await validBody(victim, area)];
  const { body } = await intruder.call<{ data: { imported: number } }>('POST', path, { [bulkKey]: rows });
  if (Object.keys(needs).length > 0) assert.equal(body.data.imported, 0);
};

/** A value that a schema accepts; an id where the field is one. */
function valueOf(
  name: string,
  { const: only, type, properties, anyOf, enum: words }: Schema,
  id: string,
): unknown {
  if (only !== undefined) return only;
  if (words?.[0] !== undefined) return words[0];
  if (anyOf?.[0]) return valueOf(name, anyOf[0], id);
  if (properties)
    return Object.fromEntries(
      Object.entries(properties).map(([key, value]) => [key, valueOf(key, value, id)]),
    );
  if (type === 'boolean') return true;
  if (name.endsWith('Date')) return '2030-01-31';
  return name.endsWith('Id') ? id : 'word';
}

const bulkActions: Case = async (scene, { path, actions }, area) => {
  const { intruder, victims } = scene;
  const theirs = victims[area]?.id ?? '';
  assert.ok(actions.length > 0, `no actions in the document of ${path}`);
  const before = await snapshot(scene);
  for (const action of actions) {
    const act = (records: unknown, id: string) =>
      intruder.call('POST', path, { records, do: valueOf('', action, id) });
    await alike(scene, `${path} by ids`, theirs, (id) => act({ ids: [id] }, missing));
    for (const filter of [{ search: canary }, { tags: canary }, { tags: `${canary}:${canary}` }])
      leaksNothing(scene, await act({ filter }, missing), `${path} by filter`);
    for (const [target, { id: related }] of Object.entries(victims)) {
      await alike(scene, `${path} to a ${target}`, related, async (id) => {
        const own = await createFrom(intruder, area, await validBody(intruder, area));
        return act({ ids: [own.id] }, id);
      });
      await alike(scene, `${path} of a ${target}`, related, (id) =>
        act({ filter: { relatedTo: `${target}:${id}` } }, missing),
      );
    }
  }
  assert.deepEqual(await snapshot(scene), before);
};

/** Another's saved view, by its id. */
const viewById: Case = async (scene, { method, path }) => {
  const { victim, intruder } = scene;
  const view = { area: 'domains', name: `${canary} ${method}`, query: `search=${canary}` };
  const { body } = await victim.call<{ data: { view: { id: string } } }>('POST', '/views', view);
  const { id: theirs } = body.data.view;
  const sent = method === 'PUT' ? { name: 'Mine' } : undefined;
  const answer = await alike(scene, `${method} ${path}`, theirs, (id) =>
    intruder.call(method, path.replace('{id}', id), sent),
  );
  assert.equal(answer.status, 404);
  const { text } = await victim.call('GET', '/views');
  assert.ok(text.includes(theirs) && text.includes(view.name));
};

/** Another's workspace. */
const workspaceById: Case = async (scene, { method, path }) => {
  const { victim, intruder } = scene;
  const mine = async () => (await victim.call('GET', '/workspaces')).text;
  const before = await mine();
  const { body } = await victim.call<{ data: { workspaces: { id: string }[] } }>('GET', '/workspaces');
  const sent = method === 'PUT' ? { name: 'Mine' } : undefined;
  const answer = await alike(scene, `${method} ${path}`, body.data.workspaces[0]?.id ?? '', (id) =>
    intruder.call(method, path.replace('{id}', id), sent),
  );
  assert.equal(answer.status, 404);
  assert.equal(await mine(), before);
};

/** Another's session. */
const sessionById: Case = async (scene, { method, path }) => {
  const { victim, intruder } = scene;
  const { body } = await victim.call<{ data: { sessions: { id: string }[] } }>('GET', '/auth/sessions');
  const answer = await alike(scene, `${method} ${path}`, body.data.sessions[0]?.id ?? '', (id) =>
    intruder.call(method, path.replace('{id}', id)),
  );
  assert.equal(answer.status, 404);
  assert.equal((await victim.call('GET', '/auth/me')).status, 200);
};

/** A member of another's workspace. */
const memberById: Case = async (scene, { method, path }) => {
  const { victim, intruder } = scene;
  const sent = method === 'PUT' ? { role: 'VIEWER' } : undefined;
  const answer = await alike(scene, `${method} ${path}`, victim.userId, (id) =>
    intruder.call(method, path.replace('{userId}', id), sent),
  );
  assert.equal(answer.status, 404);
  const { text } = await victim.call('GET', '/members');
  assert.ok(text.includes(victim.userId) && text.includes('OWNER'));
};

/** An invitation to another's workspace, by its id, and by its token for who was not invited. */
const invitationById: Case = async (scene, { method, path }) => {
  const { victim, intruder } = scene;
  const { body } = await victim.call<{ data: { invitation: { id: string }; url: string } }>(
    'POST',
    '/invitations',
    { email: 'invited@example.com', role: 'EDITOR' },
  );
  const { invitation, url } = body.data;
  if (path.includes('{id}'))
    await alike(scene, `${method} ${path}`, invitation.id, (id) =>
      intruder.call(method, path.replace('{id}', id)),
    );
  else
    await alike(scene, path, url.split('token=')[1] ?? '', (token) => intruder.call(method, path, { token }));
  assert.ok((await victim.call('GET', '/invitations')).text.includes(invitation.id));
};

/** What a member of another's workspace knows. */
const exposureById: Case = async (scene, { method, path }) => {
  const target = path.replace('{area}', 'emails').replace('{recordId}', scene.victims.emails?.id ?? '');
  const sent = method === 'PUT' ? { state: 'rotated' } : undefined;
  const answer = await alike(scene, `${method} ${path}`, scene.victim.userId, (id) =>
    scene.intruder.call(method, target.replace('{userId}', id).replace('{field}', 'password'), sent),
  );
  assert.equal(answer.status, 404);
};

/** A list of another's secrets that are to be changed. */
const workListById: Case = async (scene, { method, path }) => {
  const { victim, intruder, victims } = scene;
  const ids = [victims.emails?.id];
  const made = await victim.call<{ data: { workList: { id: string } } }>('POST', '/work-lists', {
    ...{ name: `${canary} list`, area: 'emails', ids },
  });
  const { id: theirs } = made.body.data.workList;
  if (path.includes('{id}')) {
    const target = path.replace('{area}', 'emails').replace('{recordId}', ids[0] ?? '');
    const sent = method === 'PUT' ? { state: 'rotated' } : undefined;
    const answer = await alike(scene, `${method} ${path}`, theirs, (id) =>
      intruder.call(method, target.replace('{id}', id).replace('{field}', 'password'), sent),
    );
    assert.equal(answer.status, 404);
  } else
    await alike(scene, path, ids[0] ?? '', (id) =>
      intruder.call(method, path, { name: 'Mine', area: 'emails', ids: [id] }),
    );
  const { text } = await victim.call('GET', `/work-lists/${theirs}`);
  assert.ok(text.includes('"open":1'));
};

/** Another's passkey. */
const passkeyById: Case = async (scene, { method, path }) => {
  const { victim, intruder } = scene;
  const begun = await victim.call<{ data: { options: { challenge: string } } }>(
    'POST',
    '/auth/passkeys/options',
  );
  const { challenge } = begun.body.data.options;
  const made = new Authenticator().create({ challenge, origin: 'http://localhost:0' }, victim.userId);
  const { body } = await victim.call<{ data: { passkey: { id: string } } }>('POST', '/auth/passkeys', {
    name: 'key',
    response: made,
  });
  const { id } = body.data.passkey;
  const sent = method === 'PUT' ? { name: 'mine' } : undefined;
  const answer = await alike(scene, `${method} ${path}`, id, (each) =>
    intruder.call(method, path.replace('{id}', each), sent),
  );
  assert.equal(answer.status, 404);
  const { text } = await victim.call('GET', '/auth/passkeys');
  assert.ok(text.includes(id) && text.includes('"key"'), text);
};

const ownData: Case = async (scene, { method, path }) => {
  const before = await snapshot(scene);
  leaksNothing(scene, await scene.intruder.call(method, path, {}), path);
  assert.deepEqual(await snapshot(scene), before);
};
/** Touches no record. */
const noRecords: Case = () => Promise.resolve();

/** By `METHOD path`: cases for what is neither a record by its id nor a read. */
const cases: Record<string, Case> = {
  'POST /auth/login': noRecords,
  'POST /auth/register': noRecords,
  'POST /auth/refresh': noRecords,
  'POST /auth/logout': noRecords,
  'PUT /auth/me': noRecords,
  'POST /auth/confirm': noRecords,
  'POST /auth/forgot': noRecords,
  'POST /auth/reset': noRecords,
  'POST /auth/address': noRecords,
  'POST /auth/totp': noRecords,
  'POST /auth/totp/confirm': noRecords,
  'DELETE /auth/totp': noRecords,
  'POST /auth/totp/recovery-codes': noRecords,
  'POST /auth/login/second': noRecords,
  'POST /auth/passkeys/options': noRecords,
  'POST /auth/passkeys': noRecords,
  'PUT /auth/passkeys/{id}': passkeyById,
  'DELETE /auth/passkeys/{id}': passkeyById,
  'POST /auth/login/passkey/options': noRecords,
  'POST /auth/login/passkey': noRecords,
  'POST /auth/oidc': noRecords,
  'POST /auth/login/oidc': noRecords,
  'POST /auth/identities': noRecords,
  'POST /auth/password': noRecords,
  'DELETE /auth/sessions/{id}': sessionById,
  'DELETE /auth/sessions': noRecords,
  'POST /workspaces': noRecords,
  'GET /workspaces/{id}': workspaceById,
  'PUT /workspaces/{id}': workspaceById,
  'DELETE /workspaces/{id}': workspaceById,
  'PUT /members/{userId}': memberById,
  'DELETE /members/{userId}': memberById,
  'GET /members/{userId}/exposure': exposureById,
  'GET /members/{userId}/exposure/export': exposureById,
  'PUT /members/{userId}/exposure/{area}/{recordId}/{field}': exposureById,
  'POST /work-lists': workListById,
  'GET /work-lists/{id}': workListById,
  'PUT /work-lists/{id}/{area}/{recordId}/{field}': workListById,
  'DELETE /work-lists/{id}': workListById,
  'POST /invitations': noRecords,
  'POST /invitations/accept': invitationById,
  'DELETE /invitations/{id}': invitationById,
  'POST /domains/check-expiration': ownData,
  'POST /proxies/test': noRecords,
  'POST /views': noRecords,
  'PUT /views/{id}': viewById,
  'DELETE /views/{id}': viewById,
};

/** Reads, changes or deletes another user's record by its id, with and without its version. */
const byId: Case = async (scene, { method, path, query }, area) => {
  const { intruder, victims } = scene;
  const theirs = victims[area];
  assert.ok(theirs, `no record for ${path}`);
  const bodies =
    method === 'PUT'
      ? [{}, fixtureOf(area).change]
      : [path.endsWith('/reveal') ? { field: 'password' } : undefined];
  const versions = method === 'GET' ? [undefined] : [undefined, '*', '"x"', `"${theirs.updatedAt}"`];
  const queries = ['', ...query.map((name) => `?${name}=${canary}`)];
  const before = await snapshot(scene);
  for (const body of bodies)
    for (const version of versions)
      for (const words of queries) {
        const send = (id: string) =>
          intruder.call(method, path.replace('{id}', id) + words, body, {
            ...(version !== undefined && { 'if-match': version }),
          });
        const answer = await alike(scene, `${method} ${path}`, theirs.id, send);
        if (words === '') assert.equal(answer.status, 404, answer.text);
        for (const id of ['malformed', 'a%00b'])
          assert.deepEqual(comparable(await send(id), id), comparable(answer, theirs.id));
      }
  if (method === 'PUT' && path === `${fixtureOf(area).crud.path}/{id}`) {
    const own = await createFrom(intruder, area, await validBody(intruder, area));
    await otherReferences(scene, area, (body) => intruder.call(method, path.replace('{id}', own.id), body));
  }
  assert.deepEqual(await snapshot(scene), before);
};

/** Tries every filter of a read with the victim's ids and words. */
const reading: Case = async (scene, { path, query }) => {
  const { intruder, victims } = scene;
  const read = (name: string, value: string) =>
    intruder.call('GET', `${path}?${name}=${encodeURIComponent(value)}`);
  leaksNothing(scene, await intruder.call('GET', path), path);
  const words = [canary, `${canary}:${canary}`, `${canary} comment`, `${canary} type`];
  const values: Record<string, string[]> = { search: words, q: words, tags: words, limit: ['1000'] };
  for (const name of query) {
    for (const value of values[name] ?? []) leaksNothing(scene, await read(name, value), `${path}?${name}`);
    for (const [area, { id: theirs }] of Object.entries(victims))
      if (name === 'relatedTo')
        await alike(scene, `${path}?${name}`, theirs, (id) => read(name, `${area}:${id}`));
      else if (name.endsWith('Id')) await alike(scene, `${path}?${name}`, theirs, (id) => read(name, id));
  }
};

/** The case for an endpoint; undefined if there is none yet. */
export function isolationCase(route: Route): Case | undefined {
  const { method, path } = route;
  const own = cases[`${method} ${path}`];
  if (own) return own;
  if (path.includes('{id}')) return byId;
  if (method === 'GET') return reading;
  if (path.endsWith('/bulk-import')) return bulkImport;
  if (path.endsWith('/bulk-actions')) return bulkActions;
  return path === fixtures[areaOf(route)]?.crud.path ? create : undefined;
}
