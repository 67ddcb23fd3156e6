import assert from 'node:assert/strict';
import { setTimeout as pause } from 'node:timers/promises';
import type { Context, Engine } from '../context.ts';
import { callAt, registerOperator } from '../operator.ts';
import type { Proof } from '../proof.ts';

interface Import {
  id: string;
  state: string;
  counts: { create: number; conflict: number } | null;
}
type Answer<T> = { data: T };
type Call = <T>(method: string, path: string, body?: unknown) => Promise<{ status: number; body: Answer<T> }>;

const stateAt = async (call: Call, id: string): Promise<string> =>
  (await call<{ import: Import }>('GET', `/imports/${id}`)).body.data.import.state;

/** Waits until an import is being applied, or was. */
async function untilBegun(call: Call, id: string): Promise<void> {
  const began = performance.now();
  while ((await stateAt(call, id)) === 'ready')
    assert.ok(performance.now() - began < 60_000, `import ${id} did not begin within 60 s`);
}

/** How many kills more may be needed to hit an import while it is applied. */
const moreKills = 20;

/** Domains of this round, with an account and a mailbox that do not exist yet. */
const fileOf = (round: number, rows: number): string =>
  [
    'Domain,Registrar,Registrar Email,Registrator Password,Email Password,Comment,Tags',
    ...Array.from(
      { length: rows },
      (_, n) =>
        `d${n}-r${round}.example,Namecheap,ops-${round}@x.example,pw,mail-pw,Comment ${n},round:${round}`,
    ),
  ].join('\n');

/** Applies imports and kills the server meanwhile. Returns how many imports were cut off, and how many were done. */
async function killImports(context: Context, engine: Engine, kills: number, rows: number) {
  const store = await context.store(engine);
  let server = await context.start(store);
  const { token } = await registerOperator(server.url, 'op@example.com');
  const call = <T>(method: string, path: string, body?: unknown) =>
    callAt<Answer<T>>(server.url, method, path, body, token);
  const preview = async (round: number): Promise<string> => {
    const sent = { area: 'domains', name: `round ${round}.csv`, text: fileOf(round, rows) };
    const { status, body } = await call<{ import: Import }>('POST', '/imports', sent);
    assert.equal(status, 201);
    const { id } = body.data.import;
    await call('PUT', `/imports/${id}`, { options: { references: 'create' } });
    return id;
  };
  const stored = async (round: number) => {
    const { body } = await call<{ pagination: { total: number } }>(
      'GET',
      `/domains?limit=1&tags=round:${round}`,
    );
    const mail = await call<{ pagination: { total: number } }>('GET', `/emails?limit=1&search=ops-${round}@`);
    return { domains: body.data.pagination.total, mailboxes: mail.body.data.pagination.total };
  };
  /** Applies with the same key until it is done. */
  const finish = async (id: string, round: number): Promise<void> => {
    for (;;) {
      const { status, body } = await call<{ counts: Import['counts'] }>('POST', `/imports/${id}/apply`, {
        key: `round ${round} key`,
      });
      if (status === 202) continue;
      assert.equal(status, 200, JSON.stringify(body));
      assert.equal(body.data.counts?.create, rows);
      return;
    }
  };
  const first = await preview(0);
  const began = performance.now();
  await finish(first, 0);
  const longestMs = Math.ceil(1.3 * (performance.now() - began));
  let [cut, before, after] = [0, 0, 0];
  // At least one kill must hit an import while it is applied.
  for (let round = 1; round <= kills || (cut === 0 && round <= kills + moreKills); round += 1) {
    const id = await preview(round);
    const applying = call('POST', `/imports/${id}/apply`, { key: `round ${round} key` }).catch(
      () => undefined,
    );
    await untilBegun(call, id);
    await pause(round === 1 ? 0 : context.between(0, longestMs));
    await server.stop('SIGKILL');
    await applying;
    server = await context.start(store);
    if ((await stateAt(call, id)) === 'applying') cut += 1;
    const { domains, mailboxes } = await stored(round);
    assert.ok(
      domains === 0 || domains === rows,
      `${domains} of ${rows} rows after kill ${round} on ${engine}`,
    );
    assert.equal(mailboxes, domains === 0 ? 0 : 1, `mailboxes after kill ${round} on ${engine}`);
    if (domains === 0) before += 1;
    else after += 1;
    await Promise.all([finish(id, round), finish(id, round)]);
    assert.deepEqual(
      await stored(round),
      { domains: rows, mailboxes: 1 },
      `after kill ${round} on ${engine}`,
    );
  }
  assert.ok(cut > 0, `no import was being applied when its server was killed, on ${engine}`);
  return { cut, before, after };
}

/** A server that starts after a kill goes on by itself. Returns after how many seconds. */
async function resumedByJob(context: Context, engine: Engine): Promise<number> {
  const store = await context.store(engine);
  let server = await context.start(store);
  const { token } = await registerOperator(server.url, 'op@example.com');
  const call = <T>(method: string, path: string, body?: unknown) =>
    callAt<Answer<T>>(server.url, method, path, body, token);
  const sent = { area: 'domains', name: 'job.csv', text: fileOf(0, 5000) };
  const { body } = await call<{ import: Import }>('POST', '/imports', sent);
  const { id } = body.data.import;
  await call('PUT', `/imports/${id}`, { options: { references: 'create' } });
  const applying = call('POST', `/imports/${id}/apply`, { key: 'killed at once' }).catch(() => undefined);
  await untilBegun(call, id);
  await server.stop('SIGKILL');
  await applying;
  const began = performance.now();
  server = await context.start(store);
  assert.equal(await stateAt(call, id), 'applying', `the import was over before the kill on ${engine}`);
  while ((await stateAt(call, id)) !== 'applied') {
    assert.ok(performance.now() - began < 200_000, `no server went on with an import on ${engine}`);
    await pause(500);
  }
  return (performance.now() - began) / 1000;
}

export const importProof: Proof = {
  name: 'import',
  promise:
    'A server killed while it applies an import has stored all of it or nothing; repeated with its key, or by a job, it is stored once.',
  seconds: 600,
  quick: true,
  run: async (context) => {
    const [kills, rows] = context.quick ? [2, 300] : [25, 2000];
    const attacks = context.engines.map((engine) => killImports(context, engine, kills, rows));
    const waits = context.quick ? [] : context.engines.map((engine) => resumedByJob(context, engine));
    const [results, seconds] = await Promise.all([Promise.all(attacks), Promise.all(waits)]);
    const before = results.reduce((sum, result) => sum + result.before, 0);
    const after = results.reduce((sum, result) => sum + result.after, 0);
    const job = context.quick ? '' : `; a job went on after ${Math.max(...seconds).toFixed(0)} s at most`;
    const cut = results.reduce((sum, result) => sum + result.cut, 0);
    return `${before + after} kills: ${before} before (${cut} while it was applied) and ${after} after the import was stored, 0 halves, nothing twice${job}`;
  },
};
