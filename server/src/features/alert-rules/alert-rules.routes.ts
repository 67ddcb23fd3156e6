import * as alertRules from '@quartermaster/contract/alert-rules/alert-rules.schema';
import { implement } from '../../http/implement.ts';
import type { Services } from '../../services.ts';
import { createRule, getRule, listRules, removeRule, updateRule } from './alert-rules.service.ts';

export function alertRuleRoutes({ api, db, config }: Services): void {
  implement(api, alertRules.list, ({ caller, query }) => listRules(db, config, caller.owner, query));
  implement(api, alertRules.create, async ({ caller, body }) => ({
    alertRule: await createRule(db, config, caller, body),
  }));
  implement(api, alertRules.get, async ({ caller, params }) => ({
    alertRule: await getRule(db, config, caller.owner, params.id),
  }));
  implement(api, alertRules.update, async ({ caller, params, body }) => ({
    alertRule: await updateRule(db, config, caller, { id: params.id, fields: body }),
  }));
  implement(api, alertRules.remove, ({ caller, params }) => removeRule(db, caller, params.id));
}
