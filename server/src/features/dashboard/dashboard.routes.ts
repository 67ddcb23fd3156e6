import { dashboard } from '@quartermaster/contract/dashboard';
import { implement } from '../../http/implement.ts';
import type { Services } from '../../services.ts';
import { domainFigures, expirationAlerts } from '../domains/domains.figures.ts';
import { overview, recentActivity } from './dashboard.repository.ts';

export function dashboardRoutes({ api, db }: Services): void {
  implement(api, dashboard, async ({ caller: { owner } }) => {
    const now = Date.now();
    const [totals, figures, alerts, recent] = await Promise.all([
      overview(db, owner),
      domainFigures(db, owner, now),
      expirationAlerts(db, owner, now),
      recentActivity(db, owner),
    ]);
    const { activeDomains, expiringDomains, expiredDomains } = figures;
    return {
      stats: {
        overview: totals,
        domains: { activeDomains, expiringDomains, expiredDomains },
        expirationAlerts: alerts,
        expirationAlertsTotal: expiringDomains + expiredDomains,
        recentActivity: recent,
      },
    };
  });
}
