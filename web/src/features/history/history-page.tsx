import { client } from '@quartermaster/contract/api/client';
import { useSearch } from '@tanstack/react-router';
import { History } from 'lucide-react';
import { MoreButton } from '../../records/more-button.tsx';
import { OfflineBanner } from '../../records/offline-banner.tsx';
import { ProblemBanner } from '../../records/problem-banner.tsx';
import { useCursorList } from '../../records/use-cursor-list.ts';
import { EmptyState } from '../../ui/empty-state.tsx';
import { PageHeader } from '../../ui/page-header.tsx';
import { PageSpinner } from '../../ui/spinner.tsx';
import { HistoryTabs } from '../../records/history/history-tabs.tsx';
import { BatchRow } from './batch-row.tsx';
import { HistoryFilters } from './history-filters.tsx';
import { type HistorySearch, queryOf } from './history-search.ts';
import { byDay } from './by-day.ts';

/** What was done to the records, by day; an act opens with its changes. */
export default function HistoryPage() {
  const search: HistorySearch = useSearch({ strict: false });
  const query = queryOf(search);
  const list = useCursorList(client.history.list, { query }, ({ batches }) => batches, {
    isFiltered: true,
    isRunning: ({ batches }) => batches.some(({ state }) => state === 'running'),
  });
  const isFiltered = Object.keys(query).length > 0;
  return (
    <div
      aria-busy={list.isOutdated}
      className="mx-auto grid w-full max-w-page grid-cols-1 content-start gap-3 p-4"
    >
      <PageHeader title="History" subtitle="Changes, with undo" />
      <OfflineBanner />
      <HistoryTabs current="/history" />
      <HistoryFilters search={search} />
      <ProblemBanner title="Failed to load the history" error={list.error} onRetry={list.retry} />
      {list.isPending && <PageSpinner />}
      {list.items?.length === 0 && (
        <EmptyState
          icon={History}
          {...(isFiltered
            ? { title: 'Nothing like that here' }
            : {
                title: 'Nothing here yet',
                body: 'Every change of a record is listed here, and can be undone.',
              })}
        />
      )}
      {byDay(list.items ?? []).map(({ day, title, batches }) => (
        <section
          key={day}
          aria-label={title}
          className="rounded-lg border border-line bg-surface shadow-card"
        >
          <h2 className="border-b border-line px-4 py-2 text-sm font-semibold">{title}</h2>
          <ol className="divide-y divide-line">
            {batches.map((batch) => (
              <BatchRow key={batch.id} batch={batch} isOpen={search.batch === batch.id} />
            ))}
          </ol>
        </section>
      ))}
      <MoreButton {...list} />
    </div>
  );
}
