import type { FactChange } from '@quartermaster/contract/fact-changes/fact-changes.schema';
import { useQuery } from '@tanstack/react-query';
import { ArrowRightLeft } from 'lucide-react';
import { useSelection } from '../../list/bulk/use-selection.ts';
import { Pager } from '../../list/table/pager.tsx';
import { usePlainRows } from '../../list/table/use-plain-rows.ts';
import { useLastPage } from '../../list/use-last-page.ts';
import { useListState } from '../../list/use-list-state.ts';
import { OfflineBanner } from '../../records/offline-banner.tsx';
import { ProblemBanner } from '../../records/problem-banner.tsx';
import { Button } from '../../ui/button.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { MarkedWords } from '../../ui/marked.tsx';
import { PageHeader } from '../../ui/page-header.tsx';
import { ChangeRows } from './change-rows.tsx';
import { ChangesFilters } from './changes-filters.tsx';
import { changeList, pageQuery, queryOf } from './changes-query.ts';

const noRows: readonly FactChange[] = [];

/** What has changed at registries, in DNS and in certificates. */
export default function ChangesPage() {
  const state = useListState(changeList);
  const query = queryOf(state.query, state.asked);
  const list = useQuery(pageQuery(query, state.page));
  const { page, setPage, openRecord } = state;
  const rows = list.data?.factChanges ?? noRows;
  const open = ({ area, recordId }: FactChange) => openRecord(area, recordId, 'facts');
  const plain = usePlainRows({
    rows,
    isSettled: !list.isPlaceholderData && state.search.trim() === state.asked,
    // Nothing is done to several at once.
    selection: useSelection({ rows, total: list.data?.pagination.total, query }),
    onSelect: () => undefined,
    onOpen: open,
    onRelations: ({ area, recordId }) => openRecord(area, recordId, 'connections'),
  });
  useLastPage(page, setPage, list.isPlaceholderData ? undefined : list.data?.pagination.totalPages);
  return (
    <div className="mx-auto flex w-full max-w-page flex-col gap-2 px-4 py-2 md:gap-3 md:py-4 frame:h-[calc(100dvh-3.25rem)] print:h-auto">
      <PageHeader title="Changes" subtitle="What has changed at registries, in DNS and in certificates" />
      <OfflineBanner />
      <ProblemBanner
        title="Failed to load the changes"
        error={list.error}
        onRetry={() => void list.refetch()}
      />
      <ChangesFilters state={state} total={list.data?.pagination.total} entrance={plain.entrance} />
      {(list.data ?? !list.error) && (
        <MarkedWords search={state.search}>
          <ChangeRows
            rows={list.data?.factChanges}
            plain={plain}
            onOpen={open}
            isFetching={list.isFetching}
            empty={
              state.isFiltered ? (
                <EmptyState
                  icon={ArrowRightLeft}
                  title="Nothing like that here"
                  body="No change matches the search and the filters."
                  action={<Button onClick={state.clear}>Clear Filters</Button>}
                />
              ) : (
                <EmptyState
                  icon={ArrowRightLeft}
                  title="Nothing has changed yet"
                  body="Registrars, statuses, name servers and certificates that change between two look-ups are listed here."
                />
              )
            }
          />
        </MarkedWords>
      )}
      <Pager page={page} totalPages={list.data?.pagination.totalPages ?? 1} onPage={setPage} />
    </div>
  );
}
