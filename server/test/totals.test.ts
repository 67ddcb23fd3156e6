// On both engines: transactions change a revision side by side.
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { jobs } from '../src/app.ts';
import { domains } from '../src/features/domains/domains.entity.ts';
import { proxies } from '../src/features/proxies/proxies.entity.ts';
import { inBatch } from '../src/records/history/batches.ts';
import { apply, preview } from './imports.ts';
import { jobRun } from './job-run.ts';
import { lookedUp } from './looked-up.ts';
import { createFrom, createRecord, nextNumber, validBody } from './records.ts';
import { type Client, engine, startApp } from './test-app.ts';

/** Totals are cached until the revision of the workspace changes: whoever writes what they count has to change it. */
const app = await startApp();
const administrator = await app.user();

/** The number of what a list selects. Its pages hold one, so that a total is counted or known, and nothing else. */
async function total({ call }: Client, path: string): Promise<number> {
  const page = `${path}${path.includes('?') ? '&' : '?'}limit=1`;
  const { status, text, body } = await call<{ data: { pagination: { total: number } } }>('GET', page);
  assert.equal(status, 200, text);
  return body.data.pagination.total;
}

/** Awaits a write, which must change a total that is known. A list of one or none needs no total, so there are more. */
async function changes(client: Client, path: string, by: number, write: () => Promise<unknown>) {
  const before = await total(client, path);
  assert.ok(before > 1 && before + by > 1, `${path} is too short: ${before}`);
  assert.equal(await total(client, path), before);
  await write();
  assert.equal(await total(client, path), before + by);
}

async function done(client: Client, method: string, path: string, body?: unknown): Promise<string> {
  const { status, text, headers } = await client.call(method, path, body);
  assert.ok(status < 300, text);
  return headers.get('x-batch-id') ?? '';
}

const run = async (kind: string, key = ''): Promise<void> => {
  const job = jobs(app.services).find((each) => each.kind === kind);
  assert.ok(job);
  await job.run(jobRun({ key }));
};

const several = async (client: Client, area: string, count: number, more: object = {}): Promise<string[]> => {
  const ids: string[] = [];
  for (let n = 0; n < count; n += 1)
    ids.push((await createFrom(client, area, { ...(await validBody(client, area)), ...more })).id);
  return ids;
};

const proxyRow = () => {
  const n = nextNumber();
  return { name: `Row ${n}`, ip: '198.51.100.7', port: 2000 + n, username: 'u', password: 'p' };
};

