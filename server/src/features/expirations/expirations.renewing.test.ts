// On both engines: renewals lock records of several tables, and read what expires within the same transaction.
import assert from 'node:assert/strict';
import { describe, mock, test } from 'node:test';
import type { Alert, AlertEvent } from '@quartermaster/contract/alerts/alerts.schema';
import type { BulkActionBatch } from '@quartermaster/contract/api/bulk-actions';
import type { Expiration } from '@quartermaster/contract/expirations/expirations.schema';
import { addDays, onePeriodOn } from '@quartermaster/contract/rules/calendar';
import { lookedUp } from '../../../test/looked-up.ts';
import { createFrom, createRecord, validBody } from '../../../test/records.ts';
import { scopedMember } from '../../../test/scoped-member.ts';
import { type Client, startApp } from '../../../test/test-app.ts';
import { crossWorkspace } from '../../alerts/crossing.ts';

const today = new Date().toISOString().slice(0, 10);
// It stays noon, so that no run passes midnight.
mock.timers.enable({ apis: ['Date'], now: Date.parse(`${today}T12:00:00.000Z`) });

const app = await startApp({ LOOK_UPS: 'on' });
await app.user();

const day = (days: number): string => addDays(today, days);
const year = (date: string): string => onePeriodOn(date, 'YEAR');

async function domain(client: Client, name: string, more: object = {}) {
  const body = {
    ...(await validBody(client, 'domains')),
    domain: name,
    tags: [],
    price: null,
    currency: null,
  };
  return createFrom(client, 'domains', { ...body, status: 'ACTIVE', ...more });
}
async function dateOn(client: Client, area: string, recordId: string, more: object) {
  const body = { area, recordId, what: 'other', ...more };
  const answer = await client.call<{ data: { date: { id: string } } }>('POST', '/dates', body);
  assert.equal(answer.status, 201, answer.text);
  return answer.body.data.date.id;
}
async function list(client: Client, query = ''): Promise<Expiration[]> {
  const answer = await client.call<{ data: { expirations: Expiration[] } }>('GET', `/expirations?${query}`);
  assert.equal(answer.status, 200, answer.text);
  return answer.body.data.expirations;
}
const renew = (client: Client, records: object, more: object = {}, body: object = {}) =>
  client.call<{ data: BulkActionBatch }>('POST', '/expirations/bulk-actions', {
    records,
    do: { action: 'renew', ...more },
    ...body,
  });
async function renewed(client: Client, records: object, more: object = {}, body: object = {}) {
  const answer = await renew(client, records, more, body);
  assert.equal(answer.status, 200, answer.text);
  return answer.body.data;
}
const known = async (client: Client, query = '') =>
  (await list(client, query)).map(({ name, date, price, currency }) => [name, date, price, currency]);
const cross = async (client: Client) =>
  crossWorkspace(app.services, (await app.ownerOf(client)).id, new AbortController().signal);

