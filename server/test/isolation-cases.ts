import assert from 'node:assert/strict';
import { fixtures } from './fixtures/all.ts';
import { importById, importNames, importsListed } from './isolation-imports.ts';
import {
  alertRuleById,
  calendarById,
  channelById,
  viewById,
  workspaceById,
  sessionById,
  memberById,
  invitationById,
  exposureById,
  workListById,
  passkeyById,
  tokenById,
  accountById,
} from './isolation-people.ts';
import {
  type Case,
  type Route,
  type Schema,
  type Scene,
  alike,
  areaOf,
  canary,
  comparable,
  leaksNothing,
  missing,
} from './isolation-scene.ts';
import { type Body, createFrom, fixtureOf, validBody } from './records.ts';
import type { Answer } from './test-app.ts';

/** Every record of the victim's that contains the word. */
async function snapshot({ victim }: Scene): Promise<string[]> {
  const answers = Object.keys(fixtures).map((area) =>
    victim.call('GET', `${fixtureOf(area).crud.path}?limit=100&search=${canary}`),
  );
  return (await Promise.all(answers)).map(({ text }) => text);
}

async function otherReferences(scene: Scene, area: string, send: (body: Body) => Promise<Answer>) {
  const { needs, may } = fixtureOf(area);
  const body = await validBody(scene.intruder, area);
  for (const [field, target] of Object.entries({ ...needs, ...may })) {
    const theirs = scene.victims[target];
    if (theirs) await alike(scene, `${area}.${field}`, theirs.id, (id) => send({ ...body, [field]: id }));
  }
}

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

/** A value that a schema accepts; an id for fields that are ids. */
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
    const actOnOwn = async (id: string) => {
      const own = await createFrom(intruder, area, await validBody(intruder, area));
      return act({ ids: [own.id] }, id);
    };
    leaksNothing(scene, await actOnOwn(missing), `${path} of an own record`);
    // Most actions name no record, so that no id of another's would be sent.
    const namesRecords = JSON.stringify(valueOf('', action, missing)).includes(missing);
    await alike(scene, `${path} by ids`, theirs, (id) => act({ ids: [id] }, missing));
    for (const filter of [{ search: canary }, { tags: canary }, { tags: `${canary}:${canary}` }])
      leaksNothing(scene, await act({ filter }, missing), `${path} by filter`);
    for (const [target, { id: related }] of Object.entries(victims)) {
      if (namesRecords) await alike(scene, `${path} to a ${target}`, related, actOnOwn);
      await alike(scene, `${path} of a ${target}`, related, (id) =>
        act({ filter: { relatedTo: `${target}:${id}` } }, missing),
      );
    }
  }
  assert.deepEqual(await snapshot(scene), before);
};

const ownData: Case = async (scene, { method, path }) => {
  const before = await snapshot(scene);
  leaksNothing(scene, await scene.intruder.call(method, path, {}), path);
  assert.deepEqual(await snapshot(scene), before);
};
/** A batch of the victim's, and with it what it changed. */
const batchById: Case = async (scene, { method, path }) => {
  const { victim, intruder } = scene;
  const { body } = await victim.call<{ data: { batches: { id: string }[] } }>('GET', '/history');
  for (const { id } of body.data.batches.slice(0, 3))
    await alike(scene, `${method} ${path}`, id, (each) =>
      intruder.call(method, path.replace('{batchId}', each), method === 'GET' ? undefined : {}),
    );
};

/** What was found about a domain of the victim's. */
const mismatchById: Case = async (scene, { method, path }) => {
  for (const action of ['takeOver', 'ignore', 'unignore'])
    await alike(scene, `${action} by ${path}`, scene.victims['domains']?.id ?? '', (id) =>
      scene.intruder.call(method, path, { records: { ids: [`${id}.expirationDate`] }, do: { action } }),
    );
};

