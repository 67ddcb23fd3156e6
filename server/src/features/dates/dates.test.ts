// On both engines: dates are kept by statements of their own.
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { RecordDate } from '@quartermaster/contract/dates/dates.schema';
import type { RecordChange, Undone } from '@quartermaster/contract/history/history.schema';
import { fixtures } from '../../../test/fixtures/all.ts';
import { createRecord, fixtureOf } from '../../../test/records.ts';
import { scopedMember } from '../../../test/scoped-member.ts';
import { type Answer, type Client, startApp } from '../../../test/test-app.ts';

const app = await startApp();
const user = await app.user();

type Failure = { error: { code: string; details?: { fields: Record<string, string> } } };
type One = { data: { date: RecordDate } };
const pathOf = (area: string, id: string) => `${fixtureOf(area).crud.path}/${id}`;
const plan = { what: 'server', date: '2027-03-10' };

async function put(area: string, recordId: string, more: object = {}, client: Client = user) {
  const answer = await client.call<One>('POST', '/dates', { area, recordId, ...plan, ...more });
  assert.equal(answer.status, 201, answer.text);
  return { date: answer.body.data.date, batchId: batchOf(answer), etag: answer.headers.get('etag') ?? '' };
}
const batchOf = ({ headers, text }: Answer): string => headers.get('x-batch-id') ?? assert.fail(text);
const list = async (query: string, client: Client = user) =>
  (await client.call<{ data: { dates: RecordDate[] } }>('GET', `/dates?${query}`)).body.data.dates;
const datesOf = (recordId: string) => list(`recordId=${recordId}`);
async function undo(batchId: string, body: object = {}): Promise<Undone> {
  const answer = await user.call<{ data: Undone }>('POST', `/history/${batchId}/undo`, body);
  assert.equal(answer.status, 200, answer.text);
  return answer.body.data;
}
const historyOf = async (area: string, id: string) =>
  (await user.call<{ data: { changes: RecordChange[] } }>('GET', `${pathOf(area, id)}/history`)).body.data
    .changes;
/** All but the version, which only grows. */
const content = (dates: readonly RecordDate[]) => dates.map(({ updatedAt: _, ...date }) => date);

for (const area of Object.keys(fixtures))
  test(`a date on a record of ${area} is saved, changed, in its history, deleted and restored with it`, async () => {
    const record = await createRecord(user, area);
    const renewal = { label: 'VPS 12', autoRenew: 'NO', price: 12.5, currency: 'eur', payer: 'Acme' };
    const { date } = await put(area, record.id, renewal);
    const { id, createdAt, updatedAt } = date;
    const saved = { ...plan, ...renewal, currency: 'EUR', area, recordId: record.id };
    assert.deepEqual(date, { ...saved, id, createdAt, updatedAt });
    const changed = await user.call<One>('PUT', `/dates/${id}`, {
      date: '2028-02-29',
      label: '',
      price: null,
    });
    assert.equal(changed.status, 200, changed.text);
    const now = { ...saved, date: '2028-02-29', label: null, price: null };
    assert.deepEqual(content([changed.body.data.date]), [{ ...now, id, createdAt }]);
    const read = await user.call<{ data: Record<string, { updatedAt: string }> }>(
      'GET',
      pathOf(area, record.id),
    );
    assert.equal(read.body.data[fixtureOf(area).crud.itemKey]?.updatedAt, record.updatedAt);
    assert.ok(!read.text.includes('2028-02-29'), 'the record itself answers no dates');

    const [last] = await historyOf(area, record.id);
    const was = 'Server 2027-03-10 · VPS 12 · does not renew itself · 12.50 EUR · paid by Acme';
    const is = 'Server 2028-02-29 · does not renew itself · EUR · paid by Acme';
    assert.deepEqual(last?.fields, [{ field: 'dates', label: 'Dates', before: [was], after: [is] }]);

    const before = await datesOf(record.id);
    const deletion = await user.call('DELETE', pathOf(area, record.id));
    assert.equal(deletion.status, 200, deletion.text);
    assert.deepEqual(await datesOf(record.id), []);
    assert.equal((await undo(batchOf(deletion))).counts.done, 1);
    const after = await datesOf(record.id);
    assert.deepEqual(content(after), content(before));
    assert.ok((after[0]?.updatedAt ?? '') > (before[0]?.updatedAt ?? ''));
    const again = await user.call('DELETE', pathOf(area, record.id));
    await user.call('POST', '/trash/restore', { ids: [record.id] });
    assert.equal(again.status, 200);
    assert.deepEqual(content(await datesOf(record.id)), content(before));
  });

