import type { Area } from '@quartermaster/contract/api/areas';
import { shortened } from '@quartermaster/contract/rules/limits';
import { createHash } from 'node:crypto';
import type { Caller } from '../../access/caller.ts';
import type { Db, Tx } from '../../db/schema.ts';
import { invalid } from '../../lib/errors.ts';
import { entityOf, tableOfArea } from '../../records/entities.ts';
import { namesOf, targetAt } from '../../records/import/targets.ts';
import { readInThread } from '../../sheets/read-in-thread.ts';
import { type Reading, SourceError, type Table } from '../../sheets/table.ts';
import { guessMapping, looksSecret, valuesOf } from './imports.columns.ts';
import type { Details } from './imports.staged.ts';

const exampleLength = 100;
const mappingsKept = 100;

/** Reads a file; what is wrong with it is a VALIDATION_ERROR. */
export async function readFile(
  bytes: Uint8Array,
  name: string,
  area: Area,
  reading: Reading,
): Promise<Table> {
  const table = tableOfArea[area];
  const fields = Object.entries(entityOf[table].fields);
  const known = [...namesOf(table).keys()];
  const whole = fields.filter(([, { column }]) => column === 'json').map(([field]) => field);
  try {
    return await readInThread({ bytes, name, area, known, whole, reading });
  } catch (error) {
    if (error instanceof SourceError) throw invalid({ file: error.message });
    throw error;
  }
}

const headersKey = (columns: readonly string[]): string =>
  createHash('sha256').update(JSON.stringify(columns)).digest('base64url');

/** What the person made of columns of these names before. */
async function rememberedMapping(
  db: Db,
  { owner, principal }: Caller,
  area: Area,
  columns: readonly string[],
) {
  const row = await db
    .selectFrom('import_mappings')
    .select('mapping')
    .where('ownerId', '=', owner.id)
    .where('userId', '=', principal.userId)
    .where('area', '=', area)
    .where('headers', '=', headersKey(columns))
    .executeTakeFirst();
  if (!row) return null;
  const mapping = JSON.parse(row.mapping) as Record<string, string | null>;
  const isTarget = (path: string | null) => path === null || targetAt(tableOfArea[area], path) !== undefined;
  return Object.fromEntries(
    Object.entries(mapping).map(([header, path]) => [header, isTarget(path) ? path : null]),
  );
}

/** Remembers a mapping by the headers that it is of, and forgets the person's oldest ones. */
export async function rememberMapping(
  tx: Tx,
  { owner, principal }: Caller,
  { area, columns, mapping }: Pick<Details, 'area' | 'columns' | 'mapping'>,
): Promise<void> {
  const key = { ownerId: owner.id, userId: principal.userId, area, headers: headersKey(columns) };
  const said = { mapping: JSON.stringify(mapping), usedAt: Date.now() };
  await tx
    .insertInto('import_mappings')
    .values({ ...key, ...said })
    .onConflict((conflict) => conflict.columns(['ownerId', 'userId', 'area', 'headers']).doUpdateSet(said))
    .execute();
  const kept = await tx
    .selectFrom('import_mappings')
    .select('usedAt')
    .where('ownerId', '=', owner.id)
    .where('userId', '=', principal.userId)
    .orderBy('usedAt', 'desc')
    .offset(mappingsKept)
    .limit(1)
    .executeTakeFirst();
  if (kept)
    await tx
      .deleteFrom('import_mappings')
      .where('ownerId', '=', owner.id)
      .where('userId', '=', principal.userId)
      .where('usedAt', '<=', kept.usedAt)
      .execute();
}

/** What is known of a file's columns once it is read: what they become, some values, and which may be secret. */
export async function describeColumns(db: Db, caller: Caller, area: Area, table: Table) {
  const { columns, rows } = table;
  const remembered = await rememberedMapping(db, caller, area, columns);
  const mapping = remembered ?? (await guessMapping(db, caller.owner, tableOfArea[area], table));
  const values = columns.map((_, at) => valuesOf(rows, at));
  return {
    mapping,
    guessed: remembered ? [] : columns.filter((header) => mapping[header] !== null),
    examples: values.map((some) => some.slice(0, 3).map((value) => shortened(value, exampleLength))),
    secret: columns.filter((header, at) => looksSecret(header, values[at] ?? [])),
  };
}
