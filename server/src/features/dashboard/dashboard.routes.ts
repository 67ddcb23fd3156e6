import { dashboard } from '@quartermaster/contract/dashboard/dashboard.schema';
import { cachedUntil } from '../../records/list/cache.ts';
import { countMismatches } from '../../expiry/mismatches.ts';
import { implement } from '../../http/implement.ts';
import type { Services } from '../../services.ts';
import { alarmingDomains, domainStats, statsHoldUntil, toAlerts } from '../domains/domains.stats.ts';
import { overview, recentActivity as recent, toDo } from './dashboard.repository.ts';

export function dashboardRoutes({ api, db, tables }: Services): void {
  implement(api, dashboard, async ({ caller: { owner } }) => {
    const now = Date.now();
    const { byStatus, alerts, ...more } = await cachedUntil(db, owner, 'dashboard', now, async () => {
      const [totals, kinds, alarming, recentActivity, work, openMismatches, until] = await Promise.all([
        overview(db, owner),
        domainStats(db, owner, now),
        alarmingDomains(db, owner, now),
        recent(db, owner),
        toDo(db, tables, owner),
        countMismatches(db, owner, tables, {}),
        statsHoldUntil(db, owner, now),
      ]);
      const value = { overview: totals, byStatus: kinds, alerts: alarming, recentActivity };
      return { value: { ...value, toDo: { ...work, openMismatches } }, until };
    });
    const { activeDomains, expiringDomains, expiredDomains } = byStatus;
    return {
      stats: {
        ...more,
        domains: { activeDomains, expiringDomains, expiredDomains },
        expirationAlerts: toAlerts(alerts, now),
        expirationAlertsTotal: expiringDomains + expiredDomains,
      },
    };
  });
}
