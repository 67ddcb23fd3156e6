import { z } from 'zod';
import { areas, parseRelatedTo } from './areas.ts';
import { limits } from '../rules/limits.ts';
import { id } from './values.ts';

export const area = z.enum(areas);

/** A record as others show it, without secrets. */
export const recordName = z
  .object({
    id,
    /** A domain's or server's name, a mailbox's address, an account's type or provider. */
    name: z.string(),
    /** Tells apart records with the same name: a server's IP, an account's mailbox, a domain's status. */
    detail: z.string().nullable(),
  })
  .meta({ id: 'RecordName' });
export type RecordName = z.infer<typeof recordName>;

const relationGroup = z
  .object({
    area,
    /** `uses`: the record refers to these; `usedBy`: these refer to it; directly or through `via`. */
    direction: z.enum(['uses', 'usedBy']),
    /** The kinds on the shortest path, nearest first; empty for a direct reference. */
    via: z.array(area),
    /** What deleting the record does to these; null if none refers to it directly. */
    onDelete: z.enum(['refused', 'detached']).nullable(),
    /** Each record counts once, however many paths lead to it. */
    total: z.number(),
    /** The first by name; the filtered list has the rest. */
    records: z.array(recordName).max(limits.related),
    /** How many are reached on each path, shortest first; one that several reach counts on the first. */
    ways: z.array(z.object({ via: z.array(area), total: z.number() })),
  })
  .meta({ id: 'RelationGroup' });
export type RelationGroup = z.infer<typeof relationGroup>;

export const relations = z
  .object({
    area,
    record: recordName,
    /** One group for each kind with related records: `uses` before `usedBy`, nearest first. */
    groups: z.array(relationGroup),
  })
  .meta({ id: 'Relations' });
export type Relations = z.infer<typeof relations>;

const malformed = 'Related to must be an area and an id, as in emails:<id>';

/** The `relatedTo` of a list: `emails:<id>`. */
export const relatedTo = z
  .string()
  .max(limits.id, { error: malformed, abort: true })
  .refine((text) => parseRelatedTo(text) !== null, malformed)
  .meta({
    description: 'Rows connected with a record of any area, directly or through others: `emails:<id>`.',
  });
