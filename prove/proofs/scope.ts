import assert from 'node:assert/strict';
import { isIsolated, isolationCase } from '../../server/test/isolation-cases.ts';
import { type Route, areaOf, leaksNothing, routesOf } from '../../server/test/isolation-scene.ts';
import { type Body, createFrom, fixtureOf, validBody } from '../../server/test/records.ts';
import { scopeTag } from '../../server/test/scoped-member.ts';
import type { Answer, Client } from '../../server/test/test-app.ts';
import type { Context, Engine } from '../context.ts';
import { endpoints } from '../endpoints.ts';
import { registerOperator } from '../operator.ts';
import type { Proof } from '../proof.ts';
import { type ScopeTeam, newScopeTeam, oneForEachMailbox, referredTo, scope, tagged } from '../scope-team.ts';

interface Failure {
  error: { code: string; message: string; details?: { fields?: Body; usedBy?: object } };
}

const refused = ({ status, body, text }: Answer, expected: number, code: string): Failure['error'] => {
  const { error } = body as Failure;
  assert.deepEqual([status, error.code], [expected, code], text);
  return error;
};

const isGiven = ({ access }: Route, area: string) =>
  access !== 'public' && (area === '' || tagged.includes(area));

/** Every read that depends on records; for those with an id, that of the record inside. */
const readsOf = (routes: readonly Route[], { inside }: ScopeTeam): string[] =>
  routes.flatMap(({ method, path, access, query }) => {
    if (method !== 'GET' || access === 'public' || /^\/(auth|installation)/.test(path)) return [];
    const target = path.replace('{id}', inside[areaOf({ path })]?.id ?? '{}');
    if (target.includes('{')) return [];
    const words = query.filter((name) => name === 'search' || name === 'q');
    return [target, ...words.map((name) => `${target}?${name}=example`)];
  });

async function answers({ call }: Client, paths: readonly string[]): Promise<Record<string, string>> {
  const texts: Record<string, string> = {};
  for (const path of paths) texts[path] = (await call('GET', path)).text;
  return texts;
}

/**
 * Hidden records that refer to visible ones change no byte of what members with a scope read: no name, tag or count.
 */
async function changeNothing(team: ScopeTeam, routes: readonly Route[]): Promise<number> {
  const { owner, viewer, editor, hide } = team;
  const paths = readsOf(routes, team);
  const lists = tagged.map((area) => fixtureOf(area).crud.path);
  const [ofViewer, ofEditor] = [await answers(viewer, paths), await answers(editor, paths)];
  const ofOwner = await answers(owner, lists);
  for (const area of tagged) {
    const { crud, change } = fixtureOf(area);
    await hide(area);
    const { id } = await hide(area);
    assert.equal((await owner.call('PUT', `${crud.path}/${id}`, change)).status, 200);
    const gone = await hide(area);
    assert.equal((await owner.call('DELETE', `${crud.path}/${gone.id}`)).status, 200);
  }
  assert.deepEqual(await answers(viewer, paths), ofViewer);
  assert.deepEqual(await answers(editor, paths), ofEditor);
  // The same answers do change for people who see those records, and with a record inside.
  for (const [path, text] of Object.entries(await answers(owner, lists)))
    assert.notEqual(text, ofOwner[path]);
  for (const area of tagged) await createFrom(editor, area, await validBody(editor, area));
  for (const path of lists) assert.notEqual((await viewer.call('GET', path)).text, ofViewer[path]);
  return paths.length;
}

/** Signing out would end the walk. */
const leftOut = 'POST /auth/logout';

