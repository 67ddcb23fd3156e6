import { route } from '../api/route.ts';

export const defaultDistances: readonly number[] = [60, 30, 14, 7, 3, 1, 0, -1];
export const defaultShares: readonly number[] = [20, 10, 3];
export const defaultSingleFrom = 7;

/** What of a domain's registration and name servers a rule tells when it changes. */
export const ruleChanges = ['nameServers', 'registrar', 'transferLock', 'dnssec', 'hold'] as const;
export type RuleChange = (typeof ruleChanges)[number];

export const alertRulesRoutes = {
  list: route('GET', '/alert-rules', 'manage'),
  create: route('POST', '/alert-rules', 'manage'),
  get: route('GET', '/alert-rules/{id}', 'manage'),
  update: route('PUT', '/alert-rules/{id}', 'manage'),
  remove: route('DELETE', '/alert-rules/{id}', 'manage'),
};
