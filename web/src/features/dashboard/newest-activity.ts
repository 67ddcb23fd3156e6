import type { DashboardStats } from '@quartermaster/contract/dashboard/dashboard.schema';

export interface Activity {
  id: string;
  kind: 'email' | 'domain' | 'server';
  title: string;
  subtitle: string;
  createdAt: string;
}

const shownAtMost = 10;

/** The newest activity across all entities. */
export function newestActivity(recent: DashboardStats['recentActivity']): Activity[] {
  const { recentEmails, recentDomains, recentServers } = recent;
  const all: Activity[] = [
    ...recentEmails.map(({ id, email, createdAt }) => ({
      id,
      createdAt,
      kind: 'email' as const,
      title: email,
      subtitle: 'Email Account',
    })),
    ...recentDomains.map(({ id, domain, status, createdAt }) => ({
      id,
      createdAt,
      kind: 'domain' as const,
      title: domain,
      subtitle: `Status: ${status}`,
    })),
    ...recentServers.map(({ id, name, ip, createdAt }) => ({
      id,
      createdAt,
      kind: 'server' as const,
      title: name,
      subtitle: ip ? `IP: ${ip}` : 'No IP assigned',
    })),
  ];
  return all.sort((a, b) => Date.parse(b.createdAt) - Date.parse(a.createdAt)).slice(0, shownAtMost);
}
