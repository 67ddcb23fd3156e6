import { z } from 'zod';
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

/** A body that holds a list of rows; each row is checked by itself, so that one fault stops no other. */
export function bulkImport<const K extends string, F extends z.ZodRawShape>(key: K, more: F) {
  const list = z
    .array(z.unknown(), { error: `${key} must be a list` })
    .max(limits.bulkRows, `At most ${limits.bulkRows} rows at once`);
  return {
    summary: `Import up to ${limits.bulkRows} rows in one transaction`,
    body: z.object({
      ...({ [key]: list } as { [P in K]: typeof list }),
      skipDuplicates: z.boolean({ error: 'skipDuplicates must be true or false' }).default(true),
      ...more,
    }),
    data: bulkResult,
    bodyLimit: 32 * 1024 * 1024,
  };
}
