import { z } from 'zod';
import { dashboardRoutes } from './dashboard.routes.ts';
import { domainStatuses } from '../rules/expiry.ts';
import { endpoint } from '../api/endpoint.ts';
import { id, time } from '../api/values.ts';

const status = z.enum(domainStatuses);

export const dashboardStats = z
  .object({
    overview: z.object({
      totalEmailAccounts: z.number(),
      totalDomains: z.number(),
      totalServers: z.number(),
      totalProxies: z.number(),
      totalHostings: z.number(),
      totalCdnAccounts: z.number(),
      totalRegistratorAccounts: z.number(),
    }),
    domains: z.object({ activeDomains: z.number(), expiringDomains: z.number(), expiredDomains: z.number() }),
    expirationAlerts: z.array(
      z.object({ id, domain: z.string(), daysUntilExpiration: z.number().nullable(), status }),
    ),
    expirationAlertsTotal: z.number(),
    recentActivity: z.object({
      recentEmails: z.array(z.object({ id, email: z.string(), createdAt: time })),
      recentDomains: z.array(z.object({ id, domain: z.string(), status, createdAt: time })),
      recentServers: z.array(z.object({ id, name: z.string(), ip: z.string().nullable(), createdAt: time })),
    }),
    /** What needs attention: each count equals the list filtered by its `dashboardFilters`, the last that of mismatches. */
    toDo: z.object({
      expiringThisWeek: z.number(),
      accountsWithoutAuth: z.number(),
      cdnAccountsWithoutAuth: z.number(),
      accountsWithIncompleteApi: z.number(),
      serversInMaintenance: z.number(),
      typesWithReadableSecrets: z.number(),
      emailsWithAmbiguousAddress: z.number(),
      openMismatches: z.number(),
      secretComments: z
        .number()
        .meta({ description: 'Comments that look like they hold a password, of all kinds' }),
    }),
  })
  .meta({ id: 'DashboardStats' });
export type DashboardStats = z.infer<typeof dashboardStats>;

export const dashboard = endpoint(dashboardRoutes.dashboard, {
  summary: 'Counts, expirations and the latest additions',
  data: z.object({ stats: dashboardStats }),
});