describe('a date', () => {
  test('is undone alone, although another one was added and changed since', async () => {
    const { id } = await createRecord(user, 'servers');
    const first = await put('servers', id);
    const second = await put('servers', id, { what: 'other', date: '2026-01-01' });
    const edit = await user.call('PUT', `/dates/${second.date.id}`, { label: 'Licence' });
    const removal = await user.call('DELETE', `/dates/${second.date.id}`);
    assert.equal((await undo(first.batchId)).counts.conflicts, 0);
    assert.deepEqual(await datesOf(id), []);
    const { batch } = await undo(batchOf(removal));
    assert.deepEqual(
      (await datesOf(id)).map(({ id: each, label }) => [each, label]),
      [[second.date.id, 'Licence']],
    );
    assert.match(batch?.label ?? '', /^Undid "Changed the dates of the server /);
    await undo(batchOf(edit));
    assert.deepEqual(
      (await datesOf(id)).map(({ label }) => label),
      [null],
    );
  });

  test('that was changed since is a conflict, field by field', async () => {
    const { id } = await createRecord(user, 'servers');
    const { date } = await put('servers', id, { price: 1 });
    const edit = await user.call('PUT', `/dates/${date.id}`, { price: 2, payer: 'Acme' });
    await user.call('PUT', `/dates/${date.id}`, { price: 3 });
    const [conflict] = (await undo(batchOf(edit), { dryRun: true })).conflicts;
    const field = `dates.${date.id}.price`;
    assert.deepEqual(conflict?.fields, [{ field, label: 'Dates: price', was: 1, made: 2, now: 3 }]);
    await undo(batchOf(edit));
    assert.deepEqual(
      (await datesOf(id)).map(({ price, payer }) => [price, payer]),
      [[3, null]],
    );
  });

  test('has a version, which a change or deletion may name', async () => {
    const { id } = await createRecord(user, 'servers');
    const { date, etag } = await put('servers', id);
    assert.equal(etag, `"${date.updatedAt}"`);
    const send = (method: string, version: string, body?: object) =>
      user.call<One & Failure>(method, `/dates/${date.id}`, body, { 'if-match': version });
    const changed = await send('PUT', etag, { label: 'New' });
    assert.equal(changed.status, 200, changed.text);
    for (const [method, body] of [['PUT', { label: 'Late' }], ['DELETE']] as const) {
      const late = await send(method, etag, body);
      assert.equal(late.body.error.code, 'PRECONDITION_FAILED');
    }
    const other = await put('servers', id);
    const deleted = await send('DELETE', changed.headers.get('etag') ?? '');
    assert.deepEqual(deleted.body, { data: { id: date.id } });
    assert.deepEqual(
      (await datesOf(id)).map((each) => each.id),
      [other.date.id],
    );
    assert.equal((await send('DELETE', '*')).status, 404);
  });

  test('keeps its version, and makes no history, when a change is none', async () => {
    const { id } = await createRecord(user, 'servers');
    const { date, etag } = await put('servers', id, { label: 'Rack', price: 3 });
    const known = await historyOf('servers', id);
    for (const none of [{}, { label: 'Rack' }, { price: 3, payer: null }]) {
      const { status, text, headers, body } = await user.call<One>('PUT', `/dates/${date.id}`, none);
      assert.equal(status, 200, text);
      assert.deepEqual(body.data.date, date);
      assert.equal(headers.get('etag'), etag);
      assert.equal(headers.get('x-batch-id'), null);
    }
    assert.deepEqual(await historyOf('servers', id), known);
  });

  test('is refused with the reason where it is wrong', async () => {
    const { id } = await createRecord(user, 'servers');
    const wrong: [body: object, field: string][] = [
      [{ area: 'gardens' }, 'area'],
      [{ recordId: 'nothing' }, 'recordId'],
      [{ recordId: '01a00000-0000-7000-8000-000000000000' }, 'recordId'],
      [{ area: 'domains' }, 'recordId'],
      [{ what: 'domain' }, 'what'],
      [{ date: '2027-02-30' }, 'date'],
      [{ date: '2027-03-10T00:00:00.000Z' }, 'date'],
      [{ date: null }, 'date'],
      [{ label: 'x'.repeat(101) }, 'label'],
      [{ autoRenew: 'MAYBE' }, 'autoRenew'],
      [{ price: -0.01 }, 'price'],
      [{ price: 1.005 }, 'price'],
      [{ price: '12' }, 'price'],
      [{ currency: 'EURO' }, 'currency'],
      [{ payer: 'x'.repeat(101) }, 'payer'],
    ];
    for (const [body, field] of wrong) {
      const sent = { area: 'servers', recordId: id, ...plan, ...body };
      const answer = await user.call<Failure>('POST', '/dates', sent);
      assert.equal(answer.body.error.code, 'VALIDATION_ERROR', answer.text);
      assert.deepEqual(Object.keys(answer.body.error.details?.fields ?? {}), [field], answer.text);
    }
    const { date } = await put('servers', id);
    const other = await createRecord(user, 'servers');
    const moved = await user.call<Failure>('PUT', `/dates/${date.id}`, { recordId: other.id });
    assert.equal(moved.body.error.code, 'VALIDATION_ERROR');
    for (let count = 1; count < 50; count += 1) await put('servers', id);
    const more = await user.call<Failure>('POST', '/dates', { area: 'servers', recordId: id, ...plan });
    assert.match(more.text, /Maximum 50 dates/);
    const deletion = batchOf(await user.call('DELETE', `/dates/${date.id}`));
    await put('servers', id);
    const { counts, refused } = await undo(deletion);
    assert.equal(counts.done, 0);
    assert.match(refused[0]?.message ?? '', /Maximum 50 dates/);
    assert.equal((await datesOf(id)).length, 50);
  });

  test('is refused on a global record', async () => {
    const { body } = await user.call<{ data: { registratorTypes: { id: string; userId: string | null }[] } }>(
      'GET',
      '/registrator-types?limit=100',
    );
    const { id } = body.data.registratorTypes.find(({ userId }) => userId === null) ?? assert.fail();
    const answer = await user.call('POST', '/dates', { area: 'registrator-types', recordId: id, ...plan });
    assert.match(answer.text, /Only records of the workspace have dates/);
  });

  test('is seen and written only by members who see its record', async () => {
    const { id } = await createRecord(user, 'servers');
    const { date } = await put('servers', id);
    const editor = await scopedMember(app, user, 'EDITOR');
    const own = await createRecord(editor, 'servers');
    const mine = await put('servers', own.id, {}, editor);
    assert.deepEqual(
      (await list('area=servers', editor)).map((each) => each.id),
      [mine.date.id],
    );
    for (const [method, body] of [['PUT', { label: 'x' }], ['DELETE']] as const) {
      const { status } = await editor.call(method, `/dates/${date.id}`, body);
      assert.equal(status, 404);
    }
    const refused = await editor.call('POST', '/dates', { area: 'servers', recordId: id, ...plan });
    assert.match(refused.text, /Record not found/);
    const type = await createRecord(user, 'registrator-types');
    const onType = await put('registrator-types', type.id);
    const ofType = { area: 'registrator-types', recordId: type.id, ...plan };
    assert.equal((await editor.call('POST', '/dates', ofType)).status, 403);
    assert.equal((await editor.call('DELETE', `/dates/${onType.date.id}`)).status, 403);
    const viewer = await scopedMember(app, user, 'VIEWER');
    assert.equal((await viewer.call('DELETE', `/dates/${mine.date.id}`)).status, 403);
  });

  test('leaves nothing in the history once its record is removed from the trash', async () => {
    const { id } = await createRecord(user, 'servers');
    await put('servers', id, { label: 'unforgettable' });
    await user.call('DELETE', pathOf('servers', id));
    await user.call('POST', '/trash/empty', { ids: [id] });
    const rows = await app.db.selectFrom('changes').selectAll().where('recordId', '=', id).execute();
    assert.ok(rows.length > 0 && !JSON.stringify(rows).includes('unforgettable'));
  });
});

test('lists select dates by area, record, what, words and tags, the soonest first', async () => {
  const other = await app.user();
  const server = await createRecord(other, 'servers');
  const proxy = await createRecord(other, 'proxies');
  const late = await put('servers', server.id, { date: '2030-01-01', label: 'Häuser' }, other);
  const soon = await put('proxies', proxy.id, { date: '2027-01-01', what: 'proxy' }, other);
  const ids = async (query: string) => (await list(query, other)).map(({ id }) => id);
  assert.deepEqual(await ids(''), [soon.date.id, late.date.id]);
  assert.deepEqual(await ids('area=servers'), [late.date.id]);
  assert.deepEqual(await ids(`recordId=${proxy.id}`), [soon.date.id]);
  assert.deepEqual(await ids('what=proxy,cdn'), [soon.date.id]);
  assert.deepEqual(await ids('search=server'), [late.date.id]);
  const query = (search: string) => ids(`search=${encodeURIComponent(search)}`);
  for (const search of ['HÄUSER', 'hauser', 'Häuser server', 'server häuser'])
    assert.deepEqual(await query(search), [late.date.id], search);
  assert.deepEqual(await query('Häuser proxy'), []);
  await put('proxies', proxy.id, { date: '2031-01-01', label: 'Größe Café' }, other);
  assert.equal((await query('Größe café')).length, 1);
  assert.deepEqual(await ids('limit=1&page=2'), [late.date.id]);
  assert.deepEqual(await ids('tags=nothing'), []);
});
