// On both engines: what is to be evaluated is found by statements of their own.
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { Alert } from '@quartermaster/contract/alerts/alerts.schema';
import { dayMs } from '@quartermaster/contract/rules/expiry';
import { crossWorkspace } from '../src/alerts/crossing.ts';
import { jobs } from '../src/app.ts';
import { keepNotices } from '../src/deliveries/notices.ts';
import { apply, preview } from './imports.ts';
import { jobRun } from './job-run.ts';
import { lookedUp } from './looked-up.ts';
import { createFrom, createRecord, validBody } from './records.ts';
import { createAccount, createType } from './registrators.ts';
import { type Client, startApp } from './test-app.ts';

/** An evaluation reads what was written since the last one: whoever writes what alerts depend on has to note it. */
const app = await startApp();
const administrator = await app.user();

const day = (days: number): string => new Date(Date.now() + days * dayMs).toISOString().slice(0, 10);
const evaluate = (ownerId: string) => crossWorkspace(app.services, ownerId, new AbortController().signal);

/** What alerts say and do next, apart from when something happened. */
async function alertsOf(ownerId: string): Promise<string[]> {
  const rows = await app.db
    .selectFrom('alerts')
    .select(['subject', 'date', 'endsAt', 'name', 'label', 'renewal', 'state', 'crossings', 'nextAt'])
    .where('ownerId', '=', ownerId)
    .orderBy('subject')
    .orderBy('date')
    .execute();
  return rows.map((row) => JSON.stringify(row));
}

class Place {
  readonly client: Client;
  readonly ownerId: string;

  constructor(client: Client, ownerId: string) {
    this.client = client;
    this.ownerId = ownerId;
  }

  async done(method: string, path: string, body?: unknown): Promise<string> {
    const { status, text, headers } = await this.client.call(method, path, body);
    assert.ok(status < 300, text);
    return headers.get('x-batch-id') ?? '';
  }

  async domain(more: object = {}): Promise<string> {
    const body = { ...(await validBody(this.client, 'domains')), status: 'ACTIVE', expirationDate: day(50) };
    return (await createFrom(this.client, 'domains', { ...body, tags: [], ...more })).id;
  }

  /** Awaits a write, after which the alerts are others, and the same as after an evaluation of everything. */
  async changes(write: () => Promise<unknown>): Promise<void> {
    await evaluate(this.ownerId);
    const before = await alertsOf(this.ownerId);
    await write();
    await evaluate(this.ownerId);
    const after = await alertsOf(this.ownerId);
    assert.notDeepEqual(after, before);
    await app.db.deleteFrom('evaluations').where('ownerId', '=', this.ownerId).execute();
    await evaluate(this.ownerId);
    assert.deepEqual(await alertsOf(this.ownerId), after);
  }
}

async function place(client?: Client): Promise<Place> {
  const user = client ?? (await app.user());
  return new Place(user, (await app.ownerOf(user)).id);
}

const run = async (kind: string, key = ''): Promise<void> => {
  const job = jobs(app.services).find((each) => each.kind === kind);
  assert.ok(job);
  await job.run(jobRun({ key }));
};

