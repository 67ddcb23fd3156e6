import { z } from 'zod';
import { areas } from '../api/areas.ts';
import { endpoint } from '../api/endpoint.ts';
import { valuesAsked } from '../api/filters.ts';
import { id, invisible, queryText, repeatKey, time } from '../api/values.ts';
import { limits } from '../rules/limits.ts';
import { isVisible } from '../rules/visible-text.ts';
import { byHeader, importOptions, mapping, options, short, word } from './imports.options.ts';
import { ambiguousReference, missingReference } from './imports.references.ts';
import { importsRoutes } from './imports.routes.ts';

export type { DateOrder, ImportOptions } from './imports.options.ts';

export const importStates = ['reading', 'mapping', 'ready', 'applying', 'applied', 'failed'] as const;
export type ImportState = (typeof importStates)[number];

/** What an import does with a row of its file. After it was applied, 'conflict' is a row that was not imported. */
export const rowKinds = ['create', 'update', 'same', 'skip', 'error', 'conflict'] as const;
export type RowKind = (typeof rowKinds)[number];

/** What is said of a cell of a row that goes, or of a row that another one stands for. */
export const noteKinds = ['dropped', 'filled', 'differs', 'tag', 'password'] as const;
export type NoteKind = (typeof noteKinds)[number];

const area = word('Area', areas as [(typeof areas)[number], ...(typeof areas)[number][]]);
const name = short('Name', limits.fileName).refine(isVisible, invisible('Name'));

// Without a name in the API document: the serializer can't choose between null and a named part.
const counts = z.object(
  Object.fromEntries(rowKinds.map((kind) => [kind, z.number()])) as Record<RowKind, z.ZodNumber>,
);
export type ImportCounts = z.infer<typeof counts>;

const notes = z.object(
  Object.fromEntries(noteKinds.map((kind) => [kind, z.number()])) as Record<NoteKind, z.ZodNumber>,
);

const columnOut = z.object({
  header: z.string(),
  target: z
    .string()
    .nullable()
    .meta({ description: 'A field, a path into the answer, `tags`, `tag:<type>`' }),
  examples: z.array(z.string()).meta({ description: 'Up to three values; none of a column that is secret' }),
  asks: z
    .enum(['dates', 'target'])
    .nullable()
    .meta({
      description:
        '`dates`: choose the order in `options.dates`; `target`: several columns have such values, choose what this one ' +
        'becomes in `mapping` (null: nothing)',
    }),
  guessed: z.boolean().meta({ description: 'Whether nobody has chosen or confirmed the target' }),
  secret: z.boolean(),
  bad: z.array(z.object({ text: z.string(), rows: z.number(), message: z.string() })).meta({
    description: 'The most frequent texts that can not be read, at most 20; none of a secret column',
  }),
});

const targetOut = z.object({
  target: z.string(),
  label: z.string(),
  secret: z.boolean(),
  required: z.boolean().meta({ description: 'Whether a new record needs it' }),
});

export const importOut = z
  .object({
    id,
    area: z.enum(areas),
    name: z.string(),
    state: z.enum(importStates),
    columns: z.array(columnOut),
    sheets: z.array(z.string()),
    mapping: z.record(z.string(), z.string().nullable()),
    options: importOptions,
    counts: counts.nullable(),
    notes: notes.nullable().meta({ description: 'How many rows have a note of each kind' }),
    missing: z.array(missingReference),
    batchId: z.string().nullable(),
    error: z.string().nullable(),
    source: z.string().meta({ description: "What the file was read as: 'CSV', 'XLSX', 'Bitwarden'" }),
    rows: z.number(),
    key: z
      .array(z.string())
      .meta({ description: 'The labels of the fields by which a record is recognised' }),
    targets: z.array(targetOut).meta({ description: 'What a column can become, beside `tag:<type>`' }),
    needs: z
      .array(targetOut.omit({ required: true }).extend({ rows: z.number(), googleLogin: z.boolean() }))
      .meta({ description: 'What rows lack that `options.values` can give to all of them' }),
    createdAt: time,
    expiresAt: time,
    encodingGuessed: z.boolean().meta({ description: 'Whether the encoding is a guess, which may be wrong' }),
    notices: z.array(z.string()).meta({ description: 'What to know of how the file was read' }),
    ambiguous: z.array(ambiguousReference).meta({
      description:
        'Names that several records fit, the first 200. Rows with one are errors until `options.references` picks a ' +
        'record by `<path>:<name>`.',
    }),
  })
  .meta({ id: 'Import' });
export type Import = z.infer<typeof importOut>;
export type ImportColumn = Import['columns'][number];
export type MissingReference = Import['missing'][number];
export type AmbiguousReference = Import['ambiguous'][number];

