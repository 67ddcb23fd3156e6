import assert from 'node:assert/strict';
import { request } from 'node:http';
import { test } from 'node:test';
import { sql } from 'kysely';
import { createRecord } from './records.ts';
import { startApp } from './test-app.ts';

const app = await startApp();
const user = await app.user();
await createRecord(user, 'domains', { optional: true });

/** Sends a GET request and returns the response without decoding it. */
const download = (path: string) =>
  new Promise<{ status?: number; headers: NodeJS.Dict<string | string[]>; text: string; broken: boolean }>(
    (resolve) => {
      const headers = { authorization: `Bearer ${user.token}`, 'accept-encoding': 'gzip' };
      const sent = request(`${app.url}/api${path}`, { headers }, (response) => {
        const chunks: Buffer[] = [];
        const end = () =>
          resolve({
            status: response.statusCode ?? 0,
            headers: response.headers,
            text: Buffer.concat(chunks).toString(),
            broken: !response.complete,
          });
        response.on('data', (chunk: Buffer) => chunks.push(chunk)).on('error', () => undefined);
        response.on('close', end);
      });
      sent.on('error', () => resolve({ headers: {}, text: '', broken: true }));
      sent.end();
    },
  );

/** Makes reading the rows fail, but not the ids: only the former join the servers. */
async function whileBatchesFail(run: () => Promise<void>): Promise<void> {
  await sql`alter table servers rename to servers_away`.execute(app.db);
  try {
    await run();
  } finally {
    await sql`alter table servers_away rename to servers`.execute(app.db);
  }
}

test('an export whose query fails is an error or a broken download, and logs no statement', async () => {
  await whileBatchesFail(async () => {
    const json = await download('/domains/export?format=json');
    assert.equal(json.status, 500, json.text);
    assert.equal(json.headers['content-encoding'], undefined);
    assert.equal(json.headers['content-disposition'], undefined);
    const { error } = JSON.parse(json.text) as { error: { code: string } };
    assert.equal(error.code, 'INTERNAL_ERROR');
    const csv = await download('/domains/export');
    assert.ok(csv.broken || csv.status === 500, csv.text);
  });
  assert.match((await download('/domains/export?format=json')).headers['content-encoding'] as string, /gzip/);
  const lines = app
    .logs()
    .split('\n')
    .filter((line) => line.includes('servers'));
  assert.ok(!lines.some((line) => /select|"parameters"|"sql"/i.test(line)), lines.join('\n'));
});
