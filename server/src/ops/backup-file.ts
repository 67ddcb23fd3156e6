import { type Hmac, createHash, createHmac, randomUUID, timingSafeEqual } from 'node:crypto';
import { createReadStream, createWriteStream, existsSync, renameSync, rmSync } from 'node:fs';
import { pipeline as piped } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGunzip, createGzip } from 'node:zlib';
import { z } from 'zod';
import { ConfigError } from '../config.ts';
import { baseSchema, release020 } from '../db/migrate.ts';
import { type Key, derivedKey } from '../secrets/seal.ts';

// A backup is gzipped text with one JSON value per line: a header; for each table its name and columns, then its rows as
// arrays; the number of rows of each table and the SHA-256 of all preceding lines; finally the seal, an HMAC-SHA-256 of
// all preceding lines with a key derived from the master key. Format 1, of versions before 0.2.0, had no seal.

const format = 2;
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
/** The id of the master key, and the HMAC. */
const sealLine = z.object({ key: z.string(), hmac: z.base64url() });

export type BackupHeader = Omit<z.output<typeof headerLine>, 'product' | 'format'>;
export type BackupRow = z.output<typeof rowLine>;
/** Rows of one table, with values in the order of its columns. */
export type BackupRows = z.output<typeof tableLine> & { rows: BackupRow[] };
export type RowCounts = z.output<typeof endLine>['rows'];

export class BackupError extends Error {}

const lineOf = (value: unknown) => `${JSON.stringify(value)}\n`;

const newSeal = (master: Key): Hmac => createHmac('sha256', derivedKey(master, 'backup seal').bytes);

async function* textOf(
  header: BackupHeader,
  pages: AsyncIterable<BackupRows>,
  counts: RowCounts,
  master: Key,
) {
  const [hash, hmac] = [createHash('sha256'), newSeal(master)];
  const passed = (text: string) => {
    hash.update(text);
    hmac.update(text);
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
  const end = lineOf({ rows: counts, sha256: hash.digest('hex') });
  yield end;
  yield lineOf({ key: master.id, hmac: hmac.update(end).digest('base64url') });
}

/** Writes a file atomically, readable by its owner alone. Returns the number of rows per table. */
export async function writeBackup(
  file: string,
  header: BackupHeader,
  pages: AsyncIterable<BackupRows>,
  master: Key,
): Promise<RowCounts> {
  if (existsSync(file)) throw new BackupError(`${file} exists already; name another file`);
  const beside = `${file}.${randomUUID()}`;
  const counts: RowCounts = {};
  try {
    const output = createWriteStream(beside, { flags: 'wx', mode: 0o600, flush: true });
    await pipeline(textOf(header, pages, counts, master), createGzip({ level: 4 }), output);
    renameSync(beside, file);
  } catch (error) {
    // A full disk names no file, and a missing directory the one beside.
    throw error instanceof Error && 'errno' in error ? Object.assign(error, { path: file }) : error;
  } finally {
    rmSync(beside, { force: true });
  }
  return counts;
}

async function* linesOf(file: string): AsyncGenerator<string, void> {
  const text = createGunzip();
  piped(createReadStream(file), text, () => undefined); // The loop throws both errors.
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

export const foreignBackupKey =
  'The master key is not the one that this backup was written with; a backup does not hold it, ' +
  'so bring the key file or MASTER_KEY of the installation that the backup comes from';

const beforeBase = `This backup is from before 0.2.0. Restore it with 0.2.0 (commit ${release020}) and start that once, then this version.`;

const damaged = (file: string) => new BackupError(`${file} is damaged or cut short; nothing was restored`);

function headerOf(line: string): z.output<typeof headerLine> | null {
  const header = parsed(headerLine, line);
  if (header && header.format > format)
    throw new BackupError(
      'This backup was written by a newer version of Quartermaster; restore it with that one',
    );
  if (header && (header.format < format || header.schema < baseSchema)) throw new BackupError(beforeBase);
  return header;
}

function checkSeal(file: string, line: string, hmacs: ReadonlyMap<string, Hmac>): void {
  const seal = parsed(sealLine, line);
  if (!seal) throw damaged(file);
  const expected = hmacs.get(seal.key)?.digest();
  if (!expected) throw new ConfigError(foreignBackupKey);
  const found = Buffer.from(seal.hmac, 'base64url');
  if (found.length !== expected.length || !timingSafeEqual(found, expected))
    throw new BackupError(
      `${file} was changed after it was written, or its seal is another's; nothing was restored`,
    );
}

/**
 * Yields the lines up to the last row. Throws at the end if any byte differs from what was written with one of these
 * master keys; otherwise returns the counts.
 */
async function* checkedLines(file: string, masters: readonly Key[]): AsyncGenerator<string, RowCounts> {
  const hash = createHash('sha256');
  const hmacs = new Map(masters.map((master) => [master.id, newSeal(master)]));
  let header: z.output<typeof headerLine> | null = null;
  const held: string[] = [];
  try {
    for await (const line of linesOf(file)) {
      header ??= headerOf(line);
      if (!header) break;
      held.push(line);
      // The rows are followed by two lines.
      const passed = held.length > 2 ? held.shift() : undefined;
      if (passed === undefined) continue;
      for (const digest of [hash, ...hmacs.values()]) digest.update(`${passed}\n`);
      yield passed;
    }
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (error instanceof BackupError || code === 'ENOENT' || code === 'EACCES' || code === 'EISDIR')
      throw error;
    if (header) throw damaged(file);
  }
  if (!header) throw new BackupError(`${file} is not a backup of Quartermaster`);
  const [last = '', seal = ''] = held;
  const end = parsed(endLine, last);
  if (!end || end.sha256 !== hash.digest('hex')) throw damaged(file);
  for (const hmac of hmacs.values()) hmac.update(`${last}\n`);
  checkSeal(file, seal, hmacs);
  return end.rows;
}

/** Verifies a whole file, and returns its header and counts. */
export async function checkBackup(
  file: string,
  masters: readonly Key[],
): Promise<{ header: BackupHeader; counts: RowCounts }> {
  const lines = checkedLines(file, masters);
  let header: string | undefined;
  for (let next = await lines.next(); ; next = await lines.next()) {
    if (next.done) return { header: headerLine.parse(JSON.parse(header ?? '')), counts: next.value };
    header ??= next.value;
  }
}

/** In characters: a row may have two megabytes. */
const heaviest = 1024 * 1024;

/**
 * Yields the rows of a file in parts of limited number and size. Verifies as it reads, since the file may have been replaced
 * since.
 */
export async function* readBackup(
  file: string,
  masters: readonly Key[],
  atOnce: number,
): AsyncGenerator<BackupRows> {
  let page: BackupRows = { table: '', columns: [], rows: [] };
  let weight = 0;
  for await (const line of checkedLines(file, masters)) {
    const isRow = line.startsWith('[');
    if (isRow) page.rows.push(rowLine.parse(JSON.parse(line)));
    weight += line.length;
    const isFull = page.rows.length >= atOnce || weight >= heaviest;
    if (page.rows.length > 0 && (isFull || !isRow)) {
      yield page;
      page = { ...page, rows: [] };
      weight = 0;
    }
    const next = isRow ? null : parsed(tableLine, line);
    if (next) page = { ...next, rows: [] };
  }
  if (page.rows.length > 0) yield page;
}
