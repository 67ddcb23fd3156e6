import type { AlertRule } from '@quartermaster/contract/alert-rules/alert-rules.schema';
import {
  defaultDistances,
  defaultShares,
  defaultSingleFrom,
} from '@quartermaster/contract/alert-rules/alert-rules.routes';

/** What every rule says; others than the default one also say for which records. */
export type RuleValues = Pick<
  AlertRule,
  'what' | 'distances' | 'shares' | 'singleFrom' | 'channelIds' | 'userIds' | 'escalation' | 'isActive'
>;

export interface RulePartProps {
  values: RuleValues;
  set: (change: Partial<RuleValues>) => void;
  errorOf: (field: keyof RuleValues) => string | undefined;
}

export const newRule: RuleValues = {
  what: [],
  distances: [...defaultDistances],
  shares: [...defaultShares],
  singleFrom: defaultSingleFrom,
  channelIds: [],
  userIds: null,
  escalation: [],
  isActive: true,
};

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
