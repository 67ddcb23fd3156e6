import assert from 'node:assert/strict';
import {
  type Scene,
  areaOf,
  comparable,
  isolationCase,
  missing,
  newScene,
  routesOf,
} from '../../server/test/isolation-cases.ts';
import type { Client } from '../../server/test/test-app.ts';
import { median } from '../median.ts';
import { registerOperator } from '../operator.ts';
import type { Proof } from '../proof.ts';
import type { Trial } from '../trial.ts';

const timingRounds = 150;
/** Above this, a clock could tell another's record from none. */
const tellingMs = 1;

/** The same client, counting what it asks. */
function counting(client: Client): { client: Client; asked: () => number } {
  let asked = 0;
  const call: Client['call'] = (...args) => {
    asked += 1;
    return client.call(...args);
  };
  return { client: { ...client, call }, asked: () => asked };
}

/** What exists of another's takes as long as what does not exist: medians of alternating calls. */
async function sameTime(trial: Trial, { intruder, victims }: Scene): Promise<number> {
  const theirs = `/domains/${victims.domains?.id ?? ''}`;
  const took: Record<string, number[]> = { [theirs]: [], [`/domains/${missing}`]: [] };
  for (let round = 0; round < timingRounds; round += 1) {
    const paths = Object.keys(took);
    for (const path of trial.random() < 0.5 ? paths : paths.reverse()) {
      const began = performance.now();
      await intruder.call('GET', path);
      took[path]?.push(performance.now() - began);
    }
  }
  const [one = 0, other = 0] = Object.values(took).map(median);
  const apart = Math.abs(one - other);
  assert.ok(apart < tellingMs, `another's record and none are ${apart.toFixed(2)} ms apart`);
  return apart;
}

async function attack(trial: Trial, engine: Trial['engines'][number]) {
  const server = await trial.start(await trial.store(engine));
  await registerOperator(server.url, 'admin@example.com');
  const victim = await registerOperator(server.url, 'victim@example.com');
  const { client, asked } = counting(await registerOperator(server.url, 'intruder@example.com'));
  const scene = await newScene(victim, client);
  const routes = await routesOf(client);
  for (const route of routes) {
    const run = isolationCase(route);
    assert.ok(run, `${route.method} ${route.path} has no case`);
    await run(scene, route, areaOf(route));
  }
  // What is not in the document, but answered with every GET.
  for (const { path } of routes.filter(({ method, path }) => method === 'GET' && path.includes('{id}'))) {
    const id = scene.victims[areaOf({ path })]?.id ?? '';
    const head = (target: string) => client.call('HEAD', path.replace('{id}', target));
    assert.deepEqual(
      comparable(await head(id), id),
      comparable(await head(missing), missing),
      `HEAD ${path}`,
    );
  }
  return { routes: routes.length, asked: asked(), apart: await sameTime(trial, scene) };
}

export const isolation: Proof = {
  name: 'isolation',
  promise: "No user reads, changes or infers another's data: another's record and none are answered alike.",
  seconds: 300,
  quick: false, // server/test/isolation.test.ts runs the same cases
  run: async (trial) => {
    let [routes, asked, apart] = [0, 0, 0];
    for (const engine of trial.engines) {
      const tried = await attack(trial, engine);
      routes = tried.routes;
      asked += tried.asked;
      apart = Math.max(apart, tried.apart);
    }
    return `0 leaks in ${asked} requests to ${routes} endpoints, alike to the byte and to ${apart.toFixed(2)} ms`;
  },
};
