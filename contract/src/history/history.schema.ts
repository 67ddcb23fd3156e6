import { z } from 'zod';
import { endpoint } from '../api/endpoint.ts';
import { momentsQuery } from '../api/query.ts';
import { area } from '../api/relations.ts';
import { id, keysAtMost, queryText, repeatKey, time } from '../api/values.ts';
import { madeBy } from '../audit/audit.schema.ts';
import { limits } from '../rules/limits.ts';
import { type BatchKind, batchKinds, historyRoutes } from './history.routes.ts';

const kinds = Object.keys(batchKinds) as [BatchKind, ...BatchKind[]];
const kind = z.enum(kinds, { error: `Kind must be one of: ${kinds.join(', ')}` });

/** Everything that one act wrote. */
export const batch = z
  .object({
    id,
    kind,
    /** null, like `token`: a job of the server. */
    ...madeBy,
    at: time,
    /** What was done: 'Set the status of 12 domains'. */
    label: z.string(),
    counts: z.object({ created: z.number(), updated: z.number(), deleted: z.number() }),
    /** The batch that this one undid, or undid again. */
    undoOf: z.string().nullable(),
    /** The latest undo of this batch that wrote. */
    undoneBy: z.string().nullable(),
    /** What else it came from, such as an import. */
    source: z.object({ type: z.string(), id: z.string() }).nullable(),
    state: z.enum(['done', 'running']),
    /** While it runs. */
    progress: z.object({ done: z.number(), total: z.number() }).nullable(),
    /** The kind of record that the act was about; null for acts of earlier versions on several. */
    area: area.nullable(),
  })
  .meta({ id: 'Batch' });
export type Batch = z.infer<typeof batch>;

/** As the API answers it, apart from references (their names) and tags (`type: value`). */
const value = z.unknown().meta({
  description:
    'As the record answers it; a reference as the name of its record, a tag as `type: value`, a secret as null.',
});

export const changedField = z
  .object({
    /** A path in the record, as in `secretFields`. */
    field: z.string(),
    label: z.string(),
    before: value,
    /** For a secret one of the words `set`, `changed` and `cleared`. */
    after: value,
  })
  .meta({ id: 'ChangedField' });
export type ChangedField = z.infer<typeof changedField>;

const changed = {
  recordId: z.string(),
  area,
  /** The record's name, or the last that it had. */
  name: z.string(),
  action: z.enum(['create', 'update', 'delete']),
  fields: z.array(changedField),
};

export const change = z.object(changed).meta({ id: 'Change' });
export type Change = z.infer<typeof change>;

export const recordChange = z
  .object({ ...changed, batchId: z.string().nullable(), kind, ...madeBy, at: time })
  .meta({ id: 'RecordChange' });
export type RecordChange = z.infer<typeof recordChange>;

const next = z.string().nullable().meta({ description: '`cursor` of the next page; null at the end' });
export const cursor = queryText.optional().meta({ description: '`next` of the page before' });

/** The history of one record. */
export const ofRecord = {
  query: z.object({ cursor }),
  data: z.object({ changes: z.array(recordChange), next }),
};

export const list = endpoint(historyRoutes.list, {
  summary: 'What was done to the records, newest first; an editor sees their own acts',
  query: z.object({
    area: area.optional(),
    recordId: queryText.optional(),
    actorId: queryText.optional(),
    tokenId: queryText.optional(),
    kind: kind.optional().meta({ description: 'Acts of jobs are listed only where this names their kind.' }),
    ...momentsQuery,
    cursor,
  }),
  data: z.object({ batches: z.array(batch), next }),
});

export const actors = endpoint(historyRoutes.actors, {
  summary: 'Who acted in the history that is kept: people, also former members, and API tokens',
  data: z.object({
    actors: z.array(
      z
        .object({ userId: z.string(), name: z.string().nullable(), email: z.string(), isMember: z.boolean() })
        .meta({ id: 'HistoryActor' }),
    ),
    tokens: z.array(z.object({ id: z.string(), name: z.string() })),
  }),
});

export const get = endpoint(historyRoutes.get, {
  summary: 'One act, with the changes that it made',
  params: z.object({ batchId: z.string() }),
  query: z.object({ cursor }),
  data: z.object({ batch, changes: z.array(change), next }),
});

/** What to do with a record that has changed since. */
const resolutions = ['theirs', 'mine', 'skip'] as const;
export type Resolution = (typeof resolutions)[number];
const resolution = z.enum(resolutions, { error: 'Resolve with one of: theirs, mine, skip' });

export const resolve = keysAtMost(
  limits.bulkRows,
  `Maximum ${limits.bulkRows} records allowed`,
  z.union(
    [resolution, z.record(z.string().max(limits.id), resolution).meta({ maxProperties: limits.bulkRows })],
    {
      error: 'Resolve with theirs, mine or skip: one word for all, or one for each record id',
    },
  ),
).meta({
  description:
    'For records changed since: `theirs` keeps the changed fields and undoes the rest, `mine` undoes them all the same, `skip` leaves the record alone. One word for all, or one by record id; `theirs` by default.',
});
export type Resolve = z.infer<typeof resolve>;

/** A field that has changed since. */
const conflictingField = z.object({
  field: z.string(),
  label: z.string(),
  /** Before the act, after it, and now. */
  was: value,
  made: value,
  now: value,
});

const named = { recordId: z.string(), area, name: z.string() };

export const undone = z
  .object({
    /** The new batch, with `dryRun` as it would be; null if nothing is left to do that is possible. */
    batch: batch.nullable(),
    conflicts: z.array(z.object({ ...named, fields: z.array(conflictingField) })),
    refused: z.array(z.object({ ...named, message: z.string() })),
    /** Of records; `conflicts` and `refused` list the first. */
    counts: z.object({ done: z.number(), conflicts: z.number(), refused: z.number() }),
    /** What had followed a tag in the act: `changed` since, so that it stays as it is, lists the first of `count`. */
    followers: z
      .object({
        restored: z.number(),
        count: z.number(),
        changed: z
          .array(
            z.object({
              kind: z.enum(['member', 'invitation', 'token', 'rule', 'view', 'calendar']),
              name: z.string(),
            }),
          )
          .max(limits.tagHolders),
      })
      .optional(),
  })
  .meta({ id: 'Undone' });
export type Undone = z.infer<typeof undone>;

export const undo = endpoint(historyRoutes.undo, {
  summary: `Undo an act, as a new one; 202 while a job undoes more than ${limits.undoneAtOnce} changes`,
  params: z.object({ batchId: z.string() }),
  body: z.object({
    dryRun: z.boolean({ error: 'Dry run must be true or false' }).optional(),
    resolve: resolve.optional(),
    key: repeatKey.optional(),
  }),
  data: undone,
  accepts: true,
  ownLimit: true,
});
