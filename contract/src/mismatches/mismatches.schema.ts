import { z } from 'zod';
import { bulkActionBatch, bulkFilter, preview, selected } from '../api/bulk-actions.ts';
import { endpoint } from '../api/endpoint.ts';
import { filterShape, pageQuery, pagination, recordSelection } from '../api/query.ts';
import { area } from '../api/relations.ts';
import { id, optionalText, time } from '../api/values.ts';
import { lookUpsFailSince } from '../expirations/expirations.schema.ts';
import { factSources } from '../lookups/lookups.routes.ts';
import { mismatchFields } from './mismatches.routes.ts';
import { limits } from '../rules/limits.ts';
import { mismatchFilters, mismatchStates, mismatchesRoutes } from './mismatches.routes.ts';

/** Something that was found otherwise than it is recorded. */
export const mismatch = z
  .object({
    /** `<recordId>.<field>` */
    id: z.string(),
    area,
    recordId: id,
    name: z.string(),
    field: z.enum(mismatchFields),
    /** Of dates: instants. */
    recorded: z.string().nullable(),
    found: z.string(),
    source: z.enum(factSources),
    observedAt: time.nullable(),
    /** In words. */
    why: z.string(),
    canTakeOver: z.boolean(),
    state: z.enum(mismatchStates),
  })
  .meta({ id: 'Mismatch' });
export type Mismatch = z.infer<typeof mismatch>;

const filters = { ...recordSelection, ...filterShape(mismatchFilters) };

export const list = endpoint(mismatchesRoutes.list, {
  summary: 'What was found otherwise than it is recorded, by name',
  query: z.object({ ...pageQuery, ...filters }),
  data: z.object({
    mismatches: z.array(mismatch),
    pagination,
    unchecked: z.number().meta({
      description:
        'How many domains a look-up that is switched on has never answered about, whatever the filters.',
    }),
    lookUpsFailSince,
  }),
});

const actions = z.discriminatedUnion(
  'action',
  [
    z.object({ action: z.literal('takeOver') }),
    z.object({ action: z.literal('ignore'), reason: optionalText('Reason', limits.reason) }),
    z.object({ action: z.literal('unignore') }),
  ],
  { error: 'Action must be one of: takeOver, ignore, unignore' },
);
export type MismatchAction = z.infer<typeof actions>;

const result = bulkActionBatch.extend({
  batchId: id
    .nullable()
    .optional()
    .meta({ description: 'Of `takeOver`: the batch to undo; null if nothing changed' }),
});
export type MismatchResult = z.infer<typeof result>;

export const bulkActions = endpoint(mismatchesRoutes.bulkActions, {
  summary: 'Record what was found, or ignore it until it changes',
  body: z.object({ records: selected(bulkFilter(filters)), do: actions, preview }),
  data: result,
  ownLimit: true,
});
