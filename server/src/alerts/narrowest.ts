import type { Area } from '@quartermaster/contract/api/areas';
import type { RuleChange } from '@quartermaster/contract/alert-rules/alert-rules.routes';
import type { AlertRule } from '@quartermaster/contract/alert-rules/alert-rules.schema';
import type { ExpirationKind } from '@quartermaster/contract/expirations/expirations.routes';
import { type TagName, isTag } from '@quartermaster/contract/rules/tags';

export type Rule = Omit<AlertRule, 'createdAt' | 'updatedAt' | 'reaches' | 'record'>;
export type Escalation = Rule['escalation'][number];

/** What expires, as far as rules choose by it. */
export interface RuleSubject {
  what: ExpirationKind;
  area: Area;
  recordId: string;
  tags: readonly TagName[];
  /** What of it has changed, if it is not about a date. */
  change?: RuleChange;
}

/** Who is told about something, and at which distances. */
export interface Policy {
  distances: number[];
  shares: number[];
  singleFrom: number;
  channelIds: string[];
  userIds: string[];
  /** The owners of the workspace at that time are told, too. */
  toOwners: boolean;
  escalation: Escalation[];
}

const holdsFor = (rule: Rule, { what, area, recordId, tags, change }: RuleSubject): boolean =>
  rule.isActive &&
  (change === undefined || rule.changes.includes(change)) &&
  (rule.what.length === 0 || rule.what.includes(what)) &&
  (rule.recordId === null || rule.recordId === recordId) &&
  (rule.tag === null || tags.some((tag) => rule.tag !== null && isTag(tag, rule.tag))) &&
  (rule.area === null || rule.area === area);

/** Less is narrower. */
function breadth({ recordId, tag, area, isDefault }: Rule): number {
  const isBounded = [recordId !== null, tag !== null, area !== null, !isDefault];
  const narrowest = isBounded.indexOf(true);
  return narrowest < 0 ? isBounded.length : narrowest;
}

const distinct = <T>(lists: readonly (readonly T[])[]): T[] => [...new Set(lists.flat())];

/** What rules say together; null without any. */
export function together(rules: readonly Rule[]): Policy | null {
  if (rules.length === 0) return null;
  return {
    distances: distinct(rules.map(({ distances }) => distances)),
    shares: distinct(rules.map(({ shares }) => shares)),
    singleFrom: Math.max(...rules.map(({ singleFrom }) => singleFrom)),
    channelIds: distinct(rules.map(({ channelIds }) => channelIds)),
    userIds: distinct(rules.map(({ userIds }) => userIds ?? [])),
    toOwners: rules.some(({ userIds }) => userIds === null),
    escalation: rules.flatMap(({ escalation }) => escalation).sort((a, b) => a.afterDays - b.afterDays),
  };
}

/** What holds for something: the narrowest rules, of one breadth; null: no rule does. */
export function policyOf(rules: readonly Rule[], subject: RuleSubject): Policy | null {
  const holding = rules.filter((rule) => holdsFor(rule, subject));
  const narrowest = Math.min(...holding.map(breadth));
  return together(holding.filter((rule) => breadth(rule) === narrowest));
}