describe('a renewal', () => {
  test('moves domains and dates on by one period in one batch, which undo takes back with its prices', async () => {
    const user = await app.user();
    const first = await domain(user, 'a.example', { expirationDate: day(5), price: 9.5, currency: 'EUR' });
    await domain(user, 'leap.example', { expirationDate: '2028-02-29' });
    const server = await createRecord(user, 'servers');
    const dateId = await dateOn(user, 'servers', server.id, { date: day(-2), label: 'VPS', price: 20 });
    const otherId = await dateOn(user, 'domains', first.id, { date: day(9), label: 'Key' });
    const before = await known(user);
    const ids = [`${first.id}.domain`, dateId, otherId];
    const preview = await renewed(user, { ids }, {}, { preview: true });
    assert.deepEqual([preview.changed, preview.batchId], [3, null]);
    assert.deepEqual(await known(user), before);
    const { batchId, ...result } = await renewed(user, { ids }, { price: 12, currency: 'USD' });
    assert.deepEqual(result, { changed: 3, unchanged: 0, refused: 0, refusals: [] });
    const name = server['name'];
    assert.deepEqual(
      (await known(user)).sort(),
      [
        ['a.example', year(day(5)), 12, 'USD'],
        ['a.example', year(day(9)), 12, 'USD'],
        [name, year(day(-2)), 12, 'USD'],
        ['leap.example', '2028-02-29', null, null],
      ].sort(),
    );
    const history = await user.call<{ data: { batches: { id: string; label: string }[] } }>(
      'GET',
      '/history',
    );
    const [batch] = history.body.data.batches;
    assert.equal(batch?.id, batchId);
    assert.equal(batch?.label, 'Renewed 1 domain and 1 server');
    const undone = await user.call('POST', `/history/${batchId}/undo`, {});
    assert.equal(undone.status, 200, undone.text);
    assert.deepEqual(await known(user), before);
  });

  test('of the 29th of February is until the 28th, of a filter all that match, and of a named day until that', async () => {
    const user = await app.user();
    await domain(user, 'leap.example', { expirationDate: '2028-02-29' });
    await domain(user, 'other.example', { expirationDate: '2028-03-01' });
    const { changed } = await renewed(user, { filter: { search: 'leap' } });
    assert.equal(changed, 1);
    const dates = async () => (await known(user)).map(([, date]) => date);
    assert.deepEqual(await dates(), ['2028-03-01', '2029-02-28']);
    const again = await renewed(user, { filter: { what: 'domain' } }, { date: '2030-01-31' });
    assert.deepEqual([again.changed, again.unchanged], [2, 0]);
    assert.deepEqual(await dates(), ['2030-01-31', '2030-01-31']);
    const same = await renewed(user, { filter: {} }, { date: '2030-01-31' });
    assert.deepEqual([same.changed, same.unchanged, same.batchId], [0, 2, null]);
  });

  test('is refused by name where there is nothing to renew, and others go on', async () => {
    const user = await app.user();
    const { id: ownerId } = await app.ownerOf(user);
    await user.call('PUT', '/alert-settings', { passwordMaxAgeDays: 90 });
    const dated = await domain(user, 'dated.example', { expirationDate: day(5) });
    const undated = await domain(user, 'undated.example', { expirationDate: null });
    const subject = `${'a'.repeat(60)}.${'b'.repeat(60)}.dated.example`;
    const values = { notAfter: `${day(3)}T00:00:00.000Z` };
    await lookedUp(app, ownerId, [dated.id], { kind: 'tls', source: 'tls', values, subject });
    const mailbox = await createRecord(user, 'emails');
    const foreign = await createRecord(await app.user(), 'domains');
    const gone = `${foreign.id}.domain`;
    const ids = (await list(user)).map(({ id }) => id);
    assert.ok(ids.includes(`${mailbox.id}.password`) && ids.includes(`${dated.id}.tls.${subject}`));
    const result = await renewed(user, { ids: [...ids, gone, 'x', '\u0000.domain'] });
    assert.equal(result.changed, 1);
    const messages = new Map(result.refusals.map(({ id, name, message }) => [id, [name, message]]));
    const missing = 'Expiration not found';
    assert.deepEqual(messages.get(`${undated.id}.domain`), ['undated.example', 'It has no date']);
    assert.deepEqual(messages.get(`${dated.id}.tls.${subject}`), [
      'dated.example',
      'A certificate is renewed where it is issued',
    ]);
    assert.deepEqual(messages.get(`${mailbox.id}.password`), [
      mailbox['email'],
      'A password is changed, not renewed',
    ]);
    for (const id of [gone, 'x', '\u0000.domain']) assert.deepEqual(messages.get(id), [id, missing]);
    assert.equal(result.refused, ids.length - 1 + 3);
    for (const [more, field, message] of [
      [{ date: '2027-02-30' }, 'do.date', 'Date must be a day, YYYY-MM-DD'],
      [{ date: 5 }, 'do.date', 'Date must be a day, YYYY-MM-DD'],
      [{ currency: 'XYZ' }, 'do.currency', 'Currency must be a code of ISO 4217, such as EUR'],
      [{ action: 'forget' }, 'do.action', 'Action must be one of: renew'],
    ] as const) {
      const { status, text } = await renew(user, { ids }, more);
      assert.equal(status, 400);
      assert.ok(text.includes(field) && text.includes(message), text);
    }
  });

  test('is for members who may write, within their scope', async () => {
    const owner = await app.user();
    const hidden = await domain(owner, 'hidden.example', { expirationDate: day(5) });
    const viewer = await scopedMember(app, owner, 'VIEWER');
    assert.equal((await renew(viewer, { ids: [`${hidden.id}.domain`] })).status, 403);
    const editor = await scopedMember(app, owner, 'EDITOR');
    const { refusals } = await renewed(editor, { ids: [`${hidden.id}.domain`] });
    assert.deepEqual(
      refusals.map(({ message }) => message),
      ['Expiration not found'],
    );
  });
});

