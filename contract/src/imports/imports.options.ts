import { z } from 'zod';
import { keysAtMost } from '../api/values.ts';
import { isStorable, isUuid } from '../rules/formats.ts';
import { limits } from '../rules/limits.ts';
import { encodingOf, encodings } from './imports.encodings.ts';

export const dateOrders = ['dmy', 'mdy'] as const;
export type DateOrder = (typeof dateOrders)[number];

const joinedByComma = (words: readonly string[]): string => words.join(', ');
export const word = <const W extends readonly [string, ...string[]]>(label: string, words: W) =>
  z.enum(words, { error: `${label} must be one of: ${joinedByComma(words)}` });
export const short = (label: string, max: number) =>
  z
    .string({ error: `${label} must be text` })
    .max(max, { error: `${label} must be less than ${max} characters`, abort: true })
    .refine(isStorable, `${label} contains characters that can't be stored`);

const entityChoices = ['decode', 'keep'] as const;
export type EntityChoice = (typeof entityChoices)[number];

const header = short('Column', limits.importHeader).min(1, 'Name the column');
const path = short('Field', limits.importPath).min(1, 'Name the field');

/** A map of at most as many keys as a file has columns. */
export const byHeader = <V extends z.ZodType>(label: string, value: V) =>
  keysAtMost(
    limits.importColumns,
    `${label} may name at most ${limits.importColumns} columns`,
    z.record(header, value, { error: `${label} must map columns` }),
  );
const byPath = <V extends z.ZodType>(label: string, value: V) =>
  keysAtMost(
    limits.importChoices,
    `${label} may name at most ${limits.importChoices} fields`,
    z.record(path, value, { error: `${label} must map fields` }),
  );

const target = short('Field', limits.importPath).nullable();
export const mapping = byHeader('Mapping', target);

const choice = short('Choice', limits.id).refine(
  (text) => text === 'create' || text === 'fail' || isUuid(text),
  'Choose create, fail or the id of a record',
);
/** Without `abort`: a union reports only what does not end the check of one of its options. */
const text = z
  .string()
  .max(limits.sshKey, `Value must be less than ${limits.sshKey} characters`)
  .refine(isStorable, "Value contains characters that can't be stored");
const value = z.union([text, z.boolean(), z.number(), z.null()], {
  error: 'A value must be text, a number, true, false or null',
});

const cell = short('A cell', limits.importCell);
const replacements = keysAtMost(
  limits.importReplacements,
  `At most ${limits.importReplacements} replacements a column`,
  z.record(cell, cell.nullable(), { error: 'Replacements must map texts' }),
);

const choices = byPath('References', choice.nullable());
const shapeOf = (schema: z.ZodType) => {
  const { $schema: _, ...shape } = z.toJSONSchema(schema, { io: 'input' });
  return shape;
};
/** A word for all, or a map. Unlike a union it reports what is wrong with either. */
const references = z
  .unknown()
  .superRefine((sent, context) => {
    const { error } = (typeof sent === 'string' ? choice : choices).safeParse(sent);
    for (const issue of error?.issues ?? []) context.issues.push({ ...issue, input: sent } as never);
  })
  .meta({ anyOf: [shapeOf(choice), shapeOf(choices)] }) as unknown as z.ZodUnion<
  [typeof choice, typeof choices]
>;

export const options = {
  existing: word('Existing', ['update', 'skip', 'error']),
  duplicates: word('Duplicates', ['first', 'last', 'error']),
  tags: word('Tags', ['add', 'replace']),
  badCells: word('Bad cells', ['drop', 'error']),
  secretComments: word('Secret comments', ['keep', 'seal']),
  replace: byHeader('Replacements', replacements.nullable()),
  references,
  values: byPath('Values', value),
  dates: byHeader('Dates', word('Dates', dateOrders).nullable()),
  delimiter: short('Delimiter', 1)
    .refine(
      (text) => text !== '' && !'"\r\n'.includes(text),
      'A delimiter is one character, but not a quotation mark or the end of a line',
    )
    .nullable(),
  header: z
    .int({ error: 'Header must be the number of a row' })
    .min(0, 'Header must be the number of a row')
    .max(limits.importCells)
    .nullable(),
  encoding: z.preprocess(
    (label) => (typeof label === 'string' ? (encodingOf(label) ?? label) : label),
    word('Encoding', encodings).nullable(),
  ),
  sheet: short('Sheet', limits.name).nullable(),
  entities: word('Entities', entityChoices).nullable(),
};

export const importOptions = z
  .object({
    existing: options.existing.meta({ description: 'What happens to records that exist' }),
    duplicates: options.duplicates.meta({ description: 'Which of the rows with the same key counts' }),
    tags: options.tags.meta({
      description: "Whether the file's tags join those of a record, or replace them",
    }),
    badCells: options.badCells.meta({
      description:
        'Whether a cell that can not be read counts as blank and its row goes without it, or keeps the row back. ' +
        'Required fields, keys, secrets, references and dates of undecided order keep it back in either case.',
    }),
    secretComments: options.secretComments.meta({
      description: 'Whether comments that look like they hold a password go to the secure note',
    }),
    replace: z.record(z.string(), z.record(z.string(), z.string())).meta({
      description:
        'By header: what a cell with this text, trimmed, is read as. A cell that was changed by itself stays.',
    }),
    references: z.union([z.string(), z.record(z.string(), z.string().nullable())]).meta({
      description:
        'What happens to names that do not exist: `create`, `fail` or the id of a record to use instead; for all, by ' +
        'the path in `missing`, or by `<path>:<name>` for one name. Of names that several records fit (`ambiguous`) ' +
        'the id of one of them, or `fail`.',
    }),
    values: z.record(z.string(), z.union([z.string(), z.boolean(), z.number(), z.null()])).meta({
      description:
        'By field or path: what a row takes where neither its cell nor its record has a value. Of a secret, null: it ' +
        'is given. In changes, an empty text takes a value back, as does null of what is no secret.',
    }),
    dates: z.record(z.string(), z.enum(dateOrders)).meta({ description: 'The order of days and months' }),
    delimiter: z.string().nullable().meta({ description: 'null: the file has none' }),
    header: z.number().nullable().meta({
      description: 'The row that names the columns, from 1; 0: none does. null: the source has names.',
    }),
    encoding: z.enum(encodings).nullable(),
    sheet: z.string().nullable().meta({ description: 'Of a workbook a sheet, of JSON one of several lists' }),
    entities: z.enum(entityChoices).nullable().meta({
      description: 'Whether entities of HTML in an export of LastPass are decoded. null: there are none.',
    }),
  })
  .meta({ id: 'ImportOptions' });
export type ImportOptions = z.infer<typeof importOptions>;