describe('alerts follow', () => {
  test('a record that is created, moved, renamed, handed over and deleted', async () => {
    const where = await place();
    let id = '';
    await where.changes(async () => (id = await where.domain()));
    const put = (body: object) => where.done('PUT', `/domains/${id}`, body);
    await where.changes(() => put({ expirationDate: day(20) }));
    await where.changes(() => put({ domain: 'renamed.example' }));
    await where.changes(() => put({ status: 'TRANSFERRED' }));
    await where.changes(() => put({ status: 'ACTIVE' }));
    await where.changes(() => where.done('DELETE', `/domains/${id}`));
  });

  test('bulk actions, undoing and restoring from the trash', async () => {
    const where = await place();
    const id = await where.domain();
    const others = [await where.domain(), await where.domain()];
    const edited = await where.done('PUT', `/domains/${id}`, { expirationDate: day(5) });
    await where.changes(() => where.done('POST', `/history/${edited}/undo`, {}));
    await where.changes(() =>
      where.done('POST', '/domains/bulk-actions', { records: { ids: others }, do: { action: 'delete' } }),
    );
    await where.changes(() => where.done('POST', '/trash/restore', { ids: others }));
  });

  test('imports of rows and of files', async () => {
    const where = await place();
    const body = { ...(await validBody(where.client, 'domains')), expirationDate: day(30) };
    await where.changes(() =>
      where.done('POST', '/domains/bulk-import', { domains: [{ ...body, domain: 'row.example' }] }),
    );
    const { registratorAccountId } = body as { registratorAccountId?: string };
    const account = `Domain,Registrator Account ID,Expiration Date\nfile.example,${registratorAccountId},${day(9)}\n`;
    await where.changes(async () => {
      const answer = await apply(
        where.client,
        await preview(app, where.client, 'domains', 'rows.csv', account),
      );
      assert.equal(answer.status, 200, answer.text);
    });
  });

  test('a date that is put on a record, changed and taken away', async () => {
    const where = await place();
    const { id: recordId } = await createRecord(where.client, 'servers');
    const body = { area: 'servers', recordId, what: 'server', date: day(40) };
    let id = '';
    await where.changes(async () => {
      const answer = await where.client.call<{ data: { date: { id: string } } }>('POST', '/dates', body);
      assert.equal(answer.status, 201, answer.text);
      id = answer.body.data.date.id;
    });
    await where.changes(() => where.done('PUT', `/dates/${id}`, { date: day(6), label: 'Rack' }));
    await where.changes(() => where.done('DELETE', `/dates/${id}`));
  });

  test('tags, where a rule goes by them', async () => {
    const where = await place();
    const tag = { type: 'client', value: 'acme' };
    const id = await where.domain();
    const rule = { name: 'Acme', tag: 'client:acme', distances: [55, 1] };
    await where.done('POST', '/alert-rules', rule);
    const act = (action: string) =>
      where.done('POST', '/domains/bulk-actions', { records: { ids: [id] }, do: { action, tag } });
    await where.changes(() => act('addTag'));
    await where.changes(() => act('removeTag'));
  });

  test('the name of a record that others are named by, also of a global one', async () => {
    const where = await place();
    for (const isGlobal of [false, true]) {
      const maker = isGlobal ? administrator : where.client;
      const type = await createType(maker, { name: `Before ${isGlobal}`, isGlobal });
      const { id: recordId } = await createAccount(where.client, { registratorTypeId: type.id });
      const area = 'registrator-accounts';
      await where.done('POST', '/dates', { area, recordId, what: 'other', date: day(8) });
      await where.changes(async () => {
        const path = `/registrator-types/${type.id}`;
        const { status, text } = await maker.call('PUT', path, { name: `After ${isGlobal}` });
        assert.equal(status, 200, text);
      });
    }
  });

  test('passwords, and how long they last', async () => {
    const where = await place();
    const { id } = await createRecord(where.client, 'emails');
    await where.changes(() => where.done('PUT', '/alert-settings', { passwordMaxAgeDays: 90 }));
    await where.changes(async () => {
      const at = { at: Date.now() - 85 * dayMs };
      await app.db.updateTable('secret_changes').set(at).where('recordId', '=', id).execute();
      await where.done('PUT', `/emails/${id}`, { password: 'Another one 42!' });
    });
    await where.changes(() => where.done('PUT', '/alert-settings', { passwordMaxAgeDays: null }));
  });

  test('what registries and servers answer', async () => {
    const where = await place();
    const id = await where.domain();
    const at = (days: number) => `${day(days)}T10:00:00Z`;
    await where.changes(() => lookedUp(app, where.ownerId, [id], { values: { expirationDate: at(25) } }));
    await where.changes(() =>
      lookedUp(app, where.ownerId, [id], {
        ...{ kind: 'tls', source: 'tls', values: { notBefore: at(-70), notAfter: at(20) } },
      }),
    );
    await where.done('PUT', '/alert-settings', { takeLaterRegistryDate: true });
    await where.changes(async () => {
      await lookedUp(app, where.ownerId, [id], { values: { expirationDate: at(300) } });
      await run('sync', `sync ${where.ownerId}`);
    });
  });

  test('rules, the time zone and what people do', async () => {
    const where = await place();
    await where.domain({ expirationDate: day(10) });
    const rule = `/alert-rules/${where.ownerId}`;
    await where.changes(() => where.done('PUT', rule, { distances: [12, 4] }));
    await where.changes(() => where.done('PUT', '/alert-settings', { timeZone: 'Pacific/Kiritimati' }));
    const escalation = [{ afterDays: 2, channelIds: [] }];
    await where.changes(() => where.done('PUT', rule, { escalation }));
    const act = (action: object) =>
      where.done('POST', '/alerts/bulk-actions', { records: { filter: { kind: 'expiry' } }, do: action });
    await where.changes(() => act({ action: 'snooze', until: day(3) }));
    await where.changes(() => act({ action: 'reopen' }));
    await where.changes(() => act({ action: 'letExpire' }));
  });
});

