import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import {
  type AlertSettings,
  initialAlertSettings,
} from '@quartermaster/contract/alert-settings/alert-settings.schema';
import { scopedMember } from '../../../test/scoped-member.ts';
import { type Client, startApp } from '../../../test/test-app.ts';

const app = await startApp();
const user = await app.user();

type Answer = { data: { settings: AlertSettings }; error?: { details: { fields: object } } };
const get = async (client: Client) =>
  (await client.call<Answer>('GET', '/alert-settings')).body.data.settings;
const put = (client: Client, body: object) => client.call<Answer>('PUT', '/alert-settings', body);
const events = async () =>
  (
    await user.call<{ data: { events: { details: object }[] } }>(
      'GET',
      '/audit?action=alert-settings.changed',
    )
  ).body.data.events;

describe('alert settings', () => {
  test('have their first values, and change by what is sent, with an event', async () => {
    assert.deepEqual(await get(user), initialAlertSettings);
    const quiet = { quietFrom: '22:00', quietTo: '06:30' };
    const first = await put(user, { timeZone: 'Asia/Kolkata', ...quiet, look: { dns: false } });
    assert.equal(first.status, 200, first.text);
    const look = { registration: true, dns: false, tls: true };
    const changed = { ...initialAlertSettings, timeZone: 'Asia/Kolkata', ...quiet, look };
    assert.deepEqual(first.body.data.settings, changed);
    const more = { takeLaterRegistryDate: true, passwordMaxAgeDays: 90, silentAfterDays: 1 };
    await put(user, { ...more, quietFrom: null, look: { tls: false } });
    const last = { ...changed, ...more, quietFrom: null, look: { ...look, tls: false } };
    assert.deepEqual(await get(user), last);
    await put(user, { ...more, timeZone: 'Asia/Kolkata' });
    assert.deepEqual(
      (await events()).map(({ details }) => details),
      [
        { ...more, quietFrom: null, look: last.look },
        { timeZone: 'Asia/Kolkata', ...quiet, look },
      ],
    );
  });

  test('are refused with the reason where they are wrong', async () => {
    const wrong: [body: object, field: string][] = [
      [{ timeZone: 'Mars/Olympus' }, 'timeZone'],
      [{ timeZone: 'x'.repeat(101) }, 'timeZone'],
      [{ timeZone: null }, 'timeZone'],
      [{ quietFrom: '24:00' }, 'quietFrom'],
      [{ quietTo: '6:30' }, 'quietTo'],
      [{ takeLaterRegistryDate: 'yes' }, 'takeLaterRegistryDate'],
      [{ passwordMaxAgeDays: 0 }, 'passwordMaxAgeDays'],
      [{ silentAfterDays: null }, 'silentAfterDays'],
      [{ look: { dns: 1 } }, 'look.dns'],
      [{ look: null }, 'look'],
    ];
    for (const [body, field] of wrong) {
      const { status, body: answered, text } = await put(user, body);
      assert.equal(status, 400, text);
      assert.deepEqual(Object.keys(answered.error?.details.fields ?? {}), [field]);
    }
  });

  test('are read by every member, changed by admins, and belong to one workspace', async () => {
    const owner = await app.user();
    await put(owner, { timeZone: 'Europe/Berlin' });
    for (const role of ['EDITOR', 'VIEWER'] as const) {
      const member = await scopedMember(app, owner, role);
      assert.equal((await get(member)).timeZone, 'Europe/Berlin');
      assert.equal((await put(member, { timeZone: 'UTC' })).status, 403);
    }
    assert.notEqual((await get(user)).timeZone, 'Europe/Berlin');
  });
});
