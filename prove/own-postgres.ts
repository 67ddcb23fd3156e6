import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import type { Context } from './context.ts';

const keeper = fileURLToPath(new URL('../tools/postgres.js', import.meta.url));

/** Starts an empty PostgreSQL for this proof alone, which can be paused. */
export async function ownPostgres({ defer }: Context) {
  // In its own process group, so that it outlives a killed proof long enough to notice that its stdin has closed, and
  // to shut down.
  const child = spawn(process.execPath, [keeper], { stdio: ['pipe', 'pipe', 'inherit'], detached: true });
  const ended = once(child, 'exit');
  defer(async () => {
    child.stdin.end();
    await ended;
  });
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
  const next = async () => (await lines.next()).value;
  const { url, description } = JSON.parse((await next()) ?? '{}') as { url?: string; description?: string };
  assert.ok(
    url && !description?.includes('PGlite'),
    'Not tried: this proof needs a real PostgreSQL that it may stop',
  );
  const send = async (line: 'pause' | 'resume') => {
    child.stdin.write(`${line}\n`);
    assert.equal(await next(), line);
  };
  return { url, pause: () => send('pause'), resume: () => send('resume') };
}
