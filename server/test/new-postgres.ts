import { randomBytes } from 'node:crypto';
import pg from 'pg';

/** The URL of a database on the server of TEST_DATABASE_URL, which `npm test` and `npm run prove` start. */
export function urlOf(name: string): string {
  const url = new URL(serverUrl());
  url.pathname = `/${name}`;
  return url.href;
}

function serverUrl(): string {
  const server = process.env.TEST_DATABASE_URL;
  if (!server) throw new Error('TEST_DATABASE_URL is not set; start with npm test or npm run prove');
  return server;
}

/** Runs a statement about databases. */
export async function onServer(statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: serverUrl() });
  await client.connect();
  await client.query(statement);
  await client.end();
}

/** A new database, empty or a copy of another. */
export async function newPostgres(template?: string): Promise<{ url: string; drop: () => Promise<void> }> {
  const name = `quartermaster_${randomBytes(6).toString('hex')}`;
  await onServer(`create database ${name}${template === undefined ? '' : ` template ${template}`}`);
  return { url: urlOf(name), drop: () => onServer(`drop database ${name} with (force)`) };
}
