import assert from 'node:assert/strict';
import { createHash, createHmac } from 'node:crypto';
import { readFile, writeFile } from 'node:fs/promises';
import { gunzipSync, gzipSync } from 'node:zlib';
import type { Config } from '../src/config.ts';
import type { Db } from '../src/db/schema.ts';
import { restore } from '../src/ops/backup.ts';
import { masterKeys } from '../src/secrets/master-key.ts';
import { type Key, derivedKey, newKey } from '../src/secrets/seal.ts';

/** The lines of a backup: the body, the line with the checksum, and the seal. */
interface Backup {
  body: string[];
  end: string;
  seal: string;
}

type Row = (string | number | null)[];

function splitBackup(text: string): Backup {
  const lines = text.split('\n').slice(0, -1);
  const [end = '', seal = ''] = lines.slice(-2);
  return { body: lines.slice(0, -2), end, seal };
}

const joined = (lines: readonly string[]) => lines.map((line) => `${line}\n`).join('');

/** The line with counts and checksum for a body. */
function endOf(body: readonly string[]): string {
  const rows: Record<string, number> = {};
  let table = '';
  for (const line of body.slice(1))
    if (line.startsWith('[')) rows[table] = (rows[table] ?? 0) + 1;
    else table = (JSON.parse(line) as { table: string }).table;
  return JSON.stringify({ rows, sha256: createHash('sha256').update(joined(body)).digest('hex') });
}

/** The line with a seal by this key, labelled with the id of that one. */
const sealOf = (body: readonly string[], end: string, key: Key, id: string) =>
  JSON.stringify({
    key: id,
    hmac: createHmac('sha256', derivedKey(key, 'backup seal').bytes)
      .update(joined([...body, end]))
      .digest('base64url'),
  });

const changedValue = (value: Row[number]) =>
  typeof value === 'number' ? value + 1 : value === null ? 'x' : `${value}x`;

/** Changes and removes every field of the header. */
function* headerChanges([header = '', ...rest]: readonly string[]): Generator<[string, string[]]> {
  const fields = JSON.parse(header) as Record<string, unknown>;
  for (const [name, value] of Object.entries(fields)) {
    const { [name]: _, ...others } = fields;
    const next = Array.isArray(value) ? [...(value as string[]), 'x'] : changedValue(value as string);
    yield [`header.${name} changed`, [JSON.stringify({ ...fields, [name]: next }), ...rest]];
    yield [`header.${name} removed`, [JSON.stringify(others), ...rest]];
  }
  yield ['a header field added', [JSON.stringify({ ...fields, x: 1 }), ...rest]];
}

/**
 * For every table: changes each column of a row; removes, duplicates and reorders rows; renames and removes the table.
 */
function* tableChanges(body: readonly string[], random: () => number): Generator<[string, string[]]> {
  const starts = body.flatMap((line, at) => (at > 0 && !line.startsWith('[') ? [at] : []));
  for (const [index, start] of starts.entries()) {
    const end = starts[index + 1] ?? body.length;
    const { table, columns } = JSON.parse(body[start] ?? '') as { table: string; columns: string[] };
    const at = start + 1 + Math.floor(random() * (end - start - 1));
    const line = body[at] ?? '';
    const row = JSON.parse(line) as Row;
    for (const [column, name] of columns.entries()) {
      const next = JSON.stringify(row.with(column, changedValue(row[column] ?? null)));
      yield [`${table}.${name} changed`, body.with(at, next)];
    }
    yield [`a row of ${table} removed`, body.toSpliced(at, 1)];
    yield [`a row of ${table} duplicated`, body.toSpliced(at, 0, line)];
    const other = at + 1 < end ? at + 1 : at - 1;
    if (other > start)
      yield [`rows of ${table} reordered`, body.with(at, body[other] ?? '').with(other, line)];
    yield [`${table} removed`, body.toSpliced(start, end - start)];
    yield [`${table} at the end`, [...body.toSpliced(start, end - start), ...body.slice(start, end)]];
    const renamed = JSON.stringify({ table, columns: columns.toReversed() });
    yield [`columns of ${table} reordered`, body.with(start, renamed)];
  }
}

