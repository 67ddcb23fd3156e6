import { copyFile, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after } from 'node:test';
import { type Owner, wholeOwner } from '../src/access/owner.ts';
import { buildApp } from '../src/app.ts';
import { type Config, readConfig } from '../src/config.ts';
import { sqliteFile } from '../src/db/data-dir.ts';
import { connect, openDatabase } from '../src/db/open.ts';
import type { Db } from '../src/db/schema.ts';
import { createLog } from '../src/lib/log.ts';
import type { Services } from '../src/services.ts';
import { newPostgres } from './new-postgres.ts';

export interface Answer<T = unknown> {
  status: number;
  headers: Headers;
  text: string;
  body: T;
}

/** Calls the API as one user. */
export interface Client {
  token: string;
  refreshToken: string;
  userId: string;
  email: string;
  call: <T = Record<string, never>>(
    method: string,
    path: string,
    body?: unknown,
    headers?: Record<string, string>,
  ) => Promise<Answer<T>>;
}

export interface TestApp {
  url: string;
  db: Db;
  config: Config;
  services: Services;
  /** Everything the server has logged, at debug level. */
  logs: () => string;
  call: <T = Record<string, never>>(
    method: string,
    path: string,
    body?: unknown,
    token?: string,
    headers?: Record<string, string>,
  ) => Promise<Answer<T>>;
  /** Registers a new user and signs in. The first user of a database is the administrator. */
  user: (email?: string) => Promise<Client>;
  /** The user's workspace, for calls below the API. */
  ownerOf: (client: Client) => Promise<Owner>;
}

export const engine = process.env.TEST_ENGINE === 'postgres' ? 'postgres' : 'sqlite';
export const password = 'Correct-Horse-1';

type Store = { DATA_DIR: string; DATABASE_URL?: string };

/** A new data directory and, on PostgreSQL, a new database, empty or a copy; removed after the tests. */
async function storeFrom(template?: string): Promise<Store> {
  const dir = await mkdtemp(join(tmpdir(), 'quartermaster-'));
  after(() => rm(dir, { recursive: true, force: true }));
  if (engine === 'sqlite') {
    if (template !== undefined) await copyFile(sqliteFile(template), sqliteFile(dir));
    return { DATA_DIR: dir };
  }
  const { url, drop } = await newPostgres(template);
  after(drop);
  return { DATA_DIR: dir, DATABASE_URL: url };
}

/** A store without tables, for what makes them. */
export const emptyStore = () => storeFrom();

/** A store with the tables of this version; `npm test` has them ready to copy, for a file run by itself they are made. */
export async function newStore(): Promise<Store> {
  const template = process.env.TEST_TEMPLATE;
  const store = await storeFrom(template);
  if (template === undefined) await (await openDatabase(readConfig({ ...store }), () => undefined)).destroy();
  return store;
}

const answerOf = async <T>(response: Response): Promise<Answer<T>> => {
  const text = await response.text();
  const json = response.headers.get('content-type')?.startsWith('application/json') ?? false;
  return {
    status: response.status,
    headers: response.headers,
    text,
    body: (json ? JSON.parse(text) : null) as T,
  };
};

/** The whole server on a free port, with new or given tables, stopped after the tests of the file. */
export async function startApp(settings: Record<string, string> = {}, store?: Store): Promise<TestApp> {
  const lines: string[] = [];
  const log = createLog('debug', { write: (line) => void lines.push(line) });
  const config = readConfig({
    ...(store ?? (await newStore())),
    PORT: '0',
    LOOK_UPS: 'off',
    ...settings,
  });
  const db = connect(config, (level, fields, message) => log[level](fields, message), { bounded: true });
  const { fastify, services } = await buildApp(config, db, log);
  const url = await fastify.listen({ port: 0, host: '127.0.0.1' });
  after(async () => {
    await fastify.close();
    await db.destroy();
  });

  const call: TestApp['call'] = async (method, path, body, token, more) => {
    const headers: Record<string, string> = { ...more };
    if (body !== undefined) headers['content-type'] = 'application/json';
    if (token !== undefined) headers.authorization = `Bearer ${token}`;
    const init = { method, headers, ...(body !== undefined && { body: JSON.stringify(body) }) };
    return answerOf(await fetch(`${url}/api${path}`, init));
  };
  let users = 0;
  const user: TestApp['user'] = async (email = `user-${users + 1}@example.com`) => {
    users += 1;
    const answer = await fastify.inject({
      method: 'POST',
      url: '/api/auth/register',
      payload: { email, password },
      // Registrations are limited per client.
      remoteAddress: `127.0.0.${1 + Math.floor(users / 50)}`,
    });
    const body = answer.json<{
      data: { user: { id: string }; tokens: { accessToken: string; refreshToken: string } };
    }>();
    const { accessToken: token, refreshToken } = body.data.tokens;
    return {
      token,
      refreshToken,
      userId: body.data.user.id,
      email,
      call: (method, path, sent, headers) => call(method, path, sent, token, headers),
    };
  };
  const ownerOf: TestApp['ownerOf'] = async ({ userId }) => {
    const { workspaceId: id } = await db
      .selectFrom('users')
      .select('workspaceId')
      .where('id', '=', userId)
      .executeTakeFirstOrThrow();
    const principal = { kind: 'session', id: 'test', userId } as const;
    return wholeOwner(id, principal, await services.keyring.sealer(id));
  };
  return { url, db, config, services, logs: () => lines.join(''), call, user, ownerOf };
}
