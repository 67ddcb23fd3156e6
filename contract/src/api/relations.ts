import { z } from 'zod';
import { areas, parseRelatedTo } from './areas.ts';
import { id } from './values.ts';

export const area = z.enum(areas);

/** How many records a group of relations names; the rest are behind the link to the filtered list. */
export const relatedAtMost = 10;

/** A record as anything that refers to it shows it; never a secret. */
export const recordName = z
  .object({
    id,
    /** A domain's or server's name, a mailbox's address, an account's type or provider. */
    name: z.string(),
    /** What tells it from others of that name: a server's IP, an account's mailbox, a domain's status. */
    detail: z.string().nullable(),
  })
  .meta({ id: 'RecordName' });
export type RecordName = z.infer<typeof recordName>;

const relationGroup = z
  .object({
    area,
    /** `uses`: the record points there; `usedBy`: they point to the record; both on the way through `via`. */
    direction: z.enum(['uses', 'usedBy']),
    /** The kinds on the shortest way there, nearest first; empty where the reference is direct. */
    via: z.array(area),
    /** What deleting the record does to these: of direct `usedBy` references alone. */
    onDelete: z.enum(['refused', 'detached']).nullable(),
    /** Each record counts once, however many ways lead to it. */
    total: z.number(),
    records: z.array(recordName).max(relatedAtMost),
  })
  .meta({ id: 'RelationGroup' });
export type RelationGroup = z.infer<typeof relationGroup>;

export const relations = z
  .object({
    area,
    record: recordName,
    /** A kind each, what is used before what uses, the nearest first; a kind without a record is left out. */
    groups: z.array(relationGroup),
  })
  .meta({ id: 'Relations' });
export type Relations = z.infer<typeof relations>;

/** `emails:<id>`: what a list's `relatedTo` takes. */
export const relatedTo = z
  .string()
  .refine((text) => parseRelatedTo(text) !== null, 'Related to must be an area and an id, as in emails:<id>')
  .meta({
    description:
      'Rows that are connected with a record of any area, directly or through others: `emails:<id>`.',
  });
