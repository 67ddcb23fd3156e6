import assert from 'node:assert/strict';
import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';

const keeper = fileURLToPath(new URL('../../tools/postgres.js', import.meta.url));

/** The processes below one. */
function below(pid: number): number[] {
  const pairs = execFileSync('ps', ['-axo', 'pid=,ppid='], { encoding: 'utf8' }).trim().split('\n');
  const children = new Map<number, number[]>();
  for (const [child = 0, parent = 0] of pairs.map((pair) => pair.trim().split(/\s+/).map(Number)))
    children.set(parent, [...(children.get(parent) ?? []), child]);
  const all = (parent: number): number[] =>
    (children.get(parent) ?? []).flatMap((child) => [child, ...all(child)]);
  return all(pid);
}

/** Starts an empty PostgreSQL of its own, which can be stopped and started, or frozen with all its processes. */
export async function ownPostgres({ defer }: { defer: (stop: () => Promise<void>) => void }) {
  // In its own process group, so that it outlives a killed proof long enough to notice that its stdin has closed, and
  // to shut down.
  const child = spawn(process.execPath, [keeper], { stdio: ['pipe', 'pipe', 'inherit'], detached: true });
  const ended = once(child, 'exit');
  const signal = (name: 'SIGSTOP' | 'SIGCONT') => {
    for (const pid of below(child.pid ?? 0)) process.kill(pid, name);
  };
  defer(async () => {
    signal('SIGCONT');
    child.stdin.end();
    await ended;
  });
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
  const next = async () => (await lines.next()).value;
  const { url, description } = JSON.parse((await next()) ?? '{}') as { url?: string; description?: string };
  assert.ok(
    url && !description?.includes('PGlite'),
    'Not tried: this needs a real PostgreSQL that it may stop',
  );
  const send = async (line: 'pause' | 'resume') => {
    child.stdin.write(`${line}\n`);
    assert.equal(await next(), line);
  };
  return {
    url,
    pause: () => send('pause'),
    resume: () => send('resume'),
    freeze: () => signal('SIGSTOP'),
    thaw: () => signal('SIGCONT'),
  };
}
