import type { AlertRule } from '@quartermaster/contract/alert-rules/alert-rules.schema';
import type { RuleValues } from '@quartermaster/contract/alert-rules/new-rule';

export interface RulePartProps {
  values: RuleValues;
  set: (change: Partial<RuleValues>) => void;
  errorOf: (field: keyof RuleValues) => string | undefined;
}

export const valuesOf = (rule: AlertRule): RuleValues => ({
  what: rule.what,
  distances: rule.distances,
  shares: rule.shares,
  singleFrom: rule.singleFrom,
  channelIds: rule.channelIds,
  userIds: rule.userIds,
  escalation: rule.escalation,
  isActive: rule.isActive,
});

export const toggled = <T>(list: readonly T[], each: T): T[] =>
  list.includes(each) ? list.filter((other) => other !== each) : [...list, each];
