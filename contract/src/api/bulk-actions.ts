import { z } from 'zod';
import type { Route } from './route.ts';
import { endpoint } from './endpoint.ts';
import { id, keysAtMost, tag } from './values.ts';
import { limits } from '../rules/limits.ts';

/** The result of a bulk action: one transaction, in which a refused record does not stop the others. */
export const bulkActionResult = z
  .object({
    /** Records that the action changed or deleted. */
    changed: z.number(),
    /** Records that needed no change. */
    unchanged: z.number(),
    refused: z.number(),
    refusals: z.array(z.object({ id, name: z.string(), message: z.string() })).max(limits.refusals),
  })
  .meta({ id: 'BulkActionResult' });
export type BulkActionResult = z.infer<typeof bulkActionResult>;

/** The same of what lies on records and has ids of its own, with the batch that was made of it. */
export const bulkActionBatch = bulkActionResult.extend({
  refusals: z.array(z.object({ id: z.string(), name: z.string(), message: z.string() })).max(limits.refusals),
  batchId: id.nullable().meta({ description: 'The batch to undo; null if nothing changed' }),
});
export type BulkActionBatch = z.infer<typeof bulkActionBatch>;

const remove = z.object({ action: z.literal('delete') });
const addTag = z.object({ action: z.literal('addTag'), tag });
const look = z.object({ action: z.literal('look') });
const sealComment = z.object({ action: z.literal('sealComment') });
const removeTag = z.object({ action: z.literal('removeTag'), tag: tag.pick({ type: true, value: true }) });

/** The bulk actions of all kinds, as the server handles them. */
export type BulkAction =
  | z.infer<typeof remove | typeof addTag | typeof removeTag | typeof look | typeof sealComment>
  | { action: 'setStatus'; status: string }
  | { action: 'set'; fields: Record<string, unknown> };

const fieldError = ({ code, keys }: z.core.$ZodRawIssue): string =>
  code === 'unrecognized_keys' ? `No bulk action sets ${keys.join(', ')}` : 'Fields must be an object';

const setFields = (rules: Record<string, z.ZodType>) =>
  z.object({
    action: z.literal('set'),
    fields: keysAtMost(
      limits.filterNames,
      `Maximum ${limits.filterNames} fields allowed`,
      z
        .strictObject(rules, { error: fieldError })
        .partial()
        .refine((fields) => Object.values(fields).some((value) => value !== undefined), {
          error: `Set at least one of: ${Object.keys(rules).join(', ')}`,
        }),
    ),
  });

type Option = z.ZodObject<{ action: z.ZodLiteral<string> }>;
function oneOf<const A extends readonly [Option, ...Option[]]>(actions: A) {
  const names = actions.map(({ shape }) => shape.action.value);
  return z.discriminatedUnion('action', actions, { error: `Action must be one of: ${names.join(', ')}` });
}

/**
 * The actions of a kind: delete; add and remove tags if it has them; look up if it says so; set the fields that these rules
 * allow; move the comment to the secure note if it has one.
 */
export const bulkActions = (
  {
    isTagged,
    isLookedUp = false,
    isNoted,
  }: { isTagged: boolean; isLookedUp?: boolean | undefined; isNoted: boolean },
  { status, ...rules }: Record<string, z.ZodType>,
): z.ZodType<BulkAction> =>
  oneOf([
    remove,
    ...(isTagged ? [addTag, removeTag] : []),
    ...(status ? [z.object({ action: z.literal('setStatus'), status })] : []),
    ...(status || Object.keys(rules).length > 0 ? [setFields({ ...(status && { status }), ...rules })] : []),
    ...(isLookedUp ? [look] : []),
    ...(isNoted ? [sealComment] : []),
  ]) as z.ZodType<BulkAction>;

const ids = (longest: number) =>
  z
    .array(z.string({ error: 'Ids must be text' }).max(longest, `An id has at most ${longest} characters`), {
      error: 'Ids must be a list',
    })
    .min(1, 'Select at least one record')
    .max(limits.bulkRows, `Maximum ${limits.bulkRows} records allowed`);

const filterError = ({ code, keys }: z.core.$ZodRawIssue): string =>
  code === 'unrecognized_keys' ? `There is no filter ${keys.join(', ')}` : 'Filter must be an object';

/** The filters of a list. Strict: a misspelled filter must not select everything. */
export const bulkFilter = <F extends z.ZodRawShape>(filters: F) =>
  keysAtMost(
    limits.filterNames,
    `Maximum ${limits.filterNames} filters allowed`,
    z.strictObject(filters, { error: filterError }),
  );

/** The records of a bulk action: their ids, or a list's filters for all that match. */
export const selected = <F extends z.ZodType>(filter: F, longestId: number = limits.id) => {
  const which = 'Say which records, either by ids or by a filter';
  return z
    .object({ ids: ids(longestId).optional(), filter: filter.optional() }, { error: which })
    .refine((records) => (records.ids === undefined) !== (records.filter === undefined), which)
    .meta({
      description: `Either \`ids\`, or a \`filter\` of the list, for all records that match, at most ${limits.bulkRows}.`,
    });
};

export const preview = z
  .boolean({ error: 'Preview must be true or false' })
  .optional()
  .meta({ description: 'Reports what the action would do, without doing it.' });

/**
 * Takes the ids of records, or a list's filters for all that match. An id of another owner is refused like one that does
 * not exist.
 */
export function bulkActionEndpoint<F extends z.ZodType>(
  route: Route,
  nouns: string,
  filter: F,
  actions: z.ZodType<BulkAction>,
) {
  return endpoint(route, {
    summary: `Change or delete several ${nouns} in one transaction`,
    body: z.object({
      records: selected(filter),
      do: actions,
      preview,
    }),
    data: bulkActionResult,
    ownLimit: true,
  });
}
