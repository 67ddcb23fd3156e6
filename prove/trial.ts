import { mkdtemp, rm } from 'node:fs/promises';
import { randomBytes } from 'node:crypto';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { type ServerProcess, main, shipped, startServer } from '../server/test/server-process.ts';

export type Engine = 'sqlite' | 'postgres';

/** Where a product keeps its data, as the environment that it is started with. */
export type Store = { DATA_DIR: string; DATABASE_URL?: string };

/** What a proof works with. Everything that it starts or makes here ends with it. */
export interface Trial {
  /** Printed with the result; the same seed gives the same numbers. */
  seed: number;
  /** From 0 to below 1. */
  random: () => number;
  /** A whole number from `min` to `max`. */
  between: (min: number, max: number) => number;
  /** Small sizes and the sources, for `npm test`. */
  quick: boolean;
  /** Those to try. */
  engines: readonly Engine[];
  /** A new directory. */
  directory: () => Promise<string>;
  /** A new directory and, for PostgreSQL, a new database. */
  store: (engine: Engine) => Promise<Store>;
  /** The server as `npm start` runs it, on a free port of 127.0.0.1; at times under another program. */
  start: (
    store: Store,
    settings?: Record<string, string>,
    under?: readonly string[],
  ) => Promise<ServerProcess>;
  /** Undone after the proof, last first. */
  later: (undo: () => Promise<unknown>) => void;
}

/** Mulberry32: small, and the same everywhere. */
function generator(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

async function newDatabase(later: Trial['later']): Promise<string> {
  const server = process.env.TEST_DATABASE_URL;
  if (!server) throw new Error('TEST_DATABASE_URL is not set; start with: npm run prove');
  const name = `quartermaster_${randomBytes(6).toString('hex')}`;
  const run = async (statement: string) => {
    const client = new pg.Client({ connectionString: server });
    await client.connect();
    await client.query(statement);
    await client.end();
  };
  await run(`create database ${name}`);
  later(() => run(`drop database ${name} with (force)`));
  return Object.assign(new URL(server), { pathname: `/${name}` }).href;
}

/** A trial, and what ends it. */
export function newTrial(options: { seed: number; quick: boolean; engines: readonly Engine[] }): {
  trial: Trial;
  end: () => Promise<void>;
} {
  const undos: (() => Promise<unknown>)[] = [];
  const random = generator(options.seed);
  const later: Trial['later'] = (undo) => undos.push(undo);
  const directory = async () => {
    const path = await mkdtemp(join(tmpdir(), 'quartermaster-prove-'));
    later(() => rm(path, { recursive: true, force: true }));
    return path;
  };
  const trial: Trial = {
    ...options,
    random,
    between: (min, max) => min + Math.floor(random() * (max - min + 1)),
    directory,
    later,
    store: async (engine) => ({
      DATA_DIR: await directory(),
      ...(engine === 'postgres' && { DATABASE_URL: await newDatabase(later) }),
    }),
    start: async (store, settings = {}, under = []) => {
      const entry = options.quick ? main : shipped;
      const server = await startServer({ LOG_LEVEL: 'info', ...store, ...settings }, under, entry);
      later(() => server.stop('SIGKILL'));
      return server;
    },
  };
  const end = async () => {
    for (const undo of undos.reverse()) await undo();
  };
  return { trial, end };
}
