import { dashboard } from '@quartermaster/contract/dashboard/dashboard.schema';
import { rememberedUntil } from '../../records/list/remembered.ts';
import { implement } from '../../http/implement.ts';
import type { Services } from '../../services.ts';
import { alarmingDomains, domainFigures, figuresHoldUntil, toAlerts } from '../domains/domains.figures.ts';
import { overview, recentActivity as recent } from './dashboard.repository.ts';

export function dashboardRoutes({ api, db }: Services): void {
  implement(api, dashboard, async ({ caller: { owner } }) => {
    const now = Date.now();
    const { figures, alerts, ...more } = await rememberedUntil(db, owner, 'dashboard', now, async () => {
      const [totals, kinds, alarming, recentActivity, until] = await Promise.all([
        overview(db, owner),
        domainFigures(db, owner, now),
        alarmingDomains(db, owner, now),
        recent(db, owner),
        figuresHoldUntil(db, owner, now),
      ]);
      return { value: { overview: totals, figures: kinds, alerts: alarming, recentActivity }, until };
    });
    const { activeDomains, expiringDomains, expiredDomains } = figures;
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
