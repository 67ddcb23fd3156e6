import assert from 'node:assert/strict';
import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';
import { test } from 'node:test';
import { readMailServer } from '../lib/mail-server.ts';
import { sendMail } from './mail.ts';

test('a mail server that says nothing is a timeout, in words', async (t) => {
  const silent = createServer().listen(0, '127.0.0.1');
  t.after(() => silent.close());
  await once(silent, 'listening');
  const server = readMailServer(`smtp://127.0.0.1:${(silent.address() as AddressInfo).port}`);
  assert.ok(server);
  const mail = { to: 'ada@example.com', subject: 'Hello', text: 'Hello' };
  await assert.rejects(sendMail(server, 'op@example.com', mail, 50), {
    message: 'ETIMEDOUT: The mail server did not answer in time',
  });
});
