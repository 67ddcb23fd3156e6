import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { Agent, request } from 'node:http';
import { fixtures } from '../../server/test/fixtures/all.ts';
import type { ServerProcess } from '../../server/test/server-process.ts';
import { createRecord } from '../../server/test/records.ts';
import { callAt, registerOperator } from '../operator.ts';
import type { Proof } from '../proof.ts';
import { type Body, type Call, describedCalls, hostileBody, hostilePath } from '../requests.ts';
import type { Engine, Context } from '../context.ts';

const connections = 16;
/** Memory growth allowed over the second half, in MiB: by then all caches are full. */
const growthAtMost = 96;

/** The resident memory of a process in MiB; null on systems without /proc. */
async function memoryOf(server: ServerProcess): Promise<number | null> {
  const status = await readFile(`/proc/${server.child.pid ?? 0}/status`, 'utf8').catch(() => '');
  const [, kilobytes] = /VmRSS:\s+(\d+)/.exec(status) ?? [];
  return kilobytes === undefined ? null : Number(kilobytes) / 1024;
}

/** Waits until the process uses at most that many MiB, to leave time for garbage collection. */
async function memoryBack(server: ServerProcess, atMost: number): Promise<void> {
  const until = performance.now() + 30_000;
  for (;;) {
    const held = (await memoryOf(server)) ?? 0;
    if (held <= atMost) return;
    assert.ok(performance.now() < until, `the process still uses ${held.toFixed(0)} MiB`);
    await callAt(server.url, 'GET', '/ready');
  }
}

/** Uses `node:http`, since `fetch` refuses some hostile requests. Returns the status, 0 for a closed connection. */
function send(agent: Agent, url: string, { method, path, headers, body }: Call): Promise<number> {
  const { promise, resolve } = Promise.withResolvers<number>();
  const sent = request(`${url}/api`, { agent, method, path: `/api${path}`, headers }, (response) => {
    response.resume().on('close', () => resolve(response.statusCode ?? 0));
  });
  sent.on('error', () => resolve(0)).end(body);
  return promise;
}

async function fuzzed(context: Context, engine: Engine, requests: number): Promise<Map<number, number>> {
  const server = await context.start(await context.store(engine), { SIGN_IN_FAILURES: '1000000' });
  const operator = await registerOperator(server.url, 'op@example.com');
  const bodies: Record<string, Body> = {};
  const ids: string[] = [];
  for (const area of Object.keys(fixtures)) {
    const record = await createRecord(operator, area, { optional: true });
    bodies[area] = record;
    ids.push(record.id);
  }
  const { text } = await callAt(server.url, 'GET', '/openapi.json');
  const calls = describedCalls(text, bodies);
  const agent = new Agent({ keepAlive: true, maxSockets: connections });
  context.defer(async () => agent.destroy());

  const statuses = new Map<number, number>();
  let begun = 0;
  const measured: { early: number | null } = { early: null };
  const client = async () => {
    while (begun < requests) {
      const number = (begun += 1);
      if (number === Math.ceil(requests / 2)) measured.early = await memoryOf(server);
      const described = calls[context.between(0, calls.length - 1)];
      assert.ok(described);
      const call: Call = {
        method: described.method,
        path: hostilePath(context, described, ids),
        ...hostileBody(context, described, operator.token),
      };
      const status = await send(agent, server.url, call);
      statuses.set(status, (statuses.get(status) ?? 0) + 1);
      if (status < 500) continue;
      const shown = `${call.method} ${call.path} ${String(call.body).slice(0, 500)}`;
      assert.fail(`request ${number}, ${status}: ${shown}\n${server.output().slice(-2000)}`);
    }
  };
  await Promise.all(Array.from({ length: connections }, client));

  assert.equal(server.child.exitCode, null, 'the process ended');
  const health = await callAt(server.url, 'GET', '/ready');
  assert.equal(health.status, 200);
  const errors = server
    .output()
    .split('\n')
    .filter((line) => /"level":[56]0/.test(line));
  assert.deepEqual(errors, [], 'the server logged an error');
  if (!context.quick && measured.early !== null) await memoryBack(server, measured.early + growthAtMost);
  return statuses;
}

export const fuzz: Proof = {
  name: 'fuzz',
  promise: 'No input makes the server fail: no 5xx, no restart, no memory leak.',
  seconds: 400,
  quick: true,
  run: async (context) => {
    const requests = context.quick ? 3000 : 100_000 / context.engines.length;
    const all = new Map<number, number>();
    for (const engine of context.engines)
      for (const [status, count] of await fuzzed(context, engine, requests))
        all.set(status, (all.get(status) ?? 0) + count);
    const counts = [...all]
      .sort(([a], [b]) => a - b)
      .map(([status, count]) => `${count} × ${status || 'cut off'}`);
    const total = [...all.values()].reduce((sum, count) => sum + count, 0);
    assert.ok(
      (all.get(200) ?? 0) > total / 20,
      'too few requests succeeded: the generated ones are not valid',
    );
    return `0 × 5xx in ${total} requests (${counts.join(', ')})`;
  },
};
