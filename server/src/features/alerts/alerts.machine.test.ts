import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { Alert, AlertEvent } from '@quartermaster/contract/alerts/alerts.schema';
import type { Channel } from '@quartermaster/contract/channels/channels.schema';
import { dayMs } from '@quartermaster/contract/rules/expiry';
import { type LookedUpThere, lookedUp } from '../../../test/looked-up.ts';
import { createRecord } from '../../../test/records.ts';
import { scopedMember } from '../../../test/scoped-member.ts';
import { type Client, startApp } from '../../../test/test-app.ts';
import { deliveriesOf } from '../../../test/told.ts';
import { crossWorkspace } from '../../alerts/crossing.ts';

const app = await startApp({ SMTP_URL: 'smtp://127.0.0.1:9', MAIL_FROM: 'quartermaster@example.com' });
const administrator = await app.user();

interface Place {
  client: Client;
  ownerId: string;
  /** Two that the default rule tells. */
  channelIds: string[];
}

async function placeOf(client: Client): Promise<Place> {
  const { id: ownerId } = await app.ownerOf(client);
  const channelIds: string[] = [];
  for (const name of ['Chat', 'Pager']) {
    const channel = { name, type: 'ntfy', config: { topic: 'ops' } };
    const { body } = await client.call<{ data: { channel: Channel } }>('POST', '/channels', channel);
    channelIds.push(body.data.channel.id);
  }
  assert.equal((await client.call('PUT', `/alert-rules/${ownerId}`, { channelIds })).status, 200);
  return { client, ownerId, channelIds };
}
const place = async () => placeOf(await app.user());

/** The alerts of a kind after a look at the workspace. */
async function found({ client, ownerId }: Place, kind: string, reader = client): Promise<Alert[]> {
  await crossWorkspace(app.services, ownerId, new AbortController().signal);
  const { body } = await reader.call<{ data: { alerts: Alert[] } }>('GET', `/alerts?kind=${kind}`);
  return body.data.alerts;
}
async function onlyOne(where: Place, kind: string): Promise<Alert> {
  const [alert, ...others] = await found(where, kind);
  assert.ok(alert && others.length === 0, `${others.length} others`);
  return alert;
}
/** Who was told of an alert: the indexes of channels, and 'person'. */
async function toldOf({ client, channelIds }: Place, { id }: Alert): Promise<string[]> {
  const rows = await deliveriesOf(client, `&alertId=${id}`);
  assert.ok(rows.every(({ event, distance }) => event === 'alert.raised' && distance === null));
  return rows
    .map(({ channelId, userId }) => (userId ? 'person' : String(channelIds.indexOf(channelId ?? ''))))
    .sort();
}
const eventsOf = async (client: Client, { id }: Alert): Promise<string[]> => {
  const { body } = await client.call<{ data: { alert: { events: AlertEvent[] } } }>('GET', `/alerts/${id}`);
  return body.data.alert.events.map(({ event }) => event);
};
/** What all alerts about the server have in common. */
const ofNoRecord = { what: null, area: null, recordId: null, date: null, daysLeft: null, distance: null };

describe('a registry that does not answer', () => {
  const ago = (days: number) => Date.now() - days * dayMs;
  const kind = 'registry-silent';
  async function domainIn({ client, ownerId }: Place) {
    const { id } = await createRecord(client, 'domains');
    return (state: LookedUpThere['state'], days: number) =>
      lookedUp(app, ownerId, [id], { ...(state && { state }), at: ago(days) });
  }

  test('is told after the days set, from the first unanswered request on, until it answers', async () => {
    const where = await place();
    const looks = await domainIn(where);
    await looks('ok', 30);
    await looks('failing', 6.9);
    await looks('failing', 0.1);
    assert.deepEqual(await found(where, kind), []);
    await where.client.call('PUT', '/alert-settings', { silentAfterDays: 6 });
    const alert = await onlyOne(where, kind);
    const { url, state, name, level, ...rest } = alert;
    assert.deepEqual(
      [name, state, level, url],
      ['registry.example', 'OPEN', 0, `${app.config.publicUrl}/alerts`],
    );
    assert.deepEqual({ ...rest, ...ofNoRecord }, rest);
    assert.deepEqual(await toldOf(where, alert), ['0', '1', 'person']);
    await found(where, kind);
    assert.equal((await toldOf(where, alert)).length, 3);
    await looks('unpublished', 0);
    assert.deepEqual(await found(where, kind), []);
    assert.deepEqual(await eventsOf(where.client, alert), ['raised', 'closed']);
  });

  test('is none while others of its names are answered, in other workspaces, or where nothing is looked up', async () => {
    const [where, elsewhere] = [await place(), await place()];
    const [first, second] = [await domainIn(where), await domainIn(where)];
    await first('failing', 20);
    await second('ok', 2);
    assert.deepEqual(await found(where, kind), []);
    await second('failing', 1);
    assert.deepEqual(await found(where, kind), []);
    await where.client.call('PUT', '/alert-settings', { silentAfterDays: 1 });
    await onlyOne(where, kind);
    assert.deepEqual(await found(elsewhere, kind), []);
    await where.client.call('PUT', '/alert-settings', { look: { registration: false } });
    assert.deepEqual(await found(where, kind), []);
  });
});

