import { z } from 'zod';
import { areas } from '../api/areas.ts';
import { endpoint } from '../api/endpoint.ts';
import { cells } from '../api/record-endpoints.ts';
import { exportFormat, pageQuery, pagination } from '../api/query.ts';
import { id, optionalText, requiredText, time } from '../api/values.ts';
import type { Csv } from '../rules/csv.ts';
import { limits } from '../rules/limits.ts';
import { exposureRoutes, workListsRoutes } from './exposure.routes.ts';

/** How a person came to know a secret, the strongest evidence first. */
export const ways = ['copied', 'revealed', 'set', 'listed'] as const;
export type Way = (typeof ways)[number];

export const states = ['open', 'rotated', 'ignored'] as const;
export type WorkState = (typeof states)[number];

/** A secret to change. */
const work = {
  area: z.enum(areas),
  recordId: z.string(),
  recordName: z.string(),
  field: z.string(),
  /** Whether the value has changed since. */
  changed: z.boolean(),
  state: z.enum(states),
  reason: z.string().nullable(),
};
/** What people call the secret: 'password of root'. */
const fieldName = z.string();

export const workItem = z.object({ ...work, since: time, fieldName }).meta({ id: 'WorkItem' });
export type WorkItem = z.infer<typeof workItem>;

export const exposed = z
  .object({ ...work, how: z.enum(ways), lastAt: time, fieldName })
  .meta({ id: 'Exposure' });
export type Exposed = z.infer<typeof exposed>;

export const madeKinds = ['channel', 'rule', 'calendar'] as const;
/** What a person made that tells of the workspace's records for as long as it is on. */
export const made = z
  .object({ kind: z.enum(madeKinds), id, name: z.string(), isActive: z.boolean(), createdAt: time })
  .meta({ id: 'Made' });
export type Made = z.infer<typeof made>;

const stateBody = z
  .object({
    state: z.enum(states, { error: `State must be one of: ${states.join(', ')}` }),
    reason: optionalText('Reason', limits.reason),
  })
  .refine(({ state, reason }) => state !== 'ignored' || (reason ?? '') !== '', {
    path: ['reason'],
    error: 'Give a reason for ignoring it',
  });
const item = { area: z.string(), recordId: z.string(), field: z.string() };
const params = z.object({ userId: z.string() });

export const list = endpoint(exposureRoutes.list, {
  summary:
    'The leaver report: secrets that a current or former member saw or typed in, and which have changed since',
  params,
  query: z.object(pageQuery),
  data: z.object({
    exposure: z.array(exposed),
    /** How many secrets the person could have read. */
    couldRead: z.number(),
    /** Their channels, alert rules and calendars, those that are on first. */
    made: z.array(made),
    pagination,
  }),
});
export const exposureColumns: Csv = {
  Area: 'area',
  Record: 'recordName',
  Field: 'fieldName',
  How: 'how',
  Last: 'lastAt',
  'Another Value Since': 'changed',
  State: 'state',
  Reason: 'reason',
};
export const exportFile = {
  ...endpoint(exposureRoutes.export, {
    summary: 'Download the same as a CSV or JSON file, without secrets',
    params,
    query: z.object(exportFormat),
    data: z.array(cells(exposureColumns)),
  }),
  download: exposureRoutes.export.download,
};
export const update = endpoint(exposureRoutes.update, {
  summary: 'Set the state of one of these secrets',
  params: params.extend(item),
  body: stateBody,
  data: z.object({ exposure: exposed }),
});

export const turnOff = endpoint(exposureRoutes.turnOff, {
  summary: 'Turn off a channel or a rule that this person made, or end a calendar of theirs',
  params,
  body: z.object({
    kind: z.enum(madeKinds, { error: `Kind must be one of: ${madeKinds.join(', ')}` }),
    id: z.string({ error: 'Id is required' }).max(limits.id, 'Id is too long'),
  }),
  data: z.object({ made: z.array(made) }),
});

export const workList = z
  .object({
    id,
    name: z.string(),
    createdAt: time,
    /** The number of secrets in the list, and how many of them are still to be changed. */
    total: z.number(),
    open: z.number(),
  })
  .meta({ id: 'WorkList' });
export type WorkList = z.infer<typeof workList>;
const one = z.object({ workList });
/** Records of one kind. */
const chosen = {
  area: z.enum(areas, { error: `Area must be one of: ${areas.join(', ')}` }),
  ids: z
    .array(z.string({ error: 'Ids must be text' }).max(limits.id), { error: 'Ids must be a list' })
    .min(1, 'Select at least one record')
    .max(limits.bulkRows, `Maximum ${limits.bulkRows} records allowed`),
};
const idParams = z.object({ id: z.string() });

export const workLists = {
  list: endpoint(workListsRoutes.list, {
    summary: 'The lists of secrets to change for selected records, newest first',
    data: z.object({ workLists: z.array(workList) }),
  }),
  create: endpoint(workListsRoutes.create, {
    summary: 'Create a list of the secrets of these records',
    body: z.object({
      name: requiredText('Name', limits.name),
      ...chosen,
      also: z
        .array(z.object(chosen), { error: 'Also must be a list' })
        .max(areas.length, `Maximum ${areas.length} kinds of records allowed`)
        .optional()
        .meta({ description: 'Records of other kinds, for the same list' }),
    }),
    data: one,
    status: 201,
  }),
  get: endpoint(workListsRoutes.get, {
    summary: 'A list of secrets to change',
    params: idParams,
    query: z.object(pageQuery),
    data: z.object({ workList, items: z.array(workItem), pagination }),
  }),
  update: endpoint(workListsRoutes.update, {
    summary: 'Set the state of one of these secrets',
    params: idParams.extend(item),
    body: stateBody,
    data: z.object({ item: workItem }),
  }),
  remove: endpoint(workListsRoutes.remove, {
    summary: 'Delete a list; the records stay unchanged',
    params: idParams,
    data: z.object({ id }),
  }),
};