/** On every endpoint, a hidden record is like one that does not exist, and no member with a scope learns of it. */
async function everyEndpoint({ editor, viewer, owner, scene }: ScopeTeam, routes: readonly Route[]) {
  for (const route of routes) {
    const { method, path } = route;
    const area = areaOf(route);
    const isRead = method === 'GET' || path.endsWith('/reveal');
    for (const intruder of [editor, viewer]) {
      if (isGiven(route, area) && isIsolated(route) && (isRead || intruder === editor)) {
        const tried = isolationCase(route);
        assert.ok(tried, `no case for ${method} ${path}`);
        await tried({ ...scene, intruder }, route, area);
        continue;
      }
      if (`${method} ${path}` === leftOut) continue;
      const hidden = scene.victims[area]?.id ?? scene.victims.servers?.id ?? '';
      const target = path
        .replace('{userId}', owner.userId)
        .replace('{area}', 'servers')
        .replace('{field}', 'password')
        .replaceAll(/\{\w+\}/g, hidden);
      const sent = method === 'GET' || method === 'DELETE' ? undefined : {};
      const answer = await intruder.raw(method, target, sent);
      assert.ok(answer.status < 500, `${method} ${path}: ${answer.text}`);
      if (target.includes(hidden)) assert.ok([400, 403, 404].includes(answer.status), answer.text);
      leaksNothing(scene, answer, path, hidden);
    }
  }
}

/** Nothing can be created, imported or changed so that it has no tag of the scope. */
async function keepsTags({ editor }: ScopeTeam): Promise<void> {
  const [own, second] = scope;
  const other = { type: 'client', value: 'other' };
  for (const area of tagged) {
    const { crud, bulkKey } = fixtureOf(area);
    const body = await validBody(editor, area);
    const needsTag = (answer: Answer) =>
      assert.match(
        String(refused(answer, 400, 'VALIDATION_ERROR').details?.fields?.['tags']),
        /client:acme, client:beta/,
      );
    for (const tags of [undefined, [], [other]])
      needsTag(await editor.raw('POST', crud.path, { ...body, tags }));
    if (bulkKey !== undefined) {
      const { text } = await editor.raw('POST', `${crud.path}/bulk-import`, {
        [bulkKey]: [{ ...body, tags: [other] }],
      });
      assert.match(text, /"imported":0.*client:acme/);
    }
    const { id } = await createFrom(editor, area, body);
    const path = `${crud.path}/${id}`;
    assert.equal((await editor.raw('PUT', path, { tags: [own, second, other] })).status, 200);
    assert.equal((await editor.raw('PUT', path, { tags: [second, other] })).status, 200);
    for (const tags of [[], [other]]) needsTag(await editor.raw('PUT', path, { tags }));
    const { text } = await editor.raw('POST', `${crud.path}/bulk-actions`, {
      records: { ids: [id] },
      do: { action: 'removeTag', tag: second },
    });
    assert.match(text, /"changed":0/);
    const kept = await editor.call<{ data: Record<string, { tags: Body[] }> }>('GET', path);
    const { tags } = kept.body.data[crud.itemKey] ?? { tags: [] };
    assert.ok(
      tags.some(({ value }) => value === second?.value),
      kept.text,
    );
  }
}

/** A hidden record's name is taken, but not revealed. Returns the number of areas with unique names. */
async function clashes({ owner, editor, hide }: ScopeTeam): Promise<number> {
  let unique = 0;
  for (const area of tagged.filter((each) => !oneForEachMailbox.includes(each))) {
    const { crud, bulkKey } = fixtureOf(area);
    const { sent } = await hide(area);
    const mine = { ...sent, tags: [scopeTag] };
    const ofOwner = await owner.call('POST', crud.path, sent);
    if (ofOwner.status === 201) continue;
    unique += 1;
    const told: string[] = [refused(await editor.raw('POST', crud.path, mine), 409, 'CONFLICT').message];
    if (bulkKey !== undefined)
      for (const skipDuplicates of [false, true]) {
        const { text } = await editor.raw('POST', `${crud.path}/bulk-import`, {
          [bulkKey]: [mine],
          skipDuplicates,
        });
        assert.match(text, /"imported":0/);
        told.push(text);
      }
    const names = Object.values(sent).filter((value) => typeof value === 'string' && /\d/.test(value));
    for (const text of told)
      for (const name of names) assert.ok(!text.includes(String(name)), `${area}: ${text}`);
  }
  assert.ok(unique > 0);
  return unique;
}