describe('a total that is known changes with', () => {
  test('a record that is created, changed and deleted', async () => {
    const client = await app.user();
    const [id = ''] = await several(client, 'proxies', 4);
    await changes(client, '/proxies', 1, () => createRecord(client, 'proxies'));
    await changes(client, '/proxies?type=SOCKS5', -1, () =>
      done(client, 'PUT', `/proxies/${id}`, { type: 'HTTP' }),
    );
    await changes(client, '/proxies', -1, () => done(client, 'DELETE', `/proxies/${id}`));
  });

  test('bulk actions', async () => {
    const client = await app.user();
    const ids = await several(client, 'proxies', 6, { tags: [{ type: 'a', value: 'b' }] });
    const act = (action: object, some = ids.slice(0, 2)) =>
      done(client, 'POST', '/proxies/bulk-actions', { records: { ids: some }, do: action });
    const tag = { type: 'a', value: 'b' };
    await changes(client, '/proxies?tags=a:b', -2, () => act({ action: 'removeTag', tag }));
    await changes(client, '/proxies?tags=a:b', 2, () => act({ action: 'addTag', tag }));
    await changes(client, '/proxies', -2, () => act({ action: 'delete' }));
  });

  test('imports of rows and of files', async () => {
    const client = await app.user();
    await several(client, 'proxies', 2);
    const rows = { proxies: [proxyRow(), proxyRow()] };
    await changes(client, '/proxies', 2, () => done(client, 'POST', '/proxies/bulk-import', rows));
    const { name, ip, port, username, password } = proxyRow();
    const file = `Name,IP,Port,Username,Password\n${[name, ip, port, username, password].join()}\n`;
    await changes(client, '/proxies', 1, async () => {
      const { status, text } = await apply(client, await preview(app, client, 'proxies', 'rows.csv', file));
      assert.equal(status, 200, text);
    });
  });

  test('undoing, and restoring from the trash', async () => {
    const client = await app.user();
    const [id = '', other = ''] = await several(client, 'proxies', 4);
    const created = await done(client, 'POST', '/proxies', proxyRow());
    const undo = (batchId: string) => done(client, 'POST', `/history/${batchId}/undo`, {});
    await changes(client, '/proxies', -1, () => undo(created));
    const edited = await done(client, 'PUT', `/proxies/${id}`, { type: 'HTTP' });
    await changes(client, '/proxies?type=SOCKS5', 1, () => undo(edited));
    const deleted = await done(client, 'DELETE', `/proxies/${id}`);
    await changes(client, '/proxies', 1, () => undo(deleted));
    await done(client, 'DELETE', `/proxies/${other}`);
    await changes(client, '/proxies', 1, () => done(client, 'POST', '/trash/restore', { ids: [other] }));
  });

  test('a tag that is renamed everywhere', async () => {
    const client = await app.user();
    await several(client, 'proxies', 2, { tags: [{ type: 'new', value: 'b' }] });
    await several(client, 'proxies', 2, { tags: [{ type: 'old', value: 'b' }] });
    const change = { type: 'old', value: 'b', to: { type: 'new', value: 'b' } };
    await changes(client, '/proxies?tags=new:b', 2, () => done(client, 'POST', '/tags/change', change));
  });

  test('a record that others referred to is deleted', async () => {
    const client = await app.user();
    const [proxyId = ''] = await several(client, 'proxies', 1);
    await several(client, 'cdn', 2);
    await several(client, 'cdn', 2, { proxyId });
    await changes(client, '/cdn?proxyId=none', 2, () => done(client, 'DELETE', `/proxies/${proxyId}`));
  });

  test('a date that is put on a record', async () => {
    const client = await app.user();
    const [recordId] = await several(client, 'servers', 1);
    const put = (date: string) =>
      done(client, 'POST', '/dates', { area: 'servers', recordId, what: 'server', date });
    await put('2030-01-01');
    await put('2030-01-02');
    await changes(client, '/expirations?kinds=server', 1, () => put('2030-01-03'));
  });

  test('what registries answer, and what of it is ignored', async () => {
    const client = await app.user();
    const { id: ownerId } = await app.ownerOf(client);
    const expirationDate = '2030-01-01';
    const ids = await several(client, 'domains', 5, { expirationDate });
    const look = (some: readonly string[], date: string) =>
      lookedUp(app, ownerId, some, { values: { expirationDate: date } });
    await look(ids.slice(0, 3), '2031-01-01T10:00:00Z');
    await changes(client, '/mismatches', 1, () => look(ids.slice(3, 4), '2031-01-01T10:00:00Z'));
    await changes(client, '/mismatches', -1, () => look(ids.slice(3, 4), `${expirationDate}T10:00:00Z`));
    const { body } = await client.call<{ data: { mismatches: { id: string }[] } }>('GET', '/mismatches');
    const [first] = body.data.mismatches;
    await changes(client, '/mismatches', -1, () =>
      done(client, 'POST', '/mismatches/bulk-actions', {
        records: { ids: [first?.id] },
        do: { action: 'ignore' },
      }),
    );
    await changes(client, '/expirations', 1, () =>
      lookedUp(app, ownerId, ids.slice(0, 1), {
        kind: 'tls',
        source: 'tls',
        values: { notAfter: '2031-01-01T10:00:00Z' },
      }),
    );
  });

  test('the jobs that follow dates and take those of registries', async () => {
    const client = await app.user();
    const owner = await app.ownerOf(client);
    await several(client, 'domains', 2, { status: 'EXPIRED', expirationDate: '2020-01-01' });
    const [id = ''] = await several(client, 'domains', 1, {
      status: 'ACTIVE',
      expirationDate: '2020-01-01',
    });
    await changes(client, '/domains?status=EXPIRED', 1, () => run('check-expirations'));
    await done(client, 'PUT', '/alert-settings', { takeLaterRegistryDate: true });
    await several(client, 'domains', 2, { expirationDate: '2031-01-01' });
    await lookedUp(app, owner.id, [id], { values: { expirationDate: '2031-01-01T10:00:00Z' } });
    await changes(client, '/domains?expiresFrom=2031-01-01', 1, () => run('sync', `sync ${owner.id}`));
  });

  test('the job that makes addresses ASCII', async () => {
    const client = await app.user();
    await several(client, 'emails', 2);
    const [id = ''] = await several(client, 'emails', 1, { email: 'box@bücher.example' });
    const earlier = { emailKey: 'box@bücher.example' };
    await app.db.updateTable('email_accounts').set(earlier).where('id', '=', id).execute();
    await changes(client, '/emails?ambiguousAddress=false', 1, () => run('ascii-addresses'));
  });

  test('a global record, in every workspace', async () => {
    const client = await app.user();
    await changes(client, '/registrator-types', 1, () =>
      done(administrator, 'POST', '/registrator-types', {
        name: 'Of all',
        hasApi: false,
        apiFields: {},
        isGlobal: true,
      }),
    );
  });
});

test(
  'writers of a workspace do not wait for one another, and both change its totals',
  { skip: engine === 'sqlite' && 'It has one writer at a time.' },
  async () => {
    const client = await app.user();
    const owner = await app.ownerOf(client);
    const [first = ''] = await several(client, 'proxies', 3);
    await several(client, 'domains', 2);
    await changes(client, '/proxies', 0, () =>
      inBatch(app.db, { kind: 'edit', table: 'proxies', owner }, async (tx, batch) => {
        const before = await proxies.owned.find(tx, owner, first);
        await proxies.owned.remove(tx, owner, before, batch);
        await changes(client, '/proxies', 1, () => createRecord(client, 'proxies'));
        await changes(client, '/domains', 1, () => createRecord(client, 'domains'));
        assert.equal(await domains.count(app.db, owner, {}), 3);
      }),
    );
  },
);
