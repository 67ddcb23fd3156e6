import { z } from 'zod';
import { areas } from '../api/areas.ts';

/** A name in a file that no record has. */
export const missingReference = z.object({
  path: z.string(),
  area: z.enum(areas),
  name: z.string(),
  rows: z.number().meta({ description: 'How many rows name it' }),
  choice: z
    .string()
    .nullable()
    .meta({ description: '`create`, `fail`, the id of a record, or null: undecided' }),
  remembered: z.boolean().meta({ description: 'Whether the choice was made for an earlier file' }),
});

/** A name in a file that several records fit. */
export const ambiguousReference = missingReference.extend({
  choice: z.string().nullable().meta({ description: '`fail`, the id of a record, or null: undecided' }),
  rows: z.number().meta({
    description:
      'How many rows name it, but for those whose record refers to one of them already: these stay',
  }),
  fits: z.number().meta({ description: 'How many records it fits' }),
  records: z
    .array(z.object({ id: z.string(), name: z.string() }))
    .meta({ description: 'The first 20 of them, with what tells them apart' }),
});
