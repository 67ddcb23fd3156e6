import { createHash, randomUUID } from 'node:crypto';
import { createReadStream, createWriteStream, existsSync, renameSync, rmSync } from 'node:fs';
import { pipeline as piped } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGunzip, createGzip } from 'node:zlib';
import { z } from 'zod';

// A backup is gzipped text with one JSON value per line: a header; for each table its name and columns, then its rows as
// arrays; finally the number of rows of each table and the SHA-256 of all preceding lines.

const format = 1;
const headerLine = z.object({
  product: z.literal('quartermaster'),
  format: z.number(),
  /** Schema version of the tables that the rows come from. */
  schema: z.int().positive(),
  program: z.string(),
  created: z.string(),
  /** Ids of the master keys that wrap the data keys in the backup. */
  masterKeys: z.array(z.string()),
});
const tableLine = z.object({ table: z.string(), columns: z.array(z.string()) });
const rowLine = z.array(z.union([z.string(), z.number(), z.null()]));
const endLine = z.object({ rows: z.record(z.string(), z.number()), sha256: z.string() });

export type BackupHeader = Omit<z.output<typeof headerLine>, 'product' | 'format'>;
export type BackupRow = z.output<typeof rowLine>;
/** Some rows of one table, with values in the order of its columns. */
export type BackupRows = z.output<typeof tableLine> & { rows: BackupRow[] };
export type RowCounts = z.output<typeof endLine>['rows'];

export class BackupError extends Error {}

const lineOf = (value: unknown) => `${JSON.stringify(value)}\n`;

async function* textOf(header: BackupHeader, pages: AsyncIterable<BackupRows>, counts: RowCounts) {
  const hash = createHash('sha256');
  const passed = (text: string) => {
    hash.update(text);
    return text;
  };
  yield passed(lineOf({ product: 'quartermaster', format, ...header }));
  let current: string | null = null;
  for await (const { table, columns, rows } of pages) {
    if (table !== current) yield passed(lineOf({ table, columns }));
    current = table;
    counts[table] = (counts[table] ?? 0) + rows.length;
    yield passed(rows.map(lineOf).join(''));
  }
  yield lineOf({ rows: counts, sha256: hash.digest('hex') });
}

/** Writes a file atomically, readable by its owner alone. Returns the number of rows per table. */
export async function writeBackup(
  file: string,
  header: BackupHeader,
  pages: AsyncIterable<BackupRows>,
): Promise<RowCounts> {
  if (existsSync(file)) throw new BackupError(`${file} exists already; name another file`);
  const beside = `${file}.${randomUUID()}`;
  const counts: RowCounts = {};
  try {
    const output = createWriteStream(beside, { flags: 'wx', mode: 0o600, flush: true });
    await pipeline(textOf(header, pages, counts), createGzip({ level: 4 }), output);
    renameSync(beside, file);
  } finally {
    rmSync(beside, { force: true });
  }
  return counts;
}

async function* linesOf(file: string): AsyncGenerator<string> {
  const text = createGunzip();
  piped(createReadStream(file), text, () => undefined); // the loop throws the errors of both
  text.setEncoding('utf8');
  let rest = '';
  for await (const chunk of text as AsyncIterable<string>) {
    const lines = (rest + chunk).split('\n');
    rest = lines.pop() ?? '';
    yield* lines;
  }
  if (rest !== '') yield rest;
}

function parsed<S extends z.ZodType>(schema: S, line: string): z.output<S> | null {
  try {
    return schema.safeParse(JSON.parse(line)).data ?? null;
  } catch {
    return null;
  }
}

/** Reads the whole file and returns its header and counts; throws if any byte differs from what was written. */
export async function checkBackup(file: string): Promise<{ header: BackupHeader; counts: RowCounts }> {
  const hash = createHash('sha256');
  let header: z.output<typeof headerLine> | null = null;
  let last: string | null = null;
  try {
    for await (const line of linesOf(file)) {
      if (last !== null) hash.update(`${last}\n`);
      else {
        header = parsed(headerLine, line);
        if (!header) break;
      }
      last = line;
    }
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'ENOENT' || code === 'EACCES' || code === 'EISDIR') throw error;
    if (header) throw new BackupError(`${file} is damaged or cut short; nothing was restored`);
  }
  if (!header) throw new BackupError(`${file} is not a backup of Quartermaster`);
  if (header.format > format)
    throw new BackupError(
      'This backup was written by a newer version of Quartermaster; restore it with that one',
    );
  const end = parsed(endLine, last ?? '');
  if (!end || end.sha256 !== hash.digest('hex'))
    throw new BackupError(`${file} is damaged or cut short; nothing was restored`);
  return { header, counts: end.rows };
}

/** The rows of a verified file, in batches of limited size. */
export async function* readBackup(file: string, atOnce: number): AsyncGenerator<BackupRows> {
  let page: BackupRows = { table: '', columns: [], rows: [] };
  for await (const line of linesOf(file)) {
    const isRow = line.startsWith('[');
    if (isRow) page.rows.push(rowLine.parse(JSON.parse(line)));
    if (page.rows.length > (isRow ? atOnce - 1 : 0)) {
      yield page;
      page = { ...page, rows: [] };
    }
    const next = isRow ? null : parsed(tableLine, line);
    if (next) page = { ...next, rows: [] };
  }
}
