// On both engines: every way to move a date writes, and most have statements of their own.
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { Domain } from '@quartermaster/contract/entities/domains/domains.schema';
import { dayMs } from '@quartermaster/contract/rules/expiry';
import { apply, choose, preview, rowsOf } from '../../../test/imports.ts';
import { jobRun } from '../../../test/job-run.ts';
import { lookedUp } from '../../../test/looked-up.ts';
import { createFrom, createRecord } from '../../../test/records.ts';
import { startApp } from '../../../test/test-app.ts';
import { laterDates } from '../../expiry/later-dates.ts';

const app = await startApp();
await app.user();
const user = await app.user();
const registratorAccountId = (await createRecord(user, 'registrator-accounts')).id;
const inDays = (days: number) => new Date(Date.now() + days * dayMs).toISOString();
const [past, soon, later] = [inDays(-40), inDays(20), inDays(300)];

let made = 0;
const nameOf = (n: number) => `settled-${n}.example`;
async function domain(status: string, expirationDate: string | null = past): Promise<string> {
  const body = { domain: nameOf((made += 1)), registratorAccountId, status, expirationDate };
  return (await createFrom(user, 'domains', body)).id;
}
async function get(id: string) {
  const { body } = await user.call<{ data: { domain: Domain } }>('GET', `/domains/${id}`);
  return body.data.domain;
}
const statusOf = async (id: string) => (await get(id)).status;
async function put(id: string, body: object) {
  const answer = await user.call<{ data: { domain: Domain } }>('PUT', `/domains/${id}`, body);
  assert.equal(answer.status, 200, answer.text);
  return { status: answer.body.data.domain.status, batchId: answer.headers.get('x-batch-id') ?? '' };
}
const dateInBulk = (ids: string[], fields: object) =>
  user.call('POST', '/domains/bulk-actions', { records: { ids }, do: { action: 'set', fields } });

describe('a date that moves takes the status with it', () => {
  test('when it is written alone, or with the status that is stored', async () => {
    for (const [status, date, settled] of [
      ['EXPIRED', later, 'ACTIVE'],
      ['EXPIRED', soon, 'EXPIRING'],
      ['EXPIRING', later, 'ACTIVE'],
      ['ACTIVE', soon, 'EXPIRING'],
      ['ACTIVE', inDays(-1), 'EXPIRED'],
      ['BLOCKED', later, 'BLOCKED'],
      ['TRANSFERRED', later, 'TRANSFERRED'],
    ] as const) {
      assert.equal((await put(await domain(status), { expirationDate: date })).status, settled);
      const sent = { expirationDate: date, status, comment: 'As a form sends it' };
      assert.equal((await put(await domain(status), sent)).status, settled);
      assert.equal((await put(await domain(status, null), { expirationDate: date })).status, settled);
    }
  });

  test('but not over another status that is named, nor when the date is cleared, stays or is created', async () => {
    for (const status of ['EXPIRING', 'ACTIVE', 'BLOCKED']) {
      assert.equal((await put(await domain('EXPIRED'), { expirationDate: later, status })).status, status);
      assert.equal((await put(await domain(status, later), { expirationDate: null })).status, status);
      assert.equal((await put(await domain(status), { expirationDate: past, comment: 'a' })).status, status);
      assert.equal((await put(await domain(status), { comment: 'b' })).status, status);
      assert.equal(await statusOf(await domain(status)), status);
    }
  });

  test('in one change, which one undo takes back', async () => {
    const id = await domain('EXPIRED');
    const { batchId } = await put(id, { expirationDate: later });
    const history = await user.call<{ data: { changes: { fields: { field: string }[] }[] } }>(
      'GET',
      `/domains/${id}/history`,
    );
    const [change] = history.body.data.changes;
    assert.deepEqual(change?.fields.map(({ field }) => field).toSorted(), ['expirationDate', 'status']);
    await user.call('POST', `/history/${batchId}/undo`, {});
    const { status, expirationDate } = await get(id);
    assert.deepEqual([status, expirationDate], ['EXPIRED', past]);
  });

  test('in an undo that moves the date alone', async () => {
    const id = await domain('ACTIVE');
    const { batchId } = await put(id, { expirationDate: later });
    await user.call('POST', `/history/${batchId}/undo`, {});
    assert.equal(await statusOf(id), 'EXPIRED');
  });

  test('in a bulk action', async () => {
    const ids = [await domain('EXPIRED'), await domain('EXPIRING'), await domain('TRANSFERRED')];
    await dateInBulk(ids, { expirationDate: later });
    assert.deepEqual(await Promise.all(ids.map(statusOf)), ['ACTIVE', 'ACTIVE', 'TRANSFERRED']);
    await dateInBulk(ids, { expirationDate: past, status: 'BLOCKED' });
    assert.deepEqual(await Promise.all(ids.map(statusOf)), ['BLOCKED', 'BLOCKED', 'BLOCKED']);
  });

  test('in an import, whose preview says so', async () => {
    const [alone, stored, named] = [
      await domain('EXPIRED'),
      await domain('EXPIRED'),
      await domain('EXPIRED'),
    ];
    const rows = [
      [nameOf(made - 2), ''],
      [nameOf(made - 1), 'EXPIRED'],
      [nameOf(made), 'BLOCKED'],
    ].map(([name, status]) => `${name},${later.slice(0, 10)},${status}`);
    const file = ['Domain,Expiration Date,Status', ...rows].join('\n');
    const found = await choose(user, await preview(app, user, 'domains', 'renewed.csv', file), {
      options: { existing: 'update' },
    });
    const changes = (await rowsOf(user, found)).map((row) =>
      row.changes.flatMap(({ field, after }) => (field === 'status' ? [after] : [])),
    );
    assert.deepEqual(changes, [['ACTIVE'], ['ACTIVE'], ['BLOCKED']]);
    await apply(user, found);
    assert.deepEqual(await Promise.all([alone, stored, named].map(statusOf)), [
      'ACTIVE',
      'ACTIVE',
      'BLOCKED',
    ]);
  });

  test('when what was found is taken over, by a person or by itself', async () => {
    const { id: ownerId } = await app.ownerOf(user);
    const [taken, followed] = [await domain('EXPIRED'), await domain('EXPIRED')];
    await lookedUp(app, ownerId, [taken, followed], {
      values: { expirationDate: later, statuses: ['active'] },
    });
    await user.call('POST', '/mismatches/bulk-actions', {
      records: { ids: [`${taken}.expirationDate`] },
      do: { action: 'takeOver' },
    });
    assert.deepEqual([await statusOf(taken), await statusOf(followed)], ['ACTIVE', 'EXPIRED']);
    await user.call('PUT', '/alert-settings', { takeLaterRegistryDate: true });
    const { keyring, tables } = app.services;
    await laterDates(app.db, keyring, tables).run({ ...jobRun(), key: `sync ${ownerId}` });
    assert.equal(await statusOf(followed), 'ACTIVE');
  });
});
