import { client } from '@quartermaster/contract/api/client';
import { shownName } from '@quartermaster/contract/rules/domain-name';
import { limits } from '@quartermaster/contract/rules/limits';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { Waypoints } from 'lucide-react';
import { useMemo } from 'react';
import type { Output } from '../../api/request.ts';
import { routeQuery } from '../../api/queries.ts';
import { entities } from '../../records/entities.ts';
import { OfflineBanner } from '../../records/offline-banner.tsx';
import { ProblemBanner } from '../../records/problem-banner.tsx';
import { deferred } from '../../ui/deferred.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { formatNumber } from '../../ui/format.ts';
import { PageHeader } from '../../ui/page-header.tsx';
import { Panel } from '../../ui/panel.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';

const waiting = <Skeleton className="h-96 w-full" />;
const Picture = deferred(
  async () => ({ default: (await import('../../record/picture/picture.tsx')).PictureOf }),
  { waiting, onDemand: true },
);

/** Every kind of record of the workspace and what connects them, with the single points of failure first. */
export default function MapPage() {
  const graph = useQuery(routeQuery(client.graph.graph));
  const found = useQuery(routeQuery(client.graph.heaviest));
  const heaviest = found.data?.heaviest;
  const apart = useMemo(() => new Set(heaviest?.map(({ id }) => id)), [heaviest]);
  const { data } = graph;
  const hasNodes = data !== undefined && data.nodes.length > 0;
  // The heaviest stand apart from their groups, so the picture waits for them, unless they can't be had.
  const isPending = graph.isPending || (hasNodes && found.isPending);
  const all = data?.totals.reduce((sum, { total }) => sum + total, 0) ?? 0;
  return (
    <div className="mx-auto grid w-full max-w-page content-start gap-3 p-4">
      <PageHeader title="Map" subtitle="What depends on what, and on what most depends" />
      <OfflineBanner />
      <ProblemBanner
        title="Failed to load the map"
        error={graph.error}
        onRetry={() => void graph.refetch()}
      />
      <ProblemBanner
        title="Failed to load the single points of failure"
        error={graph.error ? null : found.error}
        onRetry={() => void found.refetch()}
      />
      {data?.nodes.length === 0 && (
        <EmptyState
          icon={Waypoints}
          title="Nothing to show yet"
          body="Records appear here with what they refer to."
        />
      )}
      {heaviest && hasNodes && <Heaviest heaviest={heaviest} />}
      {isPending && waiting}
      {hasNodes && !isPending && <Picture graph={data} apart={apart} name="map" />}
      {all > limits.graph && (
        <p className="text-sm text-ink-2">
          Drawn are {formatNumber(limits.graph)} of {formatNumber(all)} records, those on which others depend
          first.
        </p>
      )}
    </div>
  );
}

type Heavy = Output<typeof client.graph.heaviest>['heaviest'];

const Heaviest = ({ heaviest }: { heaviest: Heavy }) => (
  <Panel title="Single points of failure">
    {heaviest.length === 0 && <p className="p-4 text-sm text-ink-2">Nothing depends on any record yet.</p>}
    <ol className="grid gap-x-6 p-2 empty:hidden md:grid-cols-2 xl:grid-cols-5">
      {heaviest.map(({ id, area, name, dependents }) => {
        const { icon: Icon, entity } = entities[area];
        return (
          <li key={id} className="min-w-0">
            <Link
              to={`/${area}/${id}`}
              search={{}}
              className="group flex min-h-11 items-center gap-2.5 rounded-md px-2 py-1 hover:bg-sunken"
            >
              <Icon aria-hidden className="size-4 shrink-0 text-ink-3" strokeWidth={1.75} />
              <span className="min-w-0 flex-1">
                <span className="block clipped text-sm font-medium group-hover:underline">
                  {shownName(area, name) || '—'}
                </span>
                <span className="block clipped text-xs text-ink-2">
                  {entity.one} · {formatNumber(dependents)} {dependents === 1 ? 'depends' : 'depend'} on it
                </span>
              </span>
            </Link>
          </li>
        );
      })}
    </ol>
  </Panel>
);