interface Done {
  data: { changed: number; unchanged: number; refused: number; pagination: { total: number } };
}

/**
 * Actions on all matching records stay inside; the targets of hidden records stay, and hidden records keep their
 * references.
 */
async function bulkStaysInside({ editor, inside }: ScopeTeam): Promise<number> {
  let acted = 0;
  const all = async (area: string, action: object) => {
    const { path } = fixtureOf(area).crud;
    const seen = (await editor.call<Done>('GET', `${path}?limit=1`)).body.data.pagination.total;
    for (const preview of [true, false]) {
      const request = { records: { filter: {} }, do: action, preview };
      const { body, text } = await editor.raw<Done>('POST', `${path}/bulk-actions`, request);
      const { changed, unchanged, refused: kept } = body.data;
      assert.equal(changed + unchanged + kept, seen, text);
      if (!preview) acted += changed;
    }
  };
  const tag = { type: 'bulk', value: 'all' };
  for (const area of tagged) {
    await all(area, { action: 'addTag', tag });
    for (const each of [tag, ...scope]) await all(area, { action: 'removeTag', tag: each });
  }
  // Records that refer to others go first, whatever the order of the areas.
  for (let round = 0; round < tagged.length; round += 1)
    for (const area of tagged) await all(area, { action: 'delete' });
  for (const area of referredTo) {
    const path = `${fixtureOf(area).crud.path}/${inside[area]?.id ?? ''}`;
    const { message, details } = refused(await editor.call('DELETE', path), 409, 'IN_USE');
    // Inside, one record of each kind may refer to it too; several hidden ones do, and are not counted.
    assert.match(message, /^Used by (1 [a-z ]+(, | and ))*records outside your access$/i);
    for (const count of Object.values(details?.usedBy ?? {})) assert.equal(count, 1, message);
  }
  return acted;
}

/** Every hidden record as its owner sees it. */
async function hiddenRecords({ owner }: ScopeTeam): Promise<string[]> {
  const texts: string[] = [];
  for (const area of tagged) {
    const { path } = fixtureOf(area).crud;
    texts.push((await owner.call('GET', `${path}?limit=1000&search=xyzzyvictim`)).text);
  }
  return texts;
}

async function attack(context: Context, engine: Engine) {
  const { url } = await context.start(await context.store(engine));
  await registerOperator(url, 'admin@example.com');
  const team = await newScopeTeam(url);
  const routes = await routesOf(team.editor);
  const names = (all: readonly { method: string; path: string }[]) =>
    all.map(({ method, path }) => `${method} ${path}`).sort();
  assert.deepEqual(names(routes), names(endpoints));
  const compared = await changeNothing(team, routes);
  const unique = await clashes(team);
  const before = await hiddenRecords(team);
  await everyEndpoint(team, routes);
  await keepsTags(team);
  const acted = await bulkStaysInside(team);
  assert.deepEqual(await hiddenRecords(team), before, 'a hidden record changed');
  return { requests: team.requests(), routes: routes.length, compared, unique, acted };
}

export const scopeProof: Proof = {
  name: 'scope',
  promise:
    'Who sees only records with some tags reads, changes and infers nothing of the others, but that a name is taken.',
  seconds: 900,
  quick: false, // server/test/scope.conformance.test.ts tries the same without other processes
  run: async (context) => {
    const outcomes: Awaited<ReturnType<typeof attack>>[] = [];
    for (const engine of context.engines) outcomes.push(await attack(context, engine));
    const sum = (key: 'requests' | 'acted') => outcomes.reduce((total, each) => total + each[key], 0);
    const { routes = 0, compared = 0, unique = 0 } = outcomes[0] ?? {};
    return `0 leaks in ${sum('requests')} requests to ${routes} endpoints; ${compared} reads the same to the byte beside new hidden records; ${unique} kinds of names taken and not told; bulk actions changed ${sum('acted')} records and no hidden one`;
  },
};
