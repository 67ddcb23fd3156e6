import { client } from '@quartermaster/contract/api/client';
import type { DashboardStats } from '@quartermaster/contract/dashboard/dashboard.schema';
import {
  AtSign,
  CircleCheck,
  CalendarClock,
  Cloud,
  Globe,
  KeyRound,
  Network,
  Server,
  TriangleAlert,
  Warehouse,
} from 'lucide-react';
import { filterSearch } from '../../records/record-address.ts';
import { soonestFirst } from './expiration-links.ts';
import { StatCard, StatCardSkeleton } from '../../ui/stat-card.tsx';

export function OverviewCards({ overview }: Pick<DashboardStats, 'overview'>) {
  return (
    <section aria-label="Overview" className="grid grid-cols-2 gap-3 md:grid-cols-4 min-[90rem]:grid-cols-7">
      <StatCard
        label="Email Accounts"
        value={overview.totalEmailAccounts}
        icon={AtSign}
        tone="info"
        to="/emails"
      />
      <StatCard label="Domains" value={overview.totalDomains} icon={Globe} tone="info" to="/domains" />
      <StatCard label="Servers" value={overview.totalServers} icon={Server} tone="violet" to="/servers" />
      <StatCard label="Proxies" value={overview.totalProxies} icon={Network} tone="teal" to="/proxies" />
      <StatCard
        label="Hostings"
        value={overview.totalHostings}
        icon={Warehouse}
        tone="violet"
        to="/hostings"
      />
      <StatCard
        label="CDN Accounts"
        value={overview.totalCdnAccounts}
        icon={Cloud}
        tone="teal"
        to="/cdn"
        search={filterSearch(client.cdn, {})}
      />
      {/* Fills the gap beside it. */}
      <div className="col-span-2 grid min-[90rem]:col-span-1">
        <StatCard
          label="Registrator Accounts"
          value={overview.totalRegistratorAccounts}
          icon={KeyRound}
          tone="info"
          to="/registrator-accounts"
        />
      </div>
    </section>
  );
}

export function DomainCards({ domains }: Pick<DashboardStats, 'domains'>) {
  return (
    <section
      aria-label="Domains"
      className="grid grid-cols-3 gap-3 max-sm:gap-2 max-sm:*:items-end max-sm:*:px-2.5 max-sm:**:data-icon:hidden"
    >
      <StatCard
        label="Active Domains"
        value={domains.activeDomains}
        icon={CircleCheck}
        tone="ok"
        {...soonestFirst({ expiry: 'active' })}
      />
      <StatCard
        label="Expiring Soon"
        value={domains.expiringDomains}
        icon={CalendarClock}
        tone="warn"
        {...soonestFirst({ expiry: 'expiring' })}
      />
      <StatCard
        label="Expired"
        value={domains.expiredDomains}
        icon={TriangleAlert}
        tone="bad"
        {...soonestFirst({ expiry: 'expired' })}
      />
    </section>
  );
}

const eight = Array.from({ length: 8 }, (_, index) => index);

export function DashboardSkeleton() {
  return (
    <div role="status" className="grid grid-cols-2 gap-3 md:grid-cols-4">
      <span className="sr-only">Loading</span>
      {eight.map((index) => (
        <StatCardSkeleton key={index} />
      ))}
    </div>
  );
}
