import { type ChildProcess, spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import type { Store, Context } from '../prove/context.ts';
import type { ServerProcess } from '../server/test/server-process.ts';
import type { Target } from './load.ts';

/** The processor for what is measured, as the beginning of a command; nothing where there is no taskset. */
const pin = (process.env.PIN ?? '').split(' ').filter((word) => word !== '');
/** A hundred sign-ins come from one address here. */
const settings = { LOG_LEVEL: 'info', SIGN_IN_FAILURES: '1000' };

export const startProduct = (context: Context, store: Store): Promise<ServerProcess> =>
  context.start(store, settings, pin);

const listening = /Server listening at (http:\S+)/;

/** Starts a server of the benchmark's own, and answers where it listens. */
async function startOwn(
  { defer }: Context,
  file: string,
  env: Record<string, string>,
  input?: string,
): Promise<string> {
  const path = fileURLToPath(new URL(file, import.meta.url));
  const [program = '', ...args] = [...pin, process.execPath, path];
  const child: ChildProcess = spawn(program, args, {
    env: { ...process.env, ...env },
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  defer(async () => child.kill('SIGKILL'));
  child.stdin?.end(input ?? '');
  if (!child.stdout) throw new Error('no output');
  for await (const line of createInterface({ input: child.stdout })) {
    const [, url] = listening.exec(line) ?? [];
    if (url !== undefined) return url;
  }
  throw new Error(`${file} ended before it listened`);
}

export const startFloor = (context: Context, store: Store): Promise<string> =>
  startOwn(context, './floor.ts', { ...store });

export const startWire = async (context: Context, bytes: string): Promise<Target> => ({
  url: await startOwn(context, './wire.ts', {}, bytes),
});
