import { spawn } from 'node:child_process';
import { connect } from 'node:net';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import pg from 'pg';
import type { Context, Store } from '../prove/context.ts';
import type { ServerProcess } from '../server/test/server-process.ts';

/** The command that keeps a server on its processor; empty without taskset. */
const pin = (process.env.PIN ?? '').split(' ').filter((word) => word !== '');
/** Fifty sign-ins at once come from one address here. */
const settings = { LOG_LEVEL: 'info', SIGN_IN_FAILURES: '1000', LOOK_UPS: 'off' };

export const startProduct = (context: Context, store: Store): Promise<ServerProcess> =>
  context.start(store, settings, pin);

export interface WatchedProduct extends ServerProcess {
  /** How long the event loop was blocked, at most, since the last call, in milliseconds. */
  longestHold: () => Promise<number>;
}

/** The product with a monitor of its event loop inside. */
export async function startWatchedProduct(context: Context, store: Store): Promise<WatchedProduct> {
  const socket = join(await context.directory(), 'loop-delay');
  const monitor = {
    NODE_OPTIONS: `--import ${new URL('loop-delay.js', import.meta.url).href}`,
    LOOP_DELAY_SOCKET: socket,
  };
  const product = await context.start(store, { ...settings, ...monitor }, pin);
  return { ...product, longestHold: async () => Number(await text(connect(socket))) };
}

const listening = /Server listening at (http:\S+)/;

export async function startFloor({ defer }: Context, store: Store): Promise<string> {
  const path = fileURLToPath(new URL('floor.ts', import.meta.url));
  const [program = '', ...args] = [...pin, process.execPath, path];
  const child = spawn(program, args, {
    env: { ...process.env, ...store },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  defer(async () => child.kill('SIGKILL'));
  for await (const line of createInterface({ input: child.stdout })) {
    const [, url] = listening.exec(line) ?? [];
    if (url !== undefined) return url;
  }
  throw new Error('The floor ended before it listened');
}

/** Does what autovacuum would do some minutes after an import, so that it does not run during a measurement. */
export async function vacuum({ DATABASE_URL: connectionString }: Store): Promise<void> {
  if (connectionString === undefined) return;
  const client = new pg.Client({ connectionString });
  await client.connect();
  await client.query('vacuum analyze');
  await client.end();
}
