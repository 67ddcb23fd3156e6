// On both engines: what a record shows of its own end is written with it, and lists join it with three more tables.
import assert from 'node:assert/strict';
import { describe, mock, test } from 'node:test';
import type { Alert } from '@quartermaster/contract/alerts/alerts.schema';
import type { BulkActionBatch } from '@quartermaster/contract/api/bulk-actions';
import type { Expiration, ExpirationMonth } from '@quartermaster/contract/expirations/expirations.schema';
import { addDays, onePeriodOn } from '@quartermaster/contract/rules/calendar';
import { apply, preview } from '../../../test/imports.ts';
import { createFrom, validBody } from '../../../test/records.ts';
import { type Client, startApp } from '../../../test/test-app.ts';
import { crossWorkspace } from '../../alerts/crossing.ts';

const today = new Date().toISOString().slice(0, 10);
// It stays noon, so that no run passes midnight.
mock.timers.enable({ apis: ['Date'], now: Date.parse(`${today}T12:00:00.000Z`) });

const app = await startApp();
await app.user();

const kinds = [
  ['hostings', 'hosting'],
  ['servers', 'server'],
  ['cdn', 'cdn'],
] as const;
const none = { paidUntil: null, autoRenew: 'UNKNOWN', price: null, currency: null, payer: null };
const midnight = (day: string) => `${day}T00:00:00.000Z`;

async function paid(client: Client, area: string, more: object) {
  return createFrom(client, area, { ...(await validBody(client, area)), ...none, interval: 'YEAR', ...more });
}
async function ask<T>(client: Client, path: string): Promise<T> {
  const { status, body, text } = await client.call<{ data: T }>('GET', path);
  assert.equal(status, 200, text);
  return body.data;
}
const list = async (client: Client, query = '') =>
  (await ask<{ expirations: Expiration[] }>(client, `/expirations?${query}`)).expirations;
async function put(client: Client, area: string, id: string, body: object) {
  const answer = await client.call('PUT', `/${area}/${id}`, body);
  assert.equal(answer.status, 200, answer.text);
}
const renew = async (client: Client, ids: string[], more: object = {}) => {
  const body = { records: { ids }, do: { action: 'renew', ...more } };
  const answer = await client.call<{ data: BulkActionBatch }>('POST', '/expirations/bulk-actions', body);
  assert.equal(answer.status, 200, answer.text);
  return answer.body.data;
};

test('what is given neither a date nor a price is not among it, made by a call or an import', async () => {
  const user = await app.user();
  for (const [area] of kinds) {
    const body = await validBody(user, area);
    for (const field of [...Object.keys(none), 'interval']) delete body[field];
    await createFrom(user, area, body);
  }
  const mailbox = await createFrom(user, 'emails', await validBody(user, 'emails'));
  const text = `Name,Provider,Email Account\nWeb,Hetzner,${String(mailbox['email'])}\n`;
  const found = await preview(app, user, 'hostings', 'x.csv', text);
  assert.equal((await apply(user, found)).status, 200);
  const imported = await ask<{ pagination: { total: number } }>(user, '/hostings?search=Web');
  assert.equal(imported.pagination.total, 1);
  assert.deepEqual(await list(user), []);
});

