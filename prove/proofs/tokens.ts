import assert from 'node:assert/strict';
import { tokenPermissions } from '@quartermaster/contract/api/permissions';
import { byToken, callerBy, isGiven, makeToken } from '../../server/test/api-tokens.ts';
import { fixtures } from '../../server/test/fixtures/all.ts';
import { isIsolated, isolationCase } from '../../server/test/isolation-cases.ts';
import { areaOf, leaksNothing, newScene, routesOf } from '../../server/test/isolation-scene.ts';
import { at, fixtureOf, validBody } from '../../server/test/records.ts';
import { scopeTag, within } from '../../server/test/scoped-member.ts';
import type { Answer } from '../../server/test/test-app.ts';
import type { Context, Engine } from '../context.ts';
import { endpoints } from '../endpoints.ts';
import { callAt, registerOperator } from '../operator.ts';
import type { Proof } from '../proof.ts';
import { followsMaker, withinSeconds } from '../token-makers.ts';
import { guessing } from '../token-guesses.ts';
import { restoring } from '../token-restores.ts';

type Send = Parameters<typeof byToken>[2];

/** Counts the requests that are sent with API tokens. */
function counting(url: string): { send: Send; count: () => number } {
  let sent = 0;
  const send: Send = (method, path, body, token, headers) => {
    if (token.startsWith('qm_')) sent += 1;
    return callAt(url, method, path, body, token, headers);
  };
  return { send, count: () => sent };
}

/**
 * Sends requests to every endpoint with tokens of each permission and of all: none exceeds its permissions or reaches
 * other workspaces.
 */
async function everyEndpoint(url: string, send: Send): Promise<number> {
  const victim = await registerOperator(url, 'victim@example.com');
  const maker = await registerOperator(url, 'maker@example.com');
  const scene = await newScene(victim, maker);
  const routes = await routesOf(maker);
  assert.deepEqual(
    routes.map(({ method, path }) => `${method} ${path}`).sort(),
    endpoints.map(({ method, path }) => `${method} ${path}`).sort(),
  );
  for (const permissions of [...tokenPermissions.map((each) => [each]), tokenPermissions]) {
    const made = await makeToken(maker, { permissions });
    const program = byToken(maker, endpoints, send, made);
    for (const { method, path, access } of endpoints) {
      const route = routes.find((each) => each.method === method && each.path === path);
      assert.ok(route);
      if (access === 'public') continue;
      if (isGiven(permissions, access)) {
        await isolationCase(route)?.({ ...scene, intruder: program }, route, areaOf(route));
        continue;
      }
      const target = path.replaceAll(/\{\w+\}/g, scene.victims[areaOf(route)]?.id ?? 'x');
      const answer = await send(method, target, method === 'GET' ? undefined : {}, made.value);
      assert.ok(
        [403, 404].includes(answer.status),
        `${permissions.join()}: ${method} ${path}: ${answer.text}`,
      );
      leaksNothing(scene, answer, path, scene.victims[areaOf(route)]?.id);
    }
  }
  return routes.length;
}

/** Without the permission, neither reads nor writes answer with secrets. */
async function withoutSecrets(url: string, send: Send): Promise<void> {
  const owner = await registerOperator(url, 'secrets@example.com');
  const call = callerBy(send, (await makeToken(owner, { permissions: ['read', 'write'] })).value);
  for (const area of Object.keys(fixtures)) {
    const { crud, secrets, answered = [] } = fixtureOf(area);
    const hidden = secrets.filter((path) => !answered.includes(path));
    const body = await validBody(owner, area);
    const words = hidden.map((path) => at(body, path)).filter((word) => typeof word === 'string');
    const created = await call<{ data: Record<string, { id: string }> }>('POST', crud.path, body);
    const id = created.body.data[crud.itemKey]?.id ?? '';
    const answers: Answer[] = [created, await call('PUT', `${crud.path}/${id}`, {})];
    for (const path of [crud.path, `${crud.path}/${id}`, `${crud.path}/export`, '/search?q=example'])
      answers.push(await call('GET', path));
    for (const { text, status } of answers) {
      assert.ok(status < 300, text);
      for (const word of words) assert.ok(!text.includes(word), `${area} shows a secret: ${text}`);
    }
    assert.equal(hidden.length > 0, created.text.includes('"secretFields":["'), created.text);
  }
}

/** A token limited to a tag, made by an owner who sees everything, sees no record without the tag. */
async function scoped(url: string, send: Send): Promise<void> {
  const owner = await registerOperator(url, 'scoped@example.com');
  const tagged = Object.keys(fixtures).filter((area) => 'tags' in fixtureOf(area).valid(0));
  const made = await makeToken(owner, { permissions: tokenPermissions, scope: [scopeTag] });
  const program = byToken(owner, endpoints, send, made);
  const intruder = within(program, owner, scopeTag);
  const scene = await newScene(owner, intruder, tagged);
  for (const route of (await routesOf(owner)).filter(isIsolated)) {
    const area = areaOf(route);
    if (program.sends(route) && (area === '' || tagged.includes(area)))
      await isolationCase(route)?.(scene, route, area);
  }
}

async function attack(context: Context, engine: Engine) {
  const store = await context.store(engine);
  // This process acts as a trusted proxy, so that requests can come from any address.
  const start = () => context.start(store, { TRUST_PROXY: '127.0.0.1' });
  const [one, two] = [await start(), await start()];
  const admin = await registerOperator(one.url, 'admin@example.com');
  const { send, count } = counting(one.url);
  const routes = await everyEndpoint(one.url, send);
  await withoutSecrets(one.url, send);
  await scoped(one.url, send);
  const seconds = await followsMaker(one.url, two.url, admin);
  const guesses = await guessing(one.url);
  for (const { output } of [one, two])
    assert.ok(!/qm_[\da-f-]{36}_[\w-]{43}/.test(output()), 'a log holds a token');
  const revivals = await restoring(context, engine);
  return { routes, requests: count(), seconds, guesses, revivals };
}

export const tokens: Proof = {
  name: 'tokens',
  promise: `An API token does what it was given and never more than its maker may, within ${withinSeconds} s on every server; it can't be guessed, and nothing revives it.`,
  seconds: 900,
  quick: false, // server/test/isolation.test.ts and the tests of the tokens try the same without other processes
  run: async (context) => {
    const outcomes: Awaited<ReturnType<typeof attack>>[] = [];
    for (const engine of context.engines) outcomes.push(await attack(context, engine));
    const sum = (key: 'requests' | 'guesses' | 'revivals') =>
      outcomes.reduce((total, each) => total + each[key], 0);
    const seconds = Math.max(...outcomes.map((each) => each.seconds));
    return `0 leaks in ${sum('requests')} requests to ${outcomes[0]?.routes ?? 0} endpoints; a maker's change in effect after ${seconds.toFixed(1)} s on another server, for reveals and imports at once; 0 of ${sum('guesses')} wrong values accepted; ${sum('revivals')} tries after a restore, none without \`--keep-tokens\` accepted`;
  },
};
