import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, openSync } from 'node:fs';
import { after, test } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import { freePort } from './free-port.ts';
import { main } from './server-process.ts';
import { newStore } from './test-app.ts';

test('a log that fails to write does not stop the server', { skip: !existsSync('/dev/full') }, async () => {
  const store = await newStore();
  const port = await freePort();
  const full = openSync('/dev/full', 'w');
  const env = { PATH: process.env.PATH, PORT: String(port), LOG_LEVEL: 'debug', LOOK_UPS: 'off', ...store };
  const child = spawn(process.execPath, [main], { env, stdio: ['ignore', full, 'inherit'] });
  after(() => child.kill('SIGKILL'));
  const ended = once(child, 'exit');
  const healthy = async (): Promise<void> => {
    assert.equal(child.exitCode, null);
    const answer = await fetch(`http://127.0.0.1:${port}/api/health`).catch(() => null);
    if (!answer) return pause(50).then(healthy);
  };
  await healthy();
  for (let count = 0; count < 50; count += 1) await healthy();
  child.kill('SIGTERM');
  assert.deepEqual(await ended, [0, null]);
});
