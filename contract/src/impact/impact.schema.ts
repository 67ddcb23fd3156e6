import { z } from 'zod';
import { endpoint } from '../api/endpoint.ts';
import { impact } from '../api/impact.ts';
import { area } from '../api/relations.ts';
import { isStorable } from '../rules/formats.ts';
import { limits } from '../rules/limits.ts';
import { impactRoutes } from './impact.routes.ts';

export const ofMany = endpoint(impactRoutes.ofMany, {
  summary: 'What several records use and what breaks without them',
  body: z.object({
    records: z
      .array(
        z.object({
          area,
          id: z
            .string({ error: 'Id must be text' })
            .max(limits.id, { error: `An id has at most ${limits.id} characters`, abort: true })
            .refine(isStorable, "Id contains characters that can't be stored"),
        }),
        { error: 'Records must be a list' },
      )
      .min(1, 'Select at least one record')
      .max(limits.impactRecords, `Maximum ${limits.impactRecords} records allowed`),
  }),
  data: impact,
});