const change = z.object({
  field: z.string(),
  label: z.string(),
  before: z.string().nullable(),
  after: z.string().nullable().meta({ description: "Of a secret 'set', 'changed' or 'cleared'" }),
});

export const importRow = z
  .object({
    n: z
      .number()
      .meta({ description: 'The number of the row below the header, from 1; blank rows do not count' }),
    line: z.number().meta({
      description:
        'Where it stands: its first line in a text, its row in a sheet, its number in a list of JSON',
    }),
    kind: z.enum(rowKinds),
    cells: z
      .record(z.string(), z.string().nullable())
      .meta({ description: 'By header; null for a secret that is not shown' }),
    changes: z.array(change),
    errors: z.array(
      z.object({
        column: z.string().nullable().meta({ description: 'null: no column has the value' }),
        message: z.string(),
      }),
    ),
    notes: z.array(z.object({ column: z.string(), kind: z.enum(noteKinds), message: z.string() })).meta({
      description:
        '`dropped`: the cell is left out, and why. `filled`: it was blank, another row about the same record has ' +
        'its value. `differs`: the row that counts says something else. `tag`: a tag is taken in the spelling that ' +
        'another one has. `password`: a comment looks like it holds a password.',
    }),
    recordId: z.string().nullable(),
    /** What the row is about, as others name the record. */
    name: z.string(),
  })
  .meta({ id: 'ImportRow' });
export type ImportRow = z.infer<typeof importRow>;

const kinds = queryText
  .refine(
    (value) => {
      const asked = valuesAsked(value);
      return asked.length > 0 && asked.every((each) => (rowKinds as readonly string[]).includes(each));
    },
    `Kind must be one of: ${rowKinds.join(', ')}`,
  )
  .meta({ description: 'Comma-separated: rows of any of these kinds' });

const params = z.object({ id: z.string() });
const one = z.object({ import: importOut });

export const imports = {
  create: endpoint(importsRoutes.create, {
    summary:
      'Read a file (CSV, TSV, XLSX, JSON) or a pasted text and preview what it would change. With `area` in the query ' +
      'the body is the file, of any content type; otherwise the body is JSON.',
    query: z.object({ area: area.optional(), name: name.optional() }),
    body: z.object({
      area: area.optional(),
      name: name.optional(),
      text: z.string({ error: 'Text must be text' }).max(limits.importFile).optional(),
    }),
    bodyLimit: limits.importFile,
    file: 'area',
    data: one,
    status: 201,
    ownLimit: true,
  }),
  list: endpoint(importsRoutes.list, {
    summary: "One's own imports of the last 24 hours, newest first",
    data: z.object({ imports: z.array(importOut) }),
  }),
  get: endpoint(importsRoutes.get, { summary: 'An import', params, data: one }),
  update: endpoint(importsRoutes.update, {
    summary:
      'Choose what the columns become and how to import; answers the new plan. null takes a choice back.',
    params,
    body: z.object({ mapping: mapping.optional(), options: z.object(options).partial().optional() }),
    data: one,
    ownLimit: true,
  }),
  rows: endpoint(importsRoutes.rows, {
    summary: 'The rows of an import, 100 a page: what each changes, and its errors',
    params,
    query: z.object({
      kind: kinds.optional(),
      note: word('Note', noteKinds).optional(),
      cursor: queryText.optional(),
    }),
    data: z.object({ rows: z.array(importRow), next: z.string().nullable() }),
  }),
  updateRow: endpoint(importsRoutes.updateRow, {
    summary: 'Change cells of a row, leave it out, or take it in again',
    params: params.extend({ n: z.string() }),
    body: z.object({
      cells: byHeader('Cells', short('A cell', limits.importCell)).optional(),
      skip: z
        .boolean({ error: 'Skip must be true or false' })
        .optional()
        .meta({ description: 'Whether the row is left out, whatever it says' }),
    }),
    data: z.object({ row: importRow, counts }),
    ownLimit: true,
  }),
  errors: {
    ...endpoint(importsRoutes.errors, {
      summary:
        'Download the rows that are not imported or go without a cell, with a column that says why, without secrets',
      params,
      data: z.string(),
    }),
    download: importsRoutes.errors.download,
  },
  apply: endpoint(importsRoutes.apply, {
    summary: 'Import what was previewed. 202 while it runs: the same key then answers the result.',
    params,
    body: z.object({ key: repeatKey }),
    data: z.object({ batchId: z.string().nullable(), counts: counts.nullable() }),
    ownLimit: true,
  }),
  remove: endpoint(importsRoutes.remove, {
    summary: 'Discard an import; what it has changed stays',
    params,
    data: z.object({ id }),
  }),
};