describe('an evaluation', () => {
  test('reads nothing that neither a write nor the clock has changed', async () => {
    const where = await place();
    const [id] = [await where.domain(), await where.domain()];
    await evaluate(where.ownerId);
    const named = app.db.updateTable('alerts').set({ name: 'kept' }).where('ownerId', '=', where.ownerId);
    await named.execute();
    await evaluate(where.ownerId);
    const names = async () => {
      const rows = await app.db
        .selectFrom('alerts')
        .select('name')
        .where('ownerId', '=', where.ownerId)
        .execute();
      return rows.filter(({ name }) => name === 'kept').length;
    };
    assert.equal(await names(), 2);
    await where.done('PUT', `/domains/${id}`, { domain: 'written.example' });
    await evaluate(where.ownerId);
    assert.equal(await names(), 1);
    await app.db.updateTable('alerts').set({ nextAt: 0 }).where('ownerId', '=', where.ownerId).execute();
    await evaluate(where.ownerId);
    assert.equal(await names(), 0);
  });

  test('of an empty workspace is not due again until something is written', async () => {
    const where = await place();
    const cross = jobs(app.services).find(({ kind }) => kind === 'cross');
    const next = () => cross?.run(jobRun({ key: `cross ${where.ownerId}` }));
    assert.equal(await next(), undefined);
    const jobOf = () =>
      app.db
        .selectFrom('jobs')
        .select('runAt')
        .where('uniqueKey', '=', `cross ${where.ownerId}`)
        .executeTakeFirst();
    await run('plan-cross');
    assert.equal(await jobOf(), undefined);
    await where.domain();
    assert.equal((await jobOf())?.runAt, 0);
  });

  test('that was interrupted tells what it kept, but not of what was marked as not renewing meanwhile', async () => {
    const where = await place();
    const { body } = await where.client.call<{ data: { channel: { id: string } } }>('POST', '/channels', {
      ...{ name: 'Chat', type: 'ntfy', config: { topic: 'ops' } },
    });
    const channelIds = [body.data.channel.id];
    await where.done('PUT', `/alert-rules/${where.ownerId}`, { channelIds });
    await where.domain({ expirationDate: day(20) });
    await evaluate(where.ownerId);
    const { body: listed } = await where.client.call<{ data: { alerts: Alert[] } }>('GET', '/alerts');
    const alert = listed.data.alerts[0] ?? assert.fail();
    const keep = () =>
      app.db
        .transaction()
        .execute((tx) =>
          keepNotices(tx, where.ownerId, [
            { event: 'alert.crossed', alert, channelIds, userIds: [], notBefore: 0 },
          ]),
        );
    const count = async (table: 'deliveries' | 'notices') =>
      (await app.db.selectFrom(table).select('id').where('ownerId', '=', where.ownerId).execute()).length;
    assert.deepEqual([await count('deliveries'), await count('notices')], [1, 0]);
    await keep();
    assert.deepEqual([await count('deliveries'), await count('notices')], [1, 1]);
    await evaluate(where.ownerId);
    assert.deepEqual([await count('deliveries'), await count('notices')], [2, 0]);
    await keep();
    const records = { ids: [alert.id] };
    await where.done('POST', '/alerts/bulk-actions', { records, do: { action: 'letExpire' } });
    await evaluate(where.ownerId);
    assert.deepEqual([await count('deliveries'), await count('notices')], [2, 0]);
  });

  test('begins anew with other rules, by whichever way they became others', async () => {
    const where = await place();
    await where.domain();
    await where.done('PUT', `/alert-rules/${where.ownerId}`, { distances: [30] });
    const stored = () =>
      app.db
        .selectFrom('alert_rules')
        .select('rule')
        .where('ownerId', '=', where.ownerId)
        .executeTakeFirstOrThrow();
    await where.changes(async () => {
      const rule = { ...(JSON.parse((await stored()).rule) as object), distances: [31] };
      await app.db
        .updateTable('alert_rules')
        .set({ rule: JSON.stringify(rule) })
        .where('ownerId', '=', where.ownerId)
        .execute();
    });
  });
});
