import { randomBytes } from 'node:crypto';
import pg from 'pg';

/** A new database on the server of TEST_DATABASE_URL, which `npm test` and `npm run prove` start. */
export async function newPostgres(): Promise<{ url: string; drop: () => Promise<void> }> {
  const server = process.env.TEST_DATABASE_URL;
  if (!server) throw new Error('TEST_DATABASE_URL is not set; start with npm test or npm run prove');
  const name = `quartermaster_${randomBytes(6).toString('hex')}`;
  const run = async (statement: string) => {
    const client = new pg.Client({ connectionString: server });
    await client.connect();
    await client.query(statement);
    await client.end();
  };
  await run(`create database ${name}`);
  const url = new URL(server);
  url.pathname = `/${name}`;
  return { url: url.href, drop: () => run(`drop database ${name} with (force)`) };
}
