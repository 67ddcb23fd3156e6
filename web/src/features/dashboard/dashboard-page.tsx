import { useQuery, useQueryClient } from '@tanstack/react-query';
import { RefreshCw } from 'lucide-react';
import { useState } from 'react';
import { useMay } from '../../api/rights.ts';
import { useSession } from '../../api/session.ts';
import { OfflineBanner } from '../../records/offline-banner.tsx';
import { ProblemBanner } from '../../records/problem-banner.tsx';
import { Button } from '../../ui/button.tsx';
import { PageHeader } from '../../ui/page-header.tsx';
import { dashboardQuery } from './dashboard-query.ts';
import { AlertBlock } from './alert-block.tsx';
import { ExpirationAlerts } from './expiration-alerts.tsx';
import { ExpirationYear } from './expiration-year.tsx';
import { FirstSteps, hasNoDomains } from './first-steps.tsx';
import { DashboardSkeleton, DomainCards, OverviewCards } from './overview-cards.tsx';
import { QuickActions } from './quick-actions.tsx';
import { RecentActivity } from './recent-activity.tsx';
import { recordProblems } from './record-problems.tsx';
import { useSecretComments } from './secret-comments.ts';
import { useToDo } from './to-do.ts';
import { UnknownAddress } from './unknown-address.tsx';

function useWelcome(): string {
  const { status, isNew } = useSession();
  const name = status.is === 'authenticated' ? (status.user.email.split('@')[0] ?? '') : '';
  return isNew ? `Welcome, ${name}` : `Welcome back, ${name}`;
}

export default function DashboardPage() {
  const { data, error, isPending, isFetching } = useQuery(dashboardQuery);
  const welcome = useWelcome();
  const queries = useQueryClient();
  const reload = () => void queries.invalidateQueries();

  const mayWrite = useMay('write');
  const isEmpty = data && mayWrite && hasNoDomains(data.stats.overview);
  const toDo = useToDo();
  const comments = useSecretComments(data?.stats.toDo.secretComments ?? 0);
  // Nothing below the block is shown before its rows are known: they would push it down.
  const isLoaded =
    data !== undefined && [toDo, comments].every((part) => part.data !== undefined || part.error !== null);
  const [wasLoaded, setWasLoaded] = useState(false);
  if (isLoaded && !wasLoaded) setWasLoaded(true);

  return (
    <div className="mx-auto grid w-full max-w-page grid-cols-1 content-start gap-3 p-4">
      <PageHeader title="Dashboard" subtitle={welcome}>
        <Button icon={RefreshCw} busy={isFetching} onClick={reload}>
          Refresh
        </Button>
      </PageHeader>
      <OfflineBanner />
      <UnknownAddress />
      <ProblemBanner
        title="Failed to load dashboard"
        error={error}
        fallback="Failed to load dashboard data"
        onRetry={reload}
      />
      {data && (
        <ProblemBanner
          title="Failed to load what is to be done"
          error={toDo.error ?? comments.error}
          onRetry={reload}
        />
      )}
      {(isPending || (data && !wasLoaded)) && <DashboardSkeleton />}
      {data && wasLoaded && (
        <>
          {toDo.data && comments.data && (
            <AlertBlock toDo={toDo.data} problems={recordProblems(data.stats.toDo, comments.data)} />
          )}
          {isEmpty && <FirstSteps overview={data.stats.overview} />}
          <div className="grid grid-cols-1 gap-3 lg:grid-cols-12">
            <div className="flex flex-col gap-3 lg:col-span-8">
              {!isEmpty && <ExpirationAlerts stats={data.stats} />}
              {mayWrite && <QuickActions />}
            </div>
            <div className="grid lg:col-span-4">
              <RecentActivity {...data.stats} />
            </div>
          </div>
          <OverviewCards overview={data.stats.overview} />
          <DomainCards domains={data.stats.domains} />
          {!isEmpty && <ExpirationYear />}
        </>
      )}
    </div>
  );
}
