import * as alerts from '@quartermaster/contract/alerts/alerts.schema';
import { actOnAlerts } from '../../alerts/acting.ts';
import { alertStats, getAlert, listAlerts } from '../../alerts/pages.ts';
import { implement } from '../../http/implement.ts';
import type { Services } from '../../services.ts';

export function alertRoutes({ api, db, tables, config }: Services): void {
  implement(api, alerts.list, ({ caller, query }) => listAlerts(db, config, caller, tables, query));
  implement(api, alerts.stats, async ({ caller }) => ({ stats: await alertStats(db, caller, tables) }));
  implement(api, alerts.bulkActions, ({ caller, body }) => actOnAlerts(db, caller, tables, body));
  implement(api, alerts.get, async ({ caller, params }) => ({
    alert: await getAlert(db, config, caller, tables, params.id),
  }));
}