for (const [area, what] of kinds)
  describe(`what is paid until a day, of ${area}`, () => {
    test('is among all that expires, with what a renewal costs, while it has a date or a price', async () => {
      const user = await app.user();
      const day = addDays(today, 20);
      const renewal = { autoRenew: 'NO', price: 12.5, currency: 'EUR', payer: 'Acme' };
      const { id } = await paid(user, area, { ...renewal, paidUntil: day, interval: 'MONTH' });
      const [own, ...others] = await list(user, `recordId=${id}`);
      assert.deepEqual(others, []);
      const known = {
        id: `${id}.${what}`,
        what,
        area,
        recordId: id,
        label: null,
        date: day,
        at: null,
        daysLeft: 20,
      };
      const { account, ...found } = own ?? {};
      assert.deepEqual({ ...found }, { ...found, ...known, ...renewal, interval: 'MONTH', state: 'dated' });
      assert.equal(own?.source, 'typed');
      assert.equal(account?.area, area);
      for (const query of [
        `what=${what}`,
        `area=${area}`,
        'within=30',
        'search=',
        'sortBy=name',
        'hasDate=true',
      ])
        assert.deepEqual(
          (await list(user, query)).map((each) => each.id),
          [`${id}.${what}`],
          query,
        );
      assert.deepEqual(await list(user, 'what=domain'), []);
      await put(user, area, id, { paidUntil: '' });
      const [undated] = await list(user);
      assert.deepEqual([undated?.date, undated?.state, undated?.price], [null, 'unknown', 12.5]);
      assert.equal((await list(user, 'hasDate=false&state=unknown')).length, 1);
      await put(user, area, id, { price: null });
      assert.deepEqual(await list(user), []);
      await put(user, area, id, { price: 0 });
      assert.equal((await list(user)).length, 1);
      const removed = await user.call('DELETE', `/${area}/${id}`);
      assert.equal(removed.status, 200, removed.text);
      assert.deepEqual(await list(user), []);
    });

    test('is renewed by a period or until a day, which undo takes back', async () => {
      const user = await app.user();
      const { id } = await paid(user, area, {
        paidUntil: midnight('2027-01-31'),
        interval: 'MONTH',
        price: 5,
      });
      const of = `${id}.${what}`;
      const renewed = await renew(user, [of]);
      assert.deepEqual([renewed.changed, renewed.refused], [1, 0]);
      const dates = async () =>
        (await list(user)).map(({ date, price, currency }) => [date, price, currency]);
      assert.deepEqual(await dates(), [['2027-02-28', 5, null]]);
      await renew(user, [of], { date: '2028-03-01', price: 6.5, currency: 'eur' });
      assert.deepEqual(await dates(), [['2028-03-01', 6.5, 'EUR']]);
      const record = await ask<Record<string, Record<string, unknown>>>(user, `/${area}/${id}`);
      assert.equal(Object.values(record)[0]?.['paidUntil'], midnight('2028-03-01'));
      const undone = await user.call('POST', `/history/${renewed.batchId}/undo`, {});
      assert.equal(undone.status, 200, undone.text);
      const { batchId } = await renew(user, [of], { price: null, currency: null });
      const again = await user.call('POST', `/history/${batchId}/undo`, {});
      assert.equal(again.status, 200, again.text);
      assert.equal((await list(user))[0]?.price, 6.5);
    });

    test('without a date is not renewed by a period', async () => {
      const user = await app.user();
      const { id } = await paid(user, area, { price: 5 });
      const { refusals, changed } = await renew(user, [`${id}.${what}`]);
      assert.deepEqual([changed, refusals[0]?.message], [0, 'It has no date']);
      const until = await renew(user, [`${id}.${what}`], { date: addDays(today, 3) });
      assert.equal(until.changed, 1);
    });

    test('raises an alert, which a renewal closes', async () => {
      const user = await app.user();
      const { id } = await paid(user, area, { paidUntil: addDays(today, 5) });
      const cross = async () =>
        crossWorkspace(app.services, (await app.ownerOf(user)).id, new AbortController().signal);
      const alerts = async () => (await ask<{ alerts: Alert[] }>(user, '/alerts')).alerts;
      await cross();
      const [alert] = await alerts();
      assert.deepEqual([alert?.what, alert?.area, alert?.recordId, alert?.daysLeft], [what, area, id, 5]);
      await renew(user, [`${id}.${what}`]);
      await cross();
      assert.deepEqual(await alerts(), []);
    });

    test('counts in the month of its date, with its price', async () => {
      const user = await app.user();
      const day = onePeriodOn(`${today.slice(0, 7)}-15`, 'MONTH');
      await paid(user, area, { paidUntil: day, price: 7.25, currency: 'USD' });
      const { months } = await ask<{ months: ExpirationMonth[] }>(user, '/expirations/months');
      assert.deepEqual(
        months.filter(({ count }) => count > 0),
        [{ month: day.slice(0, 7), count: 1, cost: [{ currency: 'USD', amount: 7.25 }] }],
      );
    });
  });

test('another address of a panel leaves until when its server is paid', async () => {
  const user = await app.user();
  const { id } = await paid(user, 'servers', { paidUntil: addDays(today, 40) });
  await put(user, 'servers', id, { panelUrl: 'https://other.example.com' });
  assert.equal((await list(user)).length, 1);
});

test('dates that are put on a record stay beside its own', async () => {
  const user = await app.user();
  const { id } = await paid(user, 'hostings', { paidUntil: addDays(today, 40) });
  const date = { area: 'hostings', recordId: id, what: 'hosting', date: addDays(today, 50), label: 'Backup' };
  assert.equal((await user.call('POST', '/dates', date)).status, 201);
  assert.deepEqual(
    (await list(user, 'what=hosting')).map(({ label }) => label),
    [null, 'Backup'],
  );
  const { changed } = await renew(
    user,
    (await list(user)).map((each) => each.id),
  );
  assert.equal(changed, 2);
});

test('a price without a currency counts in that of the workspace, and is stored without', async () => {
  const user = await app.user();
  const { id } = (await app.ownerOf(user)) as { id: string };
  const until = `${today.slice(0, 7)}-28`;
  const server = await paid(user, 'servers', { paidUntil: until, price: 2 });
  await paid(user, 'cdn', { paidUntil: until, price: 3, currency: 'EUR' });
  const costs = async () =>
    (await ask<{ months: ExpirationMonth[] }>(user, '/expirations/months')).months[0]?.cost;
  assert.deepEqual(await costs(), [
    { currency: 'EUR', amount: 3 },
    { currency: null, amount: 2 },
  ]);
  const set = async (currency: unknown) => {
    const body = { currency };
    return user.call<{ data: { workspace: { currency: string | null } } }>('PUT', `/workspaces/${id}`, body);
  };
  for (const wrong of ['EURO', 'ZZZ', '€', 'x'.repeat(50)])
    assert.match((await set(wrong)).text, /"currency":"Currency must be a code of ISO 4217, such as EUR"/);
  assert.equal((await set('eur')).body.data.workspace.currency, 'EUR');
  assert.deepEqual(await costs(), [{ currency: 'EUR', amount: 5 }]);
  const own = (await list(user)).find(({ recordId }) => recordId === server.id);
  assert.deepEqual([own?.price, own?.currency], [2, null]);
  for (const none of [null, '']) assert.equal((await set(none)).body.data.workspace.currency, null);
  assert.equal((await costs())?.length, 2);
});