describe('the alert of a renewed domain', () => {
  async function alertOf(client: Client, recordId: string) {
    const query = `recordId=${recordId}&state=OPEN,ACKNOWLEDGED,SNOOZED,CLOSED`;
    const listed = await client.call<{ data: { alerts: Alert[] } }>('GET', `/alerts?${query}`);
    const [alert] = listed.body.data.alerts;
    assert.ok(alert);
    const one = await client.call<{ data: { alert: Alert & { events: AlertEvent[] } } }>(
      'GET',
      `/alerts/${alert.id}`,
    );
    return one.body.data.alert;
  }

  test('closes where the typed date is shown', async () => {
    const user = await app.user();
    const { id } = await domain(user, 'typed.example', { expirationDate: day(5) });
    await cross(user);
    assert.equal((await alertOf(user, id)).state, 'OPEN');
    await renewed(user, { ids: [`${id}.domain`] });
    await cross(user);
    assert.equal((await alertOf(user, id)).state, 'CLOSED');
  });

  test('is acknowledged with a note where the registry shows the old date, and closes once that says so', async () => {
    const user = await app.user();
    const { id: ownerId } = await app.ownerOf(user);
    const { id } = await domain(user, 'registry.com', { expirationDate: day(5) });
    const say = (date: string) =>
      lookedUp(app, ownerId, [id], { values: { expirationDate: `${date}T00:00:00.000Z` } });
    await say(day(5));
    await cross(user);
    const { id: alertId } = await alertOf(user, id);
    const until = new Date(year(day(5))).toLocaleDateString('en-US', {
      dateStyle: 'medium',
      timeZone: 'UTC',
    });
    const snooze = { action: 'snooze', until: day(30) };
    await user.call('POST', '/alerts/bulk-actions', { records: { ids: [alertId] }, do: snooze });
    await app.db.deleteFrom('jobs').where('kind', '=', 'look').execute();
    await renewed(user, { ids: [`${id}.domain`] });
    await cross(user);
    const alert = await alertOf(user, id);
    assert.deepEqual([alert.state, alert.snoozedUntil], ['ACKNOWLEDGED', null]);
    const { event, detail, actor } = alert.events.at(-1) ?? {};
    assert.deepEqual([event, detail], ['acknowledged', `Renewed until ${until}`]);
    assert.equal(actor?.email, user.email);
    const looks = await app.db.selectFrom('jobs').select('uniqueKey').where('kind', '=', 'look').execute();
    assert.deepEqual(
      looks.map(({ uniqueKey }) => uniqueKey),
      [`look ${ownerId} registration registry.com`],
    );
    const [expiration] = await list(user, `recordId=${id}&what=domain`);
    assert.deepEqual([expiration?.date, expiration?.alertState], [day(5), 'ACKNOWLEDGED']);
    await say(year(day(5)));
    await cross(user);
    assert.equal((await alertOf(user, id)).state, 'CLOSED');
  });
});

describe('the account at which something is renewed', () => {
  test('is the registrator, hosting, CDN, email account or server, with its address and the path of its password', async () => {
    const user = await app.user();
    const record = await domain(user, 'a.example', { expirationDate: day(1) });
    const account = record['registratorAccount'] as {
      id: string;
      emailAccount: { email: string };
      registratorType: { id: string };
    };
    const website = 'https://registrar.example/login';
    await user.call('PUT', `/registrator-types/${account.registratorType.id}`, { websiteUrl: website });
    const put = (more: object) => user.call('PUT', `/registrator-accounts/${account.id}`, more);
    const of = async (query: string) => (await list(user, query))[0];
    await put({ password: 'secret', isGoogleLogin: false });
    const query = `recordId=${record.id}`;
    const expected = {
      ...{ area: 'registrator-accounts', id: account.id, url: website },
      ...{ userName: account.emailAccount.email, passwordField: 'password' },
    };
    const found = await of(query);
    assert.deepEqual(found?.account, expected);
    assert.deepEqual([found?.registratorAccountId, found?.interval], [account.id, 'YEAR']);
    await put({ password: null, isGoogleLogin: true });
    assert.deepEqual((await of(query))?.account, { ...expected, passwordField: null });
    const users = [
      { username: 'other', password: 'x', isDefault: false },
      { username: 'root', password: 'y', isDefault: true },
    ];
    const panelUrl = 'https://panel.example:8443/';
    const server = await createFrom(user, 'servers', {
      ...(await validBody(user, 'servers')),
      ...{ panelUrl, users, tags: [] },
    });
    await dateOn(user, 'servers', server.id, { date: day(2) });
    const [, root] = server['users'] as { id: string }[];
    assert.deepEqual((await of(`recordId=${server.id}&what=other`))?.account, {
      ...{ area: 'servers', id: server.id, url: panelUrl, userName: 'root' },
      passwordField: `users.${root?.id}.password`,
    });
    for (const [area, url] of [
      ['hostings', 'websiteUrl'],
      ['emails', 'loginUrl'],
      ['cdn', null],
    ] as const) {
      const made = await createRecord(user, area, { optional: true });
      await dateOn(user, area, made.id, { date: day(2) });
      const shown = (await of(`recordId=${made.id}&what=other`))?.account;
      assert.deepEqual([shown?.area, shown?.id], [area, made.id]);
      assert.equal(shown?.url ?? null, url && (made[url] ?? null));
      assert.ok(shown?.userName);
    }
    const proxy = await createRecord(user, 'proxies');
    await dateOn(user, 'proxies', proxy.id, { date: day(2) });
    assert.equal((await of(`recordId=${proxy.id}&what=other`))?.account, null);
  });

  test('is not told outside the scope', async () => {
    const owner = await app.user();
    const editor = await scopedMember(app, owner, 'EDITOR');
    const tags = [{ type: 'client', value: 'acme' }];
    await domain(owner, 'seen.example', { expirationDate: day(1), tags });
    const [seen] = await list(editor, 'what=domain');
    assert.deepEqual([seen?.name, seen?.account], ['seen.example', null]);
  });
});
