import { z } from 'zod';
import { areas } from '../api/areas.ts';
import { endpoint } from '../api/endpoint.ts';
import { pageQuery, pagination } from '../api/query.ts';
import { idParams } from '../api/record-endpoints.ts';
import { area, recordName } from '../api/relations.ts';
import { flag, id, identity, optionalReference, requiredText } from '../api/values.ts';
import { expirationKinds } from '../expirations/expirations.routes.ts';
import { limits } from '../rules/limits.ts';
import { parseTag } from '../rules/tags.ts';
import {
  alertRulesRoutes,
  defaultDistances,
  defaultShares,
  defaultSingleFrom,
  ruleChanges,
} from './alert-rules.routes.ts';

const tagName = z.object({ type: z.string(), value: z.string() });
const step = z.object({ afterDays: z.number(), channelIds: z.array(z.string()) });

/** At which distances alerts are raised, and who is told. */
export const alertRule = z
  .object({
    ...identity,
    name: z.string(),
    tag: tagName.nullable(),
    area: area.nullable(),
    recordId: id.nullable(),
    /** Empty: all that expires. */
    what: z.array(z.enum(expirationKinds)),
    /** In days; -1 is once after. */
    distances: z.array(z.number()),
    /** In percent of the lifetime of a TLS certificate that is short. */
    shares: z.array(z.number()),
    /** From how many days down people get single messages; before, their digest. */
    singleFrom: z.number(),
    channelIds: z.array(z.string()),
    /** null: the owners of the workspace at that time. */
    userIds: z.array(z.string()).nullable(),
    escalation: z.array(step),
    isActive: z.boolean(),
    isDefault: z.boolean(),
    /** Whether anybody can be reached now. */
    reaches: z.boolean(),
    /** What `recordId` names; null if it is gone. */
    record: recordName.extend({ area }).meta({ id: 'RuleRecord' }).nullable(),
    /** Which changes of domains are told; empty: none. */
    changes: z.array(z.enum(ruleChanges)),
  })
  .meta({ id: 'AlertRule' });
export type AlertRule = z.infer<typeof alertRule>;

/** A list of distinct values, its length checked first. */
const several = <S extends z.ZodType>(label: string, each: S, max: number) =>
  z
    .array(z.unknown(), { error: `${label} must be a list` })
    .max(max, { error: `Maximum ${max} ${label.toLowerCase()} allowed`, abort: true })
    .pipe(z.array(each))
    .transform((values): z.output<S>[] => [...new Set(values)]);

const whole = (label: string, min: number, max: number) => {
  const error = `${label} must be a whole number from ${min} to ${max}`;
  return z.number({ error }).int(error).min(min, error).max(max, error);
};
const shareError = 'Each share must be a percentage above 0, at most 100';
const known = (label: string) =>
  z
    .string({ error: `${label} must be text` })
    .max(limits.id, `${label} must be less than ${limits.id} characters`);
const channelIds = several('Channels', known('A channel'), limits.ruleChannels);

const fields = z.object({
  name: requiredText('Name', limits.name),
  /** `type:value` in one text is accepted too. */
  tag: z
    .preprocess(
      (value) => (typeof value === 'string' && value.length <= limits.tagText ? parseTag(value) : value),
      z.object(
        {
          type: requiredText('Tag type', limits.tagType),
          value: requiredText('Tag value', limits.tagValue),
        },
        { error: 'Tag must have a type and a value' },
      ),
    )
    .nullish(),
  area: z.enum(areas, { error: `Area must be one of: ${areas.join(', ')}` }).nullish(),
  recordId: optionalReference('Record'),
  what: several(
    'What',
    z.enum(expirationKinds, { error: `What must be among: ${expirationKinds.join(', ')}` }),
    expirationKinds.length,
  ),
  distances: several('Reminders', whole('Each reminder', -1, limits.days), limits.ruleDistances),
  shares: several(
    'Shares',
    z.number({ error: shareError }).gt(0, shareError).max(100, shareError),
    limits.ruleDistances,
  ),
  singleFrom: whole('Single messages', -1, limits.days),
  channelIds,
  userIds: several('People', known('A person'), limits.rulePeople).nullable(),
  escalation: z
    .array(z.object({ afterDays: whole('Days', 1, limits.days), channelIds }), {
      error: 'Escalation must be a list',
    })
    .max(limits.ruleEscalations, `Maximum ${limits.ruleEscalations} escalations allowed`),
  isActive: flag('Active'),
  changes: several(
    'Changes',
    z.enum(ruleChanges, { error: `Changes must be among: ${ruleChanges.join(', ')}` }),
    ruleChanges.length,
  ),
});

const one = z.object({ alertRule });

export const list = endpoint(alertRulesRoutes.list, {
  summary: 'The alert rules, the default one first',
  query: z.object(pageQuery),
  data: z.object({ alertRules: z.array(alertRule), pagination }),
});
export const create = endpoint(alertRulesRoutes.create, {
  summary: 'Add an alert rule for a record, a tag, an area, or all that expires',
  body: fields.extend({
    what: fields.shape.what.default([]),
    distances: fields.shape.distances.default([...defaultDistances]),
    shares: fields.shape.shares.default([...defaultShares]),
    singleFrom: fields.shape.singleFrom.default(defaultSingleFrom),
    channelIds: channelIds.default([]),
    userIds: fields.shape.userIds.default([]),
    escalation: fields.shape.escalation.default([]),
    isActive: fields.shape.isActive.default(true),
    changes: fields.shape.changes.default([...ruleChanges]),
  }),
  data: one,
  status: 201,
});
export const get = endpoint(alertRulesRoutes.get, {
  summary: 'An alert rule',
  params: idParams,
  data: one,
});
export const update = endpoint(alertRulesRoutes.update, {
  summary: 'Change the fields that are sent of an alert rule',
  params: idParams,
  body: fields.partial(),
  data: one,
});
export const remove = endpoint(alertRulesRoutes.remove, {
  summary: 'Delete an alert rule; the default one stays',
  params: idParams,
  data: z.object({ id }),
});