describe('a domain that is not registered any more', () => {
  const kind = 'registration-lost';
  const ago = (days: number) => Date.now() - days * dayMs;

  test('is told when its registry has said so twice, a day apart', async () => {
    const where = await place();
    const lost = await createRecord(where.client, 'domains');
    const never = await createRecord(where.client, 'domains');
    const looks = (id: string, more: LookedUpThere) => lookedUp(app, where.ownerId, [id], more);
    await looks(lost.id, { values: { registrar: 'GoDaddy' }, at: ago(9) });
    for (const { id } of [lost, never]) await looks(id, { state: 'unregistered', at: ago(2) });
    assert.deepEqual(await found(where, kind), []);
    await looks(lost.id, { state: 'failing', at: ago(1.5) });
    assert.deepEqual(await found(where, kind), []);
    for (const { id } of [lost, never]) await looks(id, { state: 'unregistered', at: ago(0.5) });
    const alert = await onlyOne(where, kind);
    const { what, area, recordId, name, date } = alert;
    assert.deepEqual(
      [what, area, recordId, name, date],
      ['domain', 'domains', lost.id, lost['domain'], null],
    );
    assert.deepEqual(await toldOf(where, alert), ['0', '1', 'person']);
    await looks(lost.id, { state: 'ok' });
    assert.deepEqual(await found(where, kind), []);
  });
});

describe('a channel that fails', () => {
  const kind = 'channel-failing';

  test('is told to the other channels and people, and again when it fails anew', async () => {
    const where = await place();
    const [id = ''] = where.channelIds;
    const refuse = (refusals: number) =>
      app.db.updateTable('channels').set({ refusals }).where('id', '=', id).execute();
    await refuse(2);
    assert.deepEqual(await found(where, kind), []);
    await refuse(3);
    const alert = await onlyOne(where, kind);
    assert.deepEqual({ ...alert, ...ofNoRecord, name: 'Chat' }, alert);
    assert.deepEqual(await toldOf(where, alert), ['1', 'person']);
    const scoped = await scopedMember(app, where.client, 'EDITOR');
    assert.deepEqual(await found(where, kind, scoped), []);
    await refuse(0);
    assert.deepEqual(await found(where, kind), []);
    await refuse(3);
    assert.equal((await onlyOne(where, kind)).id, alert.id);
    assert.deepEqual(await eventsOf(where.client, alert), ['raised', 'closed', 'raised']);
    assert.equal((await where.client.call('DELETE', `/channels/${id}`)).status, 200);
    assert.deepEqual(await found(where, kind), []);
  });
});

describe('a job that does not run', () => {
  const kind = 'job-stuck';

  test('is told to the administrators of the installation alone', async () => {
    const where = await placeOf(administrator);
    const member = await scopedMember(app, administrator, 'EDITOR');
    await app.db
      .updateTable('memberships')
      .set({ scope: '[]' })
      .where('userId', '=', member.userId)
      .execute();
    const lost = (leasesLost: number) =>
      app.db.updateTable('jobs').set({ leasesLost }).where('kind', '=', 'tidy').execute();
    await app.db
      .insertInto('jobs')
      .values({
        ...{ id: 'tidy', kind: 'tidy', uniqueKey: 'tidy', runAt: Date.now() + dayMs, setAt: 0, attempts: 0 },
        ...{ holder: null, leasedUntil: null, leasesLost: 2, progress: null, lastError: null },
        ...{ startedAt: null, lastRunAt: null, lateSince: null, createdAt: 0 },
      })
      .execute();
    assert.deepEqual(await found(where, kind), []);
    await lost(3);
    const alert = await onlyOne(where, kind);
    assert.deepEqual({ ...alert, ...ofNoRecord, name: 'tidy' }, alert);
    assert.deepEqual(await toldOf(where, alert), ['person']);
    assert.deepEqual(await found(where, kind, member), []);
    assert.equal((await member.call('GET', `/alerts/${alert.id}`)).status, 404);
    assert.deepEqual(await found(await place(), kind), []);
    await lost(0);
    assert.deepEqual(await found(where, kind), []);
  });
});
