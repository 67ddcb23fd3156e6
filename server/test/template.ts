// The migrated, empty database that tests copy, TEST_TEMPLATE: a directory with SQLite's, or the name of PostgreSQL's.
// `npm test` makes it once for each engine (`node server/test/template.ts make`) and drops it at the end (`drop`).
import { rm } from 'node:fs/promises';
import { readConfig } from '../src/config.ts';
import { openDatabase } from '../src/db/open.ts';
import { onServer, urlOf } from './new-postgres.ts';

const { TEST_ENGINE, TEST_TEMPLATE: template = '' } = process.env;
const isPostgres = TEST_ENGINE === 'postgres';

async function make(): Promise<void> {
  if (isPostgres) await onServer(`create database ${template}`);
  const store = isPostgres ? { DATABASE_URL: urlOf(template) } : { DATA_DIR: template };
  const db = await openDatabase(readConfig({ MASTER_KEY: '00'.repeat(32), ...store }), () => undefined);
  await db.destroy();
}

const drop = (): Promise<void> =>
  isPostgres ? onServer(`drop database ${template}`) : rm(template, { recursive: true });

await (process.argv[2] === 'drop' ? drop() : make());
