import type { AlertRule } from './alert-rules.schema.ts';
import { defaultDistances, defaultShares, defaultSingleFrom, ruleChanges } from './alert-rules.routes.ts';

/** What a rule says of when, how and whom it tells. */
export type RuleValues = Pick<
  AlertRule,
  | 'what'
  | 'distances'
  | 'shares'
  | 'singleFrom'
  | 'channelIds'
  | 'userIds'
  | 'escalation'
  | 'isActive'
  | 'changes'
>;

/** What a rule says at first, the default one included: the owners are told of everything. */
export const newRule: RuleValues = {
  what: [],
  distances: [...defaultDistances],
  shares: [...defaultShares],
  singleFrom: defaultSingleFrom,
  channelIds: [],
  userIds: null,
  escalation: [],
  isActive: true,
  changes: [...ruleChanges],
};
