// On both engines: comments are filtered by a stored flag.
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { BulkActionResult } from '@quartermaster/contract/api/bulk-actions';
import type { RecordChange } from '@quartermaster/contract/history/history.schema';
import type { SecretView } from '@quartermaster/contract/secret-views/secret-views.schema';
import { fixtures } from '../../../test/fixtures/all.ts';
import { createFrom, createRecord, validBody } from '../../../test/records.ts';
import { type Client, startApp } from '../../../test/test-app.ts';

const app = await startApp();
await app.user();

const noted = Object.entries(fixtures).filter(([, { secrets }]) => secrets.includes('secureNote'));
const viewsOf = async ({ call }: Client) =>
  (await call<{ data: { secretViews: SecretView[] } }>('GET', '/secret-views')).body.data.secretViews;

test('seven kinds have a secure note', () => {
  assert.deepEqual(noted.map(([area]) => area).sort(), [
    'cdn',
    'domains',
    'emails',
    'hostings',
    'proxies',
    'registrator-accounts',
    'servers',
  ]);
});

for (const [area, { crud }] of noted)
  describe(`${area}: secure notes`, () => {
    const { path, itemKey, listKey } = crud;
    const act = (client: Client, records: unknown, action = 'sealComment') =>
      client.call<{ data: BulkActionResult }>('POST', `${path}/bulk-actions`, {
        records,
        do: { action },
      });
    const noteOf = async (client: Client, id: string) => {
      const { body } = await client.call<{ data: Record<string, Record<string, unknown>> }>(
        'GET',
        `${path}/${id}`,
      );
      const { comment, secureNote } = body.data[itemKey] ?? {};
      return [comment, secureNote];
    };

    test('are kept as sent, emptied by an empty text, and named in the history without their text', async () => {
      const client = await app.user();
      const { id } = await createFrom(client, area, {
        ...(await validBody(client, area)),
        comment: 'c',
        secureNote: null,
      });
      const note = '  first\r\n\n\tsecond  ';
      for (const [sent, kept] of [
        [note, note],
        ['', null],
        ['x'.repeat(10_000), 'x'.repeat(10_000)],
        [undefined, 'x'.repeat(10_000)],
        [null, null],
      ]) {
        assert.equal((await client.call('PUT', `${path}/${id}`, { secureNote: sent })).status, 200);
        assert.deepEqual(await noteOf(client, id), ['c', kept]);
      }
      const { body, text } = await client.call<{ data: { changes: RecordChange[] } }>(
        'GET',
        `${path}/${id}/history`,
      );
      const said = body.data.changes.flatMap(({ fields }) =>
        fields.filter(({ label }) => label === 'Secure note').map(({ after }) => after),
      );
      assert.deepEqual(said, ['cleared', 'set', 'cleared', 'set']);
      assert.doesNotMatch(text, /first|xxx/);
    });

    test('are in the secret log only where one is set', async () => {
      const client = await app.user();
      const body = await validBody(client, area);
      const { id } = await createFrom(client, area, { ...body, secureNote: null });
      const others = crud.fields['password'] !== undefined || 'apiCredentials' in body || 'users' in body;
      const count = (await viewsOf(client)).length;
      await client.call('GET', `${path}/${id}`);
      await client.call('GET', path);
      assert.equal((await viewsOf(client)).length, others ? count + 2 : count);
      await client.call('PUT', `${path}/${id}?secrets=omit`, { secureNote: 'note' });
      const before = (await viewsOf(client)).length;
      const list = await client.call<{ data: Record<string, { secureNote: string }[]> }>('GET', path);
      assert.deepEqual(
        list.body.data[listKey]?.map(({ secureNote }) => secureNote),
        ['note'],
      );
      const limited = await client.call<typeof list.body>('GET', `${path}?limit=20`);
      assert.deepEqual(limited.body.data[listKey], list.body.data[listKey]);
      await client.call('GET', `${path}/${id}`);
      assert.equal((await viewsOf(client)).length, before + 3);
      if (area === 'domains') {
        const expiring = await client.call('GET', `${path}/expiring?days=3650`);
        assert.match(expiring.text, /"secureNote":"note"/);
        assert.equal((await viewsOf(client)).length, before + 4);
      }
    });

    test('are neither found, sorted by, exported, nor as old as a password', async () => {
      const client = await app.user();
      await createFrom(client, area, { ...(await validBody(client, area)), secureNote: 'needle' });
      const found = await client.call<{ data: Record<string, unknown[]> }>('GET', `${path}?search=needle`);
      assert.deepEqual(found.body.data[listKey], []);
      assert.equal((await client.call('GET', `${path}?sortBy=secureNote`)).status, 400);
      assert.equal((await client.call('GET', `${path}/export?columns=Secure%20note`)).status, 400);
      assert.doesNotMatch((await client.call('GET', `${path}/export`)).text, /needle|secure/i);
      await client.call('PUT', '/alert-settings', { passwordMaxAgeDays: 1 });
      const { text } = await client.call('GET', '/expirations?what=password');
      assert.doesNotMatch(text, /secureNote/);
    });

    test('take comments that look like they hold a password, which lists filter by', async () => {
      const client = await app.user();
      const create = async (more: object) =>
        (await createFrom(client, area, { ...(await validBody(client, area)), ...more })).id;
      const secret = await create({ comment: 'PW: Sommer2024', secureNote: 'one\n' });
      const plain = await create({ comment: 'Waiting for a new disk', secureNote: null });
      const none = await create({ comment: null, secureNote: 'two' });
      const full = await create({ comment: 'pass=geheim', secureNote: 'x'.repeat(9_995) });
      const absent = await createFrom(client, area, {
        ...(await validBody(client, area)),
        comment: undefined,
        secureNote: undefined,
      });
      const listed = async (value: string) => {
        const list = await client.call<{ data: Record<string, { id: string }[]> }>(
          'GET',
          `${path}?secretComment=${value}&secrets=omit`,
        );
        return list.body.data[listKey]?.map(({ id }) => id).sort();
      };
      assert.deepEqual(await listed('true'), [secret, full].sort());
      assert.deepEqual(await listed('false'), [plain, none, absent.id].sort());
      assert.equal((await client.call('GET', `${path}?secretComment=yes`)).status, 400);
      const { body } = await act(client, { ids: [secret, plain, none, full] });
      const { refusals, ...counts } = body.data;
      assert.deepEqual(counts, { changed: 2, unchanged: 1, refused: 1 });
      assert.deepEqual(
        refusals.map(({ id, message }) => [id, message]),
        [[full, 'Secure note must be less than 10000 characters']],
      );
      assert.deepEqual(await noteOf(client, secret), [null, 'one\nPW: Sommer2024']);
      assert.deepEqual(await noteOf(client, plain), [null, 'Waiting for a new disk']);
      assert.deepEqual(await noteOf(client, none), [null, 'two']);
      assert.deepEqual(await listed('true'), [full]);
      await client.call('PUT', `${path}/${plain}`, { comment: 'FTP: web0 / geheim' });
      const all = await act(client, { filter: { secretComment: 'true' } });
      assert.deepEqual([all.body.data.changed, all.body.data.refused], [1, 1]);
      const { batches } = (
        await client.call<{ data: { batches: { id: string; label: string }[] } }>('GET', '/history')
      ).body.data;
      assert.match(batches[0]?.label ?? '', /^Moved the comment to the secure note of /);
      await client.call('POST', `/history/${batches[0]?.id}/undo`, {});
      assert.deepEqual(await noteOf(client, plain), ['FTP: web0 / geheim', 'Waiting for a new disk']);
      assert.deepEqual(await listed('true'), [plain, full].sort());
      await client.call('PUT', `${path}/${full}`, { comment: '' });
      assert.deepEqual(await listed('true'), [plain]);
    });
  });

test('the dashboard counts comments with passwords as the lists do, and types have no notes', async () => {
  const client = await app.user();
  for (const [area] of noted)
    await createFrom(client, area, { ...(await validBody(client, area)), comment: 'pw=geheim' });
  let sum = 0;
  for (const [, { crud }] of noted) {
    const { body } = await client.call<{ data: { pagination: { total: number } } }>(
      'GET',
      `${crud.path}?secretComment=true&limit=1`,
    );
    sum += body.data.pagination.total;
  }
  const { body } = await client.call<{ data: { stats: { toDo: { secretComments: number } } } }>(
    'GET',
    '/dashboard/stats',
  );
  assert.equal(sum, noted.length);
  assert.equal(body.data.stats.toDo.secretComments, sum);
  const { id } = await createRecord(client, 'registrator-types');
  const refused = await client.call('POST', '/registrator-types/bulk-actions', {
    records: { ids: [id] },
    do: { action: 'sealComment' },
  });
  assert.equal(refused.status, 400);
});
