import assert from 'node:assert/strict';
import { test } from 'node:test';
import { lookedUp } from '../../../test/looked-up.ts';
import { createFrom, validBody } from '../../../test/records.ts';
import { type Client, startApp } from '../../../test/test-app.ts';
import { iso } from '../../lib/clock.ts';
import { failSince } from './fail-since.ts';

const app = await startApp();
await app.user();

const hour = 3_600_000;
const start = Date.now() - 10 * hour;
const on = { looksUp: true };

async function domain(client: Client, name: string): Promise<string> {
  const body = { ...(await validBody(client, 'domains')), domain: name, tags: [] };
  return (await createFrom(client, 'domains', body)).id;
}

test('look-ups fail everywhere once every kind fails and nothing is answered', async () => {
  const user = await app.user();
  const { id: ownerId } = await app.ownerOf(user);
  const names = ['a.example', 'b.example'] as const;
  const ids = [await domain(user, names[0]), await domain(user, names[1])] as const;
  const checked = (
    which: 0 | 1,
    kind: 'registration' | 'dns' | 'tls',
    state: 'ok' | 'failing',
    hours: number,
  ) => lookedUp(app, ownerId, [ids[which]], { kind, state, subject: names[which], at: start + hours * hour });
  const since = () => failSince(app.db, on, ownerId);

  assert.equal(await since(), null, 'nothing was looked up yet');
  await checked(0, 'registration', 'failing', 0);
  await checked(0, 'dns', 'ok', 0);
  await checked(0, 'tls', 'ok', 0);
  await checked(1, 'dns', 'failing', 1);
  await checked(1, 'tls', 'failing', 2);
  assert.equal(
    await since(),
    null,
    'the one that asked a registry failed before, and another was answered since',
  );
  await checked(1, 'registration', 'failing', 3);
  await checked(0, 'dns', 'failing', 4);
  assert.equal(await since(), iso(start + hour), 'the first to fail after the last answer');
  await checked(0, 'dns', 'failing', 5);
  assert.equal(await since(), iso(start + hour), 'another attempt does not move it');
  assert.equal(await failSince(app.db, { looksUp: false }, ownerId), null, 'nothing is looked up');
  const others = await app.ownerOf(await app.user());
  assert.equal(await failSince(app.db, on, others.id), null, 'another workspace has nothing to do with it');

  await checked(0, 'tls', 'ok', 6);
  assert.equal(await since(), null, 'something is answered again');
  await user.call('PUT', '/alert-settings', { look: { tls: false } });
  assert.equal(await since(), iso(start + hour), 'certificates are no longer looked at');
});

test('a single subject that fails is not everywhere', async () => {
  const user = await app.user();
  const { id: ownerId } = await app.ownerOf(user);
  const id = await domain(user, 'alone.example');
  await user.call('PUT', '/alert-settings', { look: { dns: false, registration: false } });
  await lookedUp(app, ownerId, [id], { kind: 'tls', state: 'failing', subject: 'alone.example:443' });
  assert.equal(await failSince(app.db, on, ownerId), null);
  await lookedUp(app, ownerId, [id], { kind: 'tls', state: 'failing', subject: 'www.alone.example:443' });
  assert.notEqual(await failSince(app.db, on, ownerId), null);
});
