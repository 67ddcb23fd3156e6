import { client } from '@quartermaster/contract/api/client';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { RefreshCw } from 'lucide-react';
import { messageOf } from '../../api/error.ts';
import { queryKey } from '../../api/queries.ts';
import { useSession } from '../../api/session.ts';
import { OfflineBanner } from '../../records/offline-banner.tsx';
import { Banner } from '../../ui/banner.tsx';
import { Button } from '../../ui/button.tsx';
import { PageHeader } from '../../ui/page-header.tsx';
import { dashboardQuery } from './dashboard-query.ts';
import { ExpirationAlerts } from './expiration-alerts.tsx';
import { ExpirationYear } from './expiration-year.tsx';
import { DashboardSkeleton, DomainCards, OverviewCards } from './overview-cards.tsx';
import { QuickActions } from './quick-actions.tsx';
import { RecentActivity } from './recent-activity.tsx';

function useFirstName(): string {
  const { status } = useSession();
  return status.is === 'authenticated' ? (status.user.email.split('@')[0] ?? '') : '';
}

export default function DashboardPage() {
  const { data, error, isPending, isFetching, refetch } = useQuery(dashboardQuery);
  const name = useFirstName();
  const queries = useQueryClient();
  const reload = () => {
    void refetch();
    void queries.invalidateQueries({ queryKey: queryKey(client.domains.stats) });
  };

  return (
    <div className="mx-auto grid w-full max-w-page content-start gap-3 p-4">
      <PageHeader title="Dashboard" subtitle={`Welcome back, ${name}`}>
        <Button icon={RefreshCw} busy={isFetching} onClick={reload}>
          Refresh
        </Button>
      </PageHeader>
      <OfflineBanner />
      {error && (
        <Banner
          tone="bad"
          title="Failed to load dashboard"
          action={<Button onClick={reload}>Try Again</Button>}
        >
          {messageOf(error, 'Failed to load dashboard data')}
        </Banner>
      )}
      {isPending && <DashboardSkeleton />}
      {data && (
        <>
          <OverviewCards overview={data.stats.overview} />
          <DomainCards domains={data.stats.domains} />
          {/* The longest panel is beside the three others, so that no gaps are left. */}
          <div className="grid gap-3 lg:grid-cols-12">
            <div className="grid lg:col-span-5">
              <ExpirationAlerts {...data.stats} />
            </div>
            <div className="grid lg:col-span-3">
              <QuickActions />
            </div>
            <div className="grid lg:col-span-4 lg:row-span-2">
              <RecentActivity {...data.stats} />
            </div>
            <div className="grid lg:col-span-8">
              <ExpirationYear />
            </div>
          </div>
        </>
      )}
    </div>
  );
}