/** What expires on a record of the victim's. */
const expirationById: Case = async (scene, { method, path }) => {
  const before = await snapshot(scene);
  const renew = { action: 'renew', date: '2031-01-01' };
  await alike(scene, `renew by ${path}`, scene.victims['domains']?.id ?? '', (id) =>
    scene.intruder.call(method, path, { records: { ids: [`${id}.domain`] }, do: renew }),
  );
  assert.deepEqual(await snapshot(scene), before);
};

/** Records by their ids, in a body. */
const byIds: Case = async (scene, { method, path }) => {
  const before = await snapshot(scene);
  for (const { id } of Object.values(scene.victims))
    await alike(scene, `${method} ${path}`, id, (each) => scene.intruder.call(method, path, { ids: [each] }));
  assert.deepEqual(await snapshot(scene), before);
};

const impactOfMany: Case = async (scene, { method, path }) => {
  for (const [area, { id }] of Object.entries(scene.victims))
    await alike(scene, `${method} ${path}`, id, (each) =>
      scene.intruder.call(method, path, { records: [{ area, id: each }] }),
    );
};

/** The tag that every record of the victim's carries. */
const changedTag: Case = async (scene, { path }) => {
  const before = await snapshot(scene);
  const tag = { type: canary, value: canary };
  for (const to of [{ type: 'own', value: 'tag' }, null])
    leaksNothing(scene, await scene.intruder.call('POST', path, { ...tag, to }), path, canary);
  assert.deepEqual(await snapshot(scene), before);
};

const dateOf = (area: string, recordId: string) => ({ area, recordId, what: 'other', date: '2030-01-31' });

const dateOnRecord: Case = async (scene, { method, path }) => {
  const before = await snapshot(scene);
  for (const [area, { id }] of Object.entries(scene.victims))
    await alike(scene, `${method} ${path}`, id, (each) =>
      scene.intruder.call(method, path, dateOf(area, each)),
    );
  assert.deepEqual(await snapshot(scene), before);
};

/** A date on each record of the victim's, found by nobody else in any list. */
const dateById: Case = async (scene, { method, path }) => {
  const { victim, intruder, victims } = scene;
  for (const [area, { id: recordId }] of Object.entries(victims)) {
    const body = { ...dateOf(area, recordId), label: canary };
    const made = await victim.call<{ data: { date: { id: string } } }>('POST', '/dates', body);
    const { id } = made.body.data.date;
    const send = (each: string) => intruder.call(method, path.replace('{id}', each), { label: 'x' });
    const { status } = await alike(scene, `${method} ${path}`, id, send);
    assert.equal(status, 404);
    for (const list of [
      '/dates',
      '/expirations',
      '/expirations/months',
      '/expirations/sum',
      '/expirations/costs?by=payer',
      '/expirations/export',
    ])
      leaksNothing(scene, await intruder.call('GET', list), list);
    await victim.call('DELETE', `/dates/${id}`);
  }
};

/** For endpoints that touch no record. */
const noRecords: Case = () => Promise.resolve();

