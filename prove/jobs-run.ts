import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { cli } from '../server/test/server-process.ts';
import type { Context, Store } from './context.ts';

/** A process that works off what is due, as cron would start it, optionally under another program. */
export interface JobsRun {
  child: ChildProcess;
  /** The exit code; null if a signal ended it. */
  ended: Promise<number | null>;
  output: () => string;
}

/** Starts `quartermaster jobs run`. */
export function jobsRun(
  { defer }: Context,
  store: Store,
  settings: Record<string, string>,
  under: readonly string[] = [],
): JobsRun {
  const { PATH } = process.env;
  const env = { PATH, LOG_LEVEL: 'warn', LOOK_UPS: 'off', ...store, ...settings };
  const [program = '', ...args] = [...under, process.execPath, cli, 'jobs', 'run'];
  const child = spawn(program, args, { env, stdio: ['ignore', 'pipe', 'pipe'] });
  const texts: string[] = [];
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (text: string) => texts.push(text));
  const ended = once(child, 'close').then(([code]) => code as number | null);
  defer(async () => child.kill('SIGKILL'));
  return { child, ended, output: () => texts.join('') };
}
