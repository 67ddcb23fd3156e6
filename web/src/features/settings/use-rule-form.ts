import { areas } from '@quartermaster/contract/api/areas';
import { client } from '@quartermaster/contract/api/client';
import type { AlertRule } from '@quartermaster/contract/alert-rules/alert-rules.schema';
import { type RuleValues, newRule } from '@quartermaster/contract/alert-rules/new-rule';
import { type TagName, parseTag } from '@quartermaster/contract/rules/tags';
import { queryClient } from '../../api/queries.ts';
import { request } from '../../api/request.ts';
import { useActionForm } from '../../records/use-action-form.ts';

/** For which records a rule holds: each that is not empty must fit. */
interface Bounds {
  tag: string;
  area: string;
  recordId: string;
}

const valuesOf = (rule: AlertRule): RuleValues => ({
  what: rule.what,
  distances: rule.distances,
  shares: rule.shares,
  singleFrom: rule.singleFrom,
  channelIds: rule.channelIds,
  userIds: rule.userIds,
  escalation: rule.escalation,
  isActive: rule.isActive,
  changes: rule.changes,
});

export const typedTag = ({ type, value }: TagName): string => `${type}:${value}`;

/** A rule may name a record without its kind, which the picker needs. */
const boundsOf = (rule: AlertRule | undefined): Bounds => ({
  tag: rule?.tag ? typedTag(rule.tag) : '',
  area: rule?.area ?? rule?.record?.area ?? '',
  recordId: rule?.recordId ?? '',
});

/** What is sent of the bounds; what was not touched stays as it is, however it was written. */
function boundsToSend(bounds: Bounds, rule: AlertRule | undefined) {
  const before = boundsOf(rule);
  const tag = bounds.tag.trim();
  const isOther = bounds.area !== before.area || bounds.recordId !== before.recordId;
  return {
    ...(tag !== before.tag.trim() && { tag: tag === '' ? null : parseTag(tag) }),
    ...(isOther && {
      area: areas.find((area) => area === bounds.area) ?? null,
      recordId: bounds.recordId || null,
    }),
  };
}

/** The form of a rule, or of a new one. The default rule has no fields for its name and bounds, which stay. */
export const useRuleForm = (rule: AlertRule | undefined, onSaved: () => void) =>
  useActionForm(
    { ...(rule ? valuesOf(rule) : newRule), ...boundsOf(rule), name: rule?.name ?? '' },
    async ({ tag, area, recordId, name, ...rest }) => {
      const body = { ...rest, ...boundsToSend({ tag, area, recordId }, rule) };
      await (rule
        ? request(client.alertRules.update, {
            params: { id: rule.id },
            body: { ...body, ...(name !== rule.name && { name }) },
          })
        : request(client.alertRules.create, { body: { ...body, name } }));
      await queryClient.invalidateQueries();
      onSaved();
    },
    'Failed to save the rule',
  );

export type RuleForm = ReturnType<typeof useRuleForm>;
