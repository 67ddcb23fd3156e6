import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import type { Trial } from './trial.ts';

const keeper = fileURLToPath(new URL('../tools/postgres.js', import.meta.url));

/** A PostgreSQL of the proof's own, with nothing in it, that can be stopped for a while. */
export async function ownPostgres({ later }: Trial) {
  // In a group of its own: when the proof is killed, its input ends, and it stops in good order.
  const child = spawn(process.execPath, [keeper], { stdio: ['pipe', 'pipe', 'inherit'], detached: true });
  const ended = once(child, 'exit');
  later(async () => {
    child.stdin.end();
    await ended;
  });
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
  const next = async () => (await lines.next()).value;
  const { url, description } = JSON.parse((await next()) ?? '{}') as { url?: string; description?: string };
  assert.ok(
    url && !description?.includes('PGlite'),
    'Not tried: it needs a real PostgreSQL that it may stop',
  );
  const tell = async (line: 'pause' | 'resume') => {
    child.stdin.write(`${line}\n`);
    assert.equal(await next(), line);
  };
  return { url, pause: () => tell('pause'), resume: () => tell('resume') };
}
