// On both engines: changes are taken back in transactions with locks.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Batch, Undone } from '@quartermaster/contract/history/history.schema';
import { dayMs } from '@quartermaster/contract/rules/expiry';
import { pruning } from '../src/records/history/pruning.ts';
import { undoing } from '../src/records/undo/later.ts';
import { workJob } from '../src/work/long-work.ts';
import { jobRun } from './job-run.ts';
import { createRecord } from './records.ts';
import { type Client, startApp } from './test-app.ts';

const app = await startApp();
await app.user();

const undo = (batchId: string, body: unknown, client: Client) =>
  client.call<{ data: Undone }>('POST', `/history/${batchId}/undo`, body);
const run = jobRun();
const work = undoing(app.db, app.services.tables);
const job = workJob(app.services, work);
/** What the last undo job finds its request by. */
const lastPlace = () =>
  app.db
    .selectFrom('jobs')
    .select('progress')
    .where('kind', '=', 'undo')
    .orderBy('id', 'desc')
    .executeTakeFirstOrThrow();
/** Finds its request unanswered, and goes on when another run has done the work. */
const late = workJob(
  {
    db: app.db,
    keyring: {
      sealer: async (ownerId) => {
        await job.run({ ...run, ...(await lastPlace()) });
        return app.services.keyring.sealer(ownerId);
      },
    },
  },
  work,
);
/** More domains than are undone at once. */
async function importDomains(zone: string) {
  const own = await app.user();
  const registratorAccountId = (await createRecord(own, 'registrator-accounts')).id;
  const domains = Array.from({ length: 1200 }, (_, n) => ({
    domain: `n${n}.${zone}.example`,
    registratorAccountId,
  }));
  const answer = await own.call('POST', '/domains/bulk-import', { domains, skipDuplicates: false });
  assert.ok(answer.status < 300, answer.text);
  return { own, batch: answer.headers.get('x-batch-id') ?? assert.fail('no batch') };
}

test('more than 1,000 changes are undone by a job, which answers the key afterwards', async () => {
  const { own, batch: imported } = await importDomains('large');
  const accepted = await undo(imported, { key: 'large-undo' }, own);
  assert.equal(accepted.status, 202, accepted.text);
  const { batch } = accepted.body.data;
  assert.deepEqual([batch?.state, batch?.progress], ['running', { done: 0, total: 1200 }]);
  assert.equal((await undo(imported, { key: 'large-undo' }, own)).status, 202);
  for (const body of [{}, { key: 'other-undo' }]) {
    const second = await undo(imported, body, own);
    assert.equal(second.status, 409, second.text);
    assert.match(second.text, /being undone already/);
  }
  await pruning(app.services, () => Date.now() + 2 * dayMs).run(run);
  const { progress } = await lastPlace();
  const stop = new AbortController();
  stop.abort();
  await assert.rejects(job.run({ ...run, signal: stop.signal, progress }));
  assert.equal(
    (await own.call<{ data: { pagination: { total: number } } }>('GET', '/domains?limit=1')).body.data
      .pagination.total,
    1200,
  );
  await late.run({ ...run, progress });
  await job.run({ ...run, progress });
  const answered = await undo(imported, { key: 'large-undo' }, own);
  assert.equal(answered.status, 200, answered.text);
  const answer = answered.body.data;
  assert.deepEqual(
    [answer.counts.done, answer.batch?.state, answer.batch?.counts.deleted],
    [1200, 'done', 1200],
  );
  assert.equal(answer.batch?.id, batch?.id);

  const again = await undo(imported, { key: 'again-undo' }, own);
  assert.equal(again.status, 202, again.text);
  const place = await lastPlace();
  await late.run({ ...run, ...place });
  const promised = await own.call('GET', `/history/${again.body.data.batch?.id ?? ''}`);
  for (const each of [promised, await undo(imported, { key: 'again-undo' }, own)]) {
    assert.equal(each.status, 409, each.text);
    assert.match(each.text, /Already undone/);
  }
  const { batches } = (await own.call<{ data: { batches: Batch[] } }>('GET', '/history')).body.data;
  assert.equal(batches.filter(({ kind }) => kind === 'undo').length, 1, 'what wrote nothing leaves no batch');

  await app.db
    .deleteFrom('batches')
    .where('id', '=', batch?.id ?? '')
    .execute();
  const gone = await own.call('GET', `/history/${batch?.id ?? ''}`);
  assert.equal(gone.status, 404, gone.text);
});

test('a batch that waits for its job is not pruned, and the request is answered if it is gone', async () => {
  const imported = await importDomains('waiting');
  const { body } = await undo(imported.batch, { key: 'waiting-undo' }, imported.own);
  const id = body.data.batch?.id ?? '';
  await pruning(app.services, () => Date.now() + 4000 * dayMs).run(run);
  const waiting = await imported.own.call<{ data: { batch: Batch } }>('GET', `/history/${id}`);
  assert.equal(waiting.body.data.batch.state, 'running', waiting.text);
  await app.db.deleteFrom('batches').where('id', '=', id).execute();
  await job.run({ ...run, ...(await lastPlace()) });
  for (const each of [
    await imported.own.call('GET', `/history/${id}`),
    await undo(imported.batch, { key: 'waiting-undo' }, imported.own),
  ])
    assert.deepEqual([each.status, /Batch not found/.test(each.text)], [404, true], each.text);
});
