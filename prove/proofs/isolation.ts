import assert from 'node:assert/strict';
import { isolationCase } from '../../server/test/isolation-cases.ts';
import {
  type Scene,
  areaOf,
  comparable,
  missing,
  newScene,
  routesOf,
} from '../../server/test/isolation-scene.ts';
import type { Client } from '../../server/test/test-app.ts';
import { median } from '../median.ts';
import { registerOperator } from '../operator.ts';
import type { Proof } from '../proof.ts';
import type { Context } from '../context.ts';

const timingRounds = 150;
/** Above this difference, timing could reveal that a record exists. */
const measurableMs = 1;

/** Wraps a client to count its requests. */
function counting(client: Client): { client: Client; count: () => number } {
  let requests = 0;
  const call: Client['call'] = (...args) => {
    requests += 1;
    return client.call(...args);
  };
  return { client: { ...client, call }, count: () => requests };
}

/** Compares the median times for another user's record and for an unknown id; returns the difference in ms. */
async function timingDifference(context: Context, { intruder, victims }: Scene): Promise<number> {
  const theirs = `/domains/${victims.domains?.id ?? ''}`;
  const took: Record<string, number[]> = { [theirs]: [], [`/domains/${missing}`]: [] };
  for (let round = 0; round < timingRounds; round += 1) {
    const paths = Object.keys(took);
    for (const path of context.random() < 0.5 ? paths : paths.reverse()) {
      const began = performance.now();
      await intruder.call('GET', path);
      took[path]?.push(performance.now() - began);
    }
  }
  const [one = 0, other = 0] = Object.values(took).map(median);
  const apart = Math.abs(one - other);
  assert.ok(apart < measurableMs, `timing reveals another user's record: ${apart.toFixed(2)} ms apart`);
  return apart;
}

async function attack(context: Context, engine: Context['engines'][number]) {
  const server = await context.start(await context.store(engine));
  await registerOperator(server.url, 'admin@example.com');
  const victim = await registerOperator(server.url, 'victim@example.com');
  const { client, count } = counting(await registerOperator(server.url, 'intruder@example.com'));
  const scene = await newScene(victim, client);
  const routes = await routesOf(client);
  for (const route of routes) {
    const run = isolationCase(route);
    assert.ok(run, `${route.method} ${route.path} has no case`);
    await run(scene, route, areaOf(route));
  }
  // HEAD is not in the document, but every GET has one; here for records.
  for (const { path } of routes.filter(({ method, path }) => method === 'GET' && path.includes('{id}'))) {
    const id = scene.victims[areaOf({ path })]?.id;
    if (id === undefined) continue;
    const head = (target: string) => client.call('HEAD', path.replace('{id}', target));
    assert.deepEqual(
      comparable(await head(id), id),
      comparable(await head(missing), missing),
      `HEAD ${path}`,
    );
  }
  return { routes: routes.length, requests: count(), apart: await timingDifference(context, scene) };
}

export const isolation: Proof = {
  name: 'isolation',
  promise:
    "No user reads, changes or infers another's data: another's record looks like one that does not exist.",
  seconds: 300,
  quick: false, // server/test/isolation.test.ts runs the same cases
  run: async (context) => {
    let [routes, requests, apart] = [0, 0, 0];
    for (const engine of context.engines) {
      const tried = await attack(context, engine);
      routes = tried.routes;
      requests += tried.requests;
      apart = Math.max(apart, tried.apart);
    }
    return `0 leaks in ${requests} requests to ${routes} endpoints; answers identical to the byte, times within ${apart.toFixed(2)} ms`;
  },
};
