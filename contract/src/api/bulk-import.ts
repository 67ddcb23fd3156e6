import { z } from 'zod';
import { shownName } from './entity.ts';
import type { Fields } from './fields.ts';
import { limits } from '../rules/limits.ts';

export const bulkResult = z
  .object({
    imported: z.number(),
    skipped: z.number(),
    failed: z.number(),
    errors: z.array(z.object({ index: z.number(), message: z.string() })),
  })
  .meta({ id: 'BulkImportResult' });
export type BulkResult = z.infer<typeof bulkResult>;

/** Says in the API document how a row refers to other records. */
function describeRow(fields: Fields): string {
  const references = Object.keys(fields).filter((field) => 'to' in (fields[field] ?? {}));
  const names = references.map((field) => `\`${shownName(field)}\``);
  const byName =
    'In place of an id, a row may name the record, as text: a name (`Namecheap`), or a name with its detail where several ' +
    'have it (`Namecheap (ops@acme.example)`)';
  return `Like the body of a create.${names.length > 0 ? ` ${byName}, in ${names.join(', ')}.` : ''}`;
}

/** A body with a list of rows. The server checks each row by itself, so that a bad one does not stop the others. */
export function bulkImport<const K extends string, F extends z.ZodRawShape>(
  key: K,
  { fields }: { fields: Fields },
  more: F,
) {
  const list = z
    .array(z.unknown().meta({ description: describeRow(fields) }), { error: `${key} must be a list` })
    .max(limits.bulkRows, `At most ${limits.bulkRows} rows at once`);
  return {
    summary: `Import up to ${limits.bulkRows} rows in one transaction`,
    body: z.object({
      ...({ [key]: list } as { [P in K]: typeof list }),
      skipDuplicates: z.boolean({ error: 'skipDuplicates must be true or false' }).default(true),
      ...more,
    }),
    data: bulkResult,
    bodyLimit: limits.importBody,
    rows: key as string,
    ownLimit: true as const,
  };
}
