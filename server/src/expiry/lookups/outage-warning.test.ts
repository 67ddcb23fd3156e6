import assert from 'node:assert/strict';
import { test } from 'node:test';
import { lookedUp } from '../../../test/looked-up.ts';
import { createFrom, validBody } from '../../../test/records.ts';
import { startApp } from '../../../test/test-app.ts';
import { createLog } from '../../lib/log.ts';
import { outageWarning } from './outage-warning.ts';

const app = await startApp();
await app.user();

test('look-ups that fail everywhere for an hour are one warning in the log', async (t) => {
  t.mock.timers.enable({ apis: ['Date'], now: Date.now() });
  const lines: string[] = [];
  const log = createLog('warn', { write: (line) => void lines.push(line) });
  const outage = outageWarning({ db: app.db, log, config: { looksUp: true } });
  const user = await app.user();
  const { id: ownerId } = await app.ownerOf(user);
  const body = { ...(await validBody(user, 'domains')), domain: 'offline.example', tags: [] };
  const { id } = await createFrom(user, 'domains', body);
  await user.call('PUT', '/alert-settings', { look: { dns: false, registration: false } });
  const failed = async () => {
    for (const subject of ['offline.example:443', 'www.offline.example:443']) {
      await lookedUp(app, ownerId, [id], { kind: 'tls', state: 'failing', subject, at: Date.now() });
      await outage.failed(ownerId, 'The host does not answer');
    }
  };
  await failed();
  t.mock.timers.tick(59 * 60_000);
  await failed();
  assert.deepEqual(lines, []);
  for (const minutes of [2, 10, 300]) {
    t.mock.timers.tick(minutes * 60_000);
    await failed();
    assert.equal(lines.length, 1);
  }
  assert.match(lines[0] ?? '', /"reason":"The host does not answer","msg":"look-ups get no answer"/);
  outage.answered();
  t.mock.timers.tick(59 * 60_000);
  await failed();
  assert.equal(lines.length, 1, 'others were answered within the hour');
  t.mock.timers.tick(120_000);
  await failed();
  assert.equal(lines.length, 2, 'another outage');
});
