import type { Area } from '@quartermaster/contract/api/areas';
import { shortened } from '@quartermaster/contract/rules/limits';
import type { Caller } from '../../access/caller.ts';
import type { Db } from '../../db/schema.ts';
import { invalid } from '../../lib/errors.ts';
import { entityOf, tableOfArea } from '../../records/kinds/entities.ts';
import { namesOf } from '../../records/import/targets.ts';
import { readInThread } from '../../sheets/read-in-thread.ts';
import { type Reading, SourceError, type Table } from '../../sheets/table.ts';
import { guessMapping, samplesOf, secretColumns } from './imports.columns.ts';
import { withHostingNames } from './imports.hosting-names.ts';
import { rememberedMapping } from './imports.mappings.ts';

const exampleLength = 100;

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
    const read = await readInThread({ bytes, name, area, known, whole, reading });
    return area === 'hostings' ? withHostingNames(read) : read;
  } catch (error) {
    if (error instanceof SourceError) throw invalid({ file: error.message });
    throw error;
  }
}

/** What is known of a file's columns once it is read: what they become, some values, and which may be secret. */
export async function describeColumns(db: Db, caller: Caller, area: Area, table: Table) {
  const { columns } = table;
  const samples = await samplesOf(table);
  const secret = await secretColumns(table);
  const remembered = await rememberedMapping(db, caller, area, columns);
  const { mapping, undecided } = remembered
    ? { mapping: remembered, undecided: {} }
    : await guessMapping(db, caller.owner, tableOfArea[area], table, samples, secret);
  return {
    mapping,
    undecided,
    guessed: remembered ? [] : columns.filter((header) => mapping[header] !== null),
    examples: samples.map((some) => some.slice(0, 3).map((value) => shortened(value, exampleLength))),
    secret: columns.filter((header) => table.secret.includes(header) || secret.includes(header)),
  };
}
