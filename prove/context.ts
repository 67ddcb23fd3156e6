import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { newPostgres } from '../server/test/new-postgres.ts';
import { type ServerProcess, main, shipped, startServer } from '../server/test/server-process.ts';

export type Engine = 'sqlite' | 'postgres';

/** Where the server keeps its data, as environment variables. */
export type Store = { DATA_DIR: string; DATABASE_URL?: string };

/** What a proof works with. Everything that it starts or creates is cleaned up afterwards. */
export interface Context {
  /** Printed with the result; the same seed gives the same random numbers. */
  seed: number;
  /** From 0 to 1, exclusive. */
  random: () => number;
  /** A random integer from `min` to `max`, inclusive. */
  between: (min: number, max: number) => number;
  /** For `npm run prove -- --quick`: small sizes, and the server starts without a look at its build. */
  quick: boolean;
  /** The engines to test. */
  engines: readonly Engine[];
  /** Creates a directory. */
  directory: () => Promise<string>;
  /** Creates a directory and, for PostgreSQL, a database. */
  store: (engine: Engine) => Promise<Store>;
  /** Starts the server as `npm start` does, on a free port of 127.0.0.1, optionally under another program. */
  start: (
    store: Store,
    settings?: Record<string, string>,
    under?: readonly string[],
  ) => Promise<ServerProcess>;
  /** Runs after the proof, last registered first. */
  defer: (undo: () => Promise<unknown>) => void;
}

/** Mulberry32: a small random number generator that can be seeded. */
function generator(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

async function newDatabase(defer: Context['defer']): Promise<string> {
  const { url, drop } = await newPostgres();
  defer(drop);
  return url;
}

/** Creates a context, and the function that cleans up after it. */
export function newContext(options: { seed: number; quick: boolean; engines: readonly Engine[] }): {
  context: Context;
  end: () => Promise<void>;
} {
  const undos: (() => Promise<unknown>)[] = [];
  const random = generator(options.seed);
  const defer: Context['defer'] = (undo) => undos.push(undo);
  const directory = async () => {
    const path = await mkdtemp(join(tmpdir(), 'quartermaster-prove-'));
    defer(() => rm(path, { recursive: true, force: true }));
    return path;
  };
  const context: Context = {
    ...options,
    random,
    between: (min, max) => min + Math.floor(random() * (max - min + 1)),
    directory,
    defer,
    store: async (engine) => ({
      DATA_DIR: await directory(),
      ...(engine === 'postgres' && { DATABASE_URL: await newDatabase(defer) }),
    }),
    start: async (store, settings = {}, under = []) => {
      const entry = options.quick ? main : shipped;
      const server = await startServer({ LOG_LEVEL: 'info', ...store, ...settings }, under, entry);
      defer(() => server.stop('SIGKILL'));
      return server;
    },
  };
  const end = async () => {
    for (const undo of undos.reverse()) await undo();
  };
  return { context, end };
}
