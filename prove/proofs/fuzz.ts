import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { Agent, request } from 'node:http';
import { fixtures } from '../../server/test/fixtures/all.ts';
import type { ServerProcess } from '../../server/test/server-process.ts';
import { createRecord } from '../../server/test/records.ts';
import { callAt, registerOperator } from '../operator.ts';
import type { Proof } from '../proof.ts';
import { type Body, type Call, describedCalls, hostileBody, hostilePath } from '../requests.ts';
import type { Engine, Trial } from '../trial.ts';

const connections = 16;
/** How much more memory than half way may be held at the end, in MiB: by then the caches are full. */
const growthAtMost = 96;

/** The resident memory of a process in MiB; null where the system does not tell. */
async function memoryOf(server: ServerProcess): Promise<number | null> {
  const status = await readFile(`/proc/${server.child.pid ?? 0}/status`, 'utf8').catch(() => '');
  const [, kilobytes] = /VmRSS:\s+(\d+)/.exec(status) ?? [];
  return kilobytes === undefined ? null : Number(kilobytes) / 1024;
}

/** Waits until the process holds no more than so many MiB: garbage is collected when the process finds the time. */
async function memoryBack(server: ServerProcess, atMost: number): Promise<void> {
  const until = performance.now() + 30_000;
  for (;;) {
    const held = (await memoryOf(server)) ?? 0;
    if (held <= atMost) return;
    assert.ok(performance.now() < until, `it still holds ${held.toFixed(0)} MiB`);
    await callAt(server.url, 'GET', '/ready');
  }
}

/** Sends what no well-behaved client would: `fetch` refuses part of it. Answers the status, 0 for a closed connection. */
function send(agent: Agent, url: string, { method, path, headers, body }: Call): Promise<number> {
  const { promise, resolve } = Promise.withResolvers<number>();
  const sent = request(`${url}/api`, { agent, method, path: `/api${path}`, headers }, (response) => {
    response.resume().on('close', () => resolve(response.statusCode ?? 0));
  });
  sent.on('error', () => resolve(0)).end(body);
  return promise;
}

async function fuzzed(trial: Trial, engine: Engine, requests: number): Promise<Map<number, number>> {
  const server = await trial.start(await trial.store(engine), { SIGN_IN_FAILURES: '1000000' });
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
  trial.later(async () => agent.destroy());

  const statuses = new Map<number, number>();
  let begun = 0;
  const measured: { early: number | null } = { early: null };
  const client = async () => {
    while (begun < requests) {
      const number = (begun += 1);
      if (number === Math.ceil(requests / 2)) measured.early = await memoryOf(server);
      const described = calls[trial.between(0, calls.length - 1)];
      assert.ok(described);
      const call: Call = {
        method: described.method,
        path: hostilePath(trial, described, ids),
        ...hostileBody(trial, described, operator.token),
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
  const complaints = server
    .output()
    .split('\n')
    .filter((line) => /"level":[56]0/.test(line));
  assert.deepEqual(complaints, [], 'the server logged an error');
  if (!trial.quick && measured.early !== null) await memoryBack(server, measured.early + growthAtMost);
  return statuses;
}

export const fuzz: Proof = {
  name: 'fuzz',
  promise: 'No input makes the server fail: no 5xx, the same process, its memory back.',
  seconds: 400,
  quick: true,
  run: async (trial) => {
    const requests = trial.quick ? 3000 : 100_000 / trial.engines.length;
    const all = new Map<number, number>();
    for (const engine of trial.engines)
      for (const [status, count] of await fuzzed(trial, engine, requests))
        all.set(status, (all.get(status) ?? 0) + count);
    const told = [...all]
      .sort(([a], [b]) => a - b)
      .map(([status, count]) => `${count} × ${status || 'cut off'}`);
    const total = [...all.values()].reduce((sum, count) => sum + count, 0);
    assert.ok((all.get(200) ?? 0) > total / 20, 'hardly a request got through: these were no valid ones');
    return `0 × 5xx in ${total} requests (${told.join(', ')})`;
  },
};
