import { client } from '@quartermaster/contract/api/client';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { RefreshCw } from 'lucide-react';
import { entityKey, queryKey } from '../../api/queries.ts';
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
  const { data, error, isPending, isFetching, refetch } = useQuery(dashboardQuery);
  const welcome = useWelcome();
  const queries = useQueryClient();
  const reload = () => {
    void refetch();
    void queries.invalidateQueries({ queryKey: queryKey(client.domains.stats) });
    void queries.invalidateQueries({ queryKey: entityKey(client.alerts.list.path) });
  };

  const mayWrite = useMay('write');
  const isEmpty = data && mayWrite && hasNoDomains(data.stats.overview);
  const toDo = useToDo();
  const comments = useSecretComments(data?.stats.toDo.secretComments ?? 0);
  // Nothing below the block is shown before its rows are known: they would push it down.
  const isKnown = (toDo.data !== undefined || toDo.error !== null) && comments !== undefined;

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
      {data && <ProblemBanner title="Failed to load the alerts" error={toDo.error} onRetry={toDo.retry} />}
      {(isPending || (data && !isKnown)) && <DashboardSkeleton />}
      {data && isKnown && (
        <>
          {toDo.data && <AlertBlock toDo={toDo.data} problems={recordProblems(data.stats.toDo, comments)} />}
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