/** Cuts the file after the header, before the last row, and between. */
function* cuts(body: readonly string[], random: () => number): Generator<[string, string[]]> {
  for (const length of [1, body.length - 1, ...Array.from({ length: 10 }, () => 1 + random() * body.length)])
    yield [`cut after line ${Math.floor(length)}`, body.slice(0, Math.floor(length))];
}

/**
 * Changed backups, derived from one: each change alone, with the checksum recomputed, without a seal, declared as one of the
 * format that had none, sealed by another installation under its own id or this one's, and with another backup's seal.
 */
function* changedBackups(
  text: string,
  random: () => number,
  { master, stranger, other }: { master: string; stranger: Key; other: Backup },
): Generator<{ what: string; text: string }> {
  const { body, end, seal } = splitBackup(text);
  const unchanged: [string, string[]][] = [['nothing changed', body]];
  for (const [what, lines] of [
    ...unchanged,
    ...headerChanges(body),
    ...tableChanges(body, random),
    ...cuts(body, random),
  ]) {
    if (lines !== body && joined(lines) === joined(body)) continue;
    const next = endOf(lines);
    const asOld = lines.with(0, (lines[0] ?? '').replace('"format":2', '"format":1'));
    const sealed = (how: string, ...all: string[]) => ({ what: `${what}, ${how}`, text: joined(all) });
    if (lines !== body) {
      yield sealed('the old checksum and seal', ...lines, end, seal);
      yield sealed('a new checksum and the old seal', ...lines, next, seal);
    }
    yield sealed('no seal', ...lines, next);
    yield sealed('no seal, as format 1', ...asOld, endOf(asOld));
    yield sealed("another installation's seal", ...lines, next, sealOf(lines, next, stranger, stranger.id));
    yield sealed("another's seal by this id", ...lines, next, sealOf(lines, next, stranger, master));
    yield sealed("another backup's seal", ...lines, next, other.seal);
    yield sealed("another backup's end", ...lines, other.end, other.seal);
    yield sealed('an empty seal', ...lines, next, JSON.stringify({ key: master, hmac: '' }));
    yield sealed('text after the seal', ...lines, next, seal, '{}');
  }
}

const refusal = /damaged|changed after|not the one|not a backup|newer version|from before 0\.2\.0/;

/**
 * Changes a backup in every way, tries to restore each into an empty database, and returns how many were refused: all.
 * `other` is another backup of the same installation; `share` of the changes are tried.
 */
export async function refusesChanges(
  db: Db,
  [file, other]: readonly [string, string],
  masterKey: Config['masterKey'],
  random: () => number,
  share = 1,
): Promise<number> {
  const text = async (path: string) => gunzipSync(await readFile(path)).toString();
  const strangers = {
    master: masterKeys(masterKey)[0].id,
    stranger: newKey(),
    other: splitBackup(await text(other)),
  };
  const changed = `${file}.changed`;
  let refused = 0;
  for (const { what, text: next } of changedBackups(await text(file), random, strangers)) {
    if (random() >= share) continue;
    await writeFile(changed, gzipSync(next, { level: 1 }));
    await assert.rejects(restore(db, changed, masterKey), refusal, what);
    refused += 1;
  }
  const whole = await readFile(file);
  for (let cut = 0; cut < 40 * share; cut += 1) {
    await writeFile(changed, whole.subarray(0, Math.floor(random() * whole.length)));
    await assert.rejects(restore(db, changed, masterKey), refusal, 'cut anywhere');
    refused += 1;
  }
  assert.deepEqual(await db.introspection.getTables(), [], 'a refused backup left something');
  await restore(db, file, masterKey);
  return refused;
}
