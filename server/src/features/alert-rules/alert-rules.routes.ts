import * as alertRules from '@quartermaster/contract/alert-rules/alert-rules.schema';
import { implement } from '../../http/implement.ts';
import type { Services } from '../../services.ts';
import { createRule, getRule, listRules, removeRule, updateRule } from './alert-rules.service.ts';

export function alertRuleRoutes({ api, db, config }: Services): void {
  const { tables } = api;
  implement(api, alertRules.list, ({ caller, query }) => listRules(db, config, caller.owner.id, query));
  implement(api, alertRules.create, async ({ caller, body }) => ({
    alertRule: await createRule(db, config, caller, tables, body),
  }));
  implement(api, alertRules.get, async ({ caller, params }) => ({
    alertRule: await getRule(db, config, caller.owner.id, params.id),
  }));
  implement(api, alertRules.update, async ({ caller, params, body }) => ({
    alertRule: await updateRule(db, config, caller, tables, { id: params.id, fields: body }),
  }));
  implement(api, alertRules.remove, ({ caller, params }) => removeRule(db, caller, params.id));
}
