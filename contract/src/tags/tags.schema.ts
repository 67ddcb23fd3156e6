import { z } from 'zod';
import { areas } from '../api/areas.ts';
import { endpoint } from '../api/endpoint.ts';
import { queryTags } from '../api/query.ts';
import { requiredText, tagColor } from '../api/values.ts';
import { limits } from '../rules/limits.ts';
import { tagElements } from '../rules/tags.ts';
import { tagsRoutes } from './tags.routes.ts';

/** How many records, for each kind that has any. */
const counts = z.array(z.object({ area: z.enum(areas), count: z.number() }));

export const usedTag = z
  .object({
    type: z.string(),
    value: z.string(),
    /** Its color on the newest record that carries it. */
    color: z.string().nullable(),
    counts,
  })
  .meta({ id: 'UsedTag' });
export type UsedTag = z.infer<typeof usedTag>;

export const list = endpoint(tagsRoutes.list, {
  summary: `The tags in use with the number of records of each kind, by type and value: the ${limits.tagsListed} most used`,
  data: z.object({ tags: z.array(usedTag) }),
});

export const reach = endpoint(tagsRoutes.reach, {
  summary: 'How many records of each kind carry at least one of these tags, as a scope would show them',
  query: z.object({
    tags: queryTags
      .refine((tags) => tagElements(tags).length > 0, 'Tags are required')
      .meta({ description: 'Comma-joined type:value, as in a list’s filter' }),
  }),
  data: z.object({ counts }),
});

const tagType = requiredText('Tag type', limits.tagType);
const tagValue = requiredText('Tag value', limits.tagValue);

/** What limits somebody's view to records with certain tags. */
const scopeHolder = z.object({ kind: z.enum(['member', 'invitation', 'token']), name: z.string() });

/** The first of them by name, and how many there are. */
const holders = <T extends z.ZodType>(holder: T) =>
  z.object({ count: z.number(), first: z.array(holder).max(limits.tagHolders) });

export const tagChange = z
  .object({
    /** The number of changed records of each kind that has any. */
    changed: z.partialRecord(z.enum(areas), z.number()),
    /** null if nothing was changed. */
    batchId: z.string().nullable(),
    /** Scopes that hold the tag; they follow. */
    scopes: holders(scopeHolder),
    /** Alert rules for records with the tag; they follow. */
    rules: holders(z.object({ name: z.string() })),
    /** Saved views that filter by the tag; they follow a new name. */
    views: holders(z.object({ area: z.enum(areas), name: z.string(), email: z.string() })),
  })
  .meta({ id: 'TagChange' });
export type TagChange = z.infer<typeof tagChange>;

const notATarget = 'To must be a tag, or null to delete it';
const edit = {
  type: tagType,
  value: tagValue,
  to: z
    .object(
      {
        type: tagType,
        value: tagValue,
        color: tagColor.nullish().meta({ description: 'null: none; absent: each record keeps its own' }),
      },
      { error: notATarget },
    )
    .nullable(),
};

const changes = z
  .array(z.object(edit, { error: 'A change must have a type, a value and to' }), {
    error: 'Changes must be a list',
  })
  .min(1, 'Send at least one change')
  .max(limits.tagChanges, `Maximum ${limits.tagChanges} changes allowed`)
  .meta({
    description: `In place of \`type\`, \`value\` and \`to\`: up to ${limits.tagChanges} of them, one after another in one batch. The answer counts each record once`,
  });

const body = z.object({
  ...z.object(edit).partial().shape,
  changes: changes.optional(),
  dryRun: z.boolean({ error: 'Dry run must be true or false' }).optional(),
});
type Body = Partial<z.infer<typeof body>>;

const hasEdit = (sent: Body): boolean => Object.keys(edit).some((field) => field in sent);
/** A single change is checked even if other fields are wrong, as if its fields were required. */
const always = { when: ({ value }: { value: unknown }) => typeof value === 'object' && value !== null };
const required = (field: keyof typeof edit, error: string) =>
  z.refine<Body>((sent) => sent.changes !== undefined || !hasEdit(sent) || sent[field] !== undefined, {
    ...{ path: [field], error },
    ...always,
  });

export const change = endpoint(tagsRoutes.change, {
  summary: `Rename, merge, recolor or delete tags on all their records, ${limits.bulkRows} at most; in scopes only after a recent confirmation. Scopes, alert rules, saved views and calendars follow, also an undo`,
  body: body.check(
    z.refine<Body>((sent) => (sent.changes === undefined) === hasEdit(sent), {
      ...{ path: ['changes'], error: 'Send either changes, or type, value and to' },
      ...always,
    }),
    required('type', 'Tag type is required'),
    required('value', 'Tag value is required'),
    required('to', notATarget),
  ),
  data: tagChange,
});