/** By `METHOD path`: cases for endpoints other than reads and records by id. */
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
  'POST /auth/address/void': noRecords,
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
  // auth.identities.test.ts tries it, with an identity provider.
  'DELETE /auth/identities/{id}': noRecords,
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
  'POST /members/{userId}/exposure/turn-off': exposureById,
  'POST /work-lists': workListById,
  'GET /work-lists/{id}': workListById,
  'PUT /work-lists/{id}/{area}/{recordId}/{field}': workListById,
  'DELETE /work-lists/{id}': workListById,
  'POST /invitations': noRecords,
  'POST /invitations/open': noRecords,
  'POST /invitations/accept': invitationById,
  'DELETE /invitations/{id}': invitationById,
  'POST /tokens': noRecords,
  'DELETE /tokens/{id}': tokenById,
  'POST /installation/mail/test': noRecords,
  'POST /jobs/{id}/run': noRecords,
  'GET /installation/accounts/{id}': accountById,
  'PUT /installation/accounts/{id}': accountById,
  'DELETE /installation/accounts/{id}': accountById,
  'DELETE /installation/accounts/{id}/second-factor': accountById,
  'DELETE /installation/accounts/{id}/identities/{identityId}': accountById,
  'GET /history/{batchId}': batchById,
  'POST /history/{batchId}/undo': batchById,
  'POST /trash/restore': byIds,
  'POST /trash/empty': byIds,
  'POST /impact': impactOfMany,
  // mismatches.test.ts tries it with what was found about another's domain, too.
  'POST /mismatches/bulk-actions': mismatchById,
  'POST /expirations/bulk-actions': expirationById,
  'POST /tags/change': changedTag,
  'POST /domains/check-expiration': ownData,
  'POST /proxies/test': noRecords,
  'POST /imports': importNames,
  'GET /imports': importsListed,
  'GET /imports/{id}': importById,
  'PUT /imports/{id}': importById,
  'GET /imports/{id}/rows': importById,
  'PUT /imports/{id}/rows/{n}': importById,
  'GET /imports/{id}/errors.csv': importById,
  'POST /imports/{id}/apply': importById,
  'DELETE /imports/{id}': importById,
  'POST /dates': dateOnRecord,
  'PUT /dates/{id}': dateById,
  'DELETE /dates/{id}': dateById,
  'PUT /alert-settings': ownData,
  // alerts.test.ts tries those of alerts, which jobs raise.
  'GET /alerts/{id}': noRecords,
  'POST /alerts/bulk-actions': noRecords,
  'POST /alert-rules': noRecords,
  'GET /alert-rules/{id}': alertRuleById,
  'PUT /alert-rules/{id}': alertRuleById,
  'DELETE /alert-rules/{id}': alertRuleById,
  'POST /calendars': noRecords,
  'DELETE /calendars/{id}': calendarById,
  // calendars.test.ts reads it.
  'GET /calendar/{token}.ics': noRecords,
  'PUT /digest': ownData,
  'POST /channels': noRecords,
  'GET /channels/{id}': channelById,
  'PUT /channels/{id}': channelById,
  'DELETE /channels/{id}': channelById,
  'POST /channels/{id}/test': channelById,
  'POST /channels/{id}/recipients': channelById,
  'POST /recipients/question': noRecords,
  'POST /recipients': noRecords,
  // deliveries.test.ts tries these, with messages and links of others.
  'POST /deliveries/{id}/retry': noRecords,
  'POST /deliveries/sending/resume': noRecords,
  'GET /acknowledge/{token}': noRecords,
  'POST /acknowledge/{token}': noRecords,
  'POST /views': noRecords,
  'PUT /views/{id}': viewById,
  'DELETE /views/{id}': viewById,
};

/** Reads, changes or deletes another user's record by id, with and without its version. */
const byId: Case = async (scene, { method, path, query }, area) => {
  const { intruder, victims } = scene;
  const theirs = victims[area];
  assert.ok(theirs, `no record for ${path}`);
  const bodies =
    method === 'PUT'
      ? [{}, fixtureOf(area).change]
      : [/\/(reveal|forget)$/.test(path) ? { field: 'password' } : undefined];
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
        // Forgetting is refused by role before the record is looked up.
        if (words === '' && !path.endsWith('/forget')) assert.equal(answer.status, 404, answer.text);
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
      else if (name === 'ids' || name.endsWith('Id'))
        await alike(scene, `${path}?${name}`, theirs, (id) => read(name, id));
  }
};

/** Whether an endpoint's case concerns only records, so that both users may share a workspace. */
export const isIsolated = ({ method, path }: Route): boolean => {
  const own = cases[`${method} ${path}`];
  return own === undefined || own === ownData;
};

/** The case for an endpoint; undefined if there is none. */
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
