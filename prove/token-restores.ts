import assert from 'node:assert/strict';
import { join } from 'node:path';
import { makeToken } from '../server/test/api-tokens.ts';
import { runCommand } from '../server/test/server-process.ts';
import type { Context, Engine } from './context.ts';
import { callAt, registerOperator } from './operator.ts';

/**
 * A restore revives neither a token that was ended after the backup nor any other; with `--keep-tokens` it revives
 * both, and names them. Returns how many values were tried.
 */
export async function restoring(context: Context, engine: Engine): Promise<number> {
  const MASTER_KEY = 'cd'.repeat(32);
  const from = await context.store(engine);
  const server = await context.start(from, { MASTER_KEY });
  const maker = await registerOperator(server.url, 'maker@example.com');
  const [kept, ended] = [await makeToken(maker, { name: 'Kept' }), await makeToken(maker, { name: 'Ended' })];
  const file = join(await context.directory(), 'backup');
  await runCommand({ ...from, MASTER_KEY }, 'backup', file);
  assert.equal((await maker.call('DELETE', `/tokens/${ended.token.id}`)).status, 200);
  await server.stop('SIGTERM');
  for (const [flags, status] of [
    [[], 401],
    [['--keep-tokens'], 200],
  ] as const) {
    const store = await context.store(engine);
    const output = await runCommand({ ...store, MASTER_KEY }, 'restore', file, ...flags);
    const { url, stop } = await context.start(store, { MASTER_KEY });
    for (const { token, value } of [kept, ended]) {
      const answer = await callAt(url, 'GET', '/emails', undefined, value);
      assert.equal(answer.status, status, `${token.name} after a restore ${flags.join('')}: ${answer.text}`);
      assert.equal(output.includes(`"${token.name}" of maker@example.com`), status === 200, output);
    }
    await stop('SIGTERM');
  }
  return 4;
}
