import { domains } from '@quartermaster/contract/entities/domains/domains.routes';
import { limits } from '@quartermaster/contract/rules/limits';
import { mismatchFields } from '@quartermaster/contract/mismatches/mismatches.routes';
import { mismatchLabels } from './mismatch-labels.ts';
import { useQuery } from '@tanstack/react-query';
import { CircleCheckBig } from 'lucide-react';
import { useRef, useState } from 'react';
import { useMayWrite } from '../../api/rights.ts';
import { SearchBox } from '../../list/facets/search-box.tsx';
import { WordsFilter } from '../../list/facets/words-filter.tsx';
import { Pager } from '../../list/table/pager.tsx';
import { useLastPage } from '../../list/use-last-page.ts';
import { useListState } from '../../list/use-list-state.ts';
import { OfflineBanner } from '../../records/offline-banner.tsx';
import { ProblemBanner } from '../../records/problem-banner.tsx';
import { counted } from '../../records/count-text.ts';
import { useMismatchAction } from '../../records/looked-up/acts.ts';
import { Button } from '../../ui/button.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { formatNumber } from '../../ui/format.ts';
import { PageHeader } from '../../ui/page-header.tsx';
import { IgnoreDialog } from './ignore-dialog.tsx';
import { MismatchRows } from './mismatch-rows.tsx';
import { mismatchList, pageQuery, queryOf } from './mismatches-query.ts';
import { useTakeOverCount } from './use-take-over-count.ts';

const fieldOptions = mismatchFields.map((key) => ({ key, words: mismatchLabels[key] }));

/** What was found otherwise than recorded. */
export default function MismatchesPage() {
  const state = useListState(mismatchList);
  const query = queryOf(state.query, state.asked);
  const list = useQuery(pageQuery(query, state.page));
  const act = useMismatchAction();
  const mayWrite = useMayWrite(domains);
  const [ignoring, setIgnoring] = useState<string>();
  const frame = useRef<HTMLDivElement>(null);
  const { filters, setFilter, page, setPage, openRecord } = state;
  const total = list.data?.pagination.total;
  const totalPages = list.data?.pagination.totalPages ?? 1;
  const rows = list.data?.mismatches ?? [];
  const isTooMany = (total ?? 0) > limits.bulkRows;
  const possible = useTakeOverCount(query, { rows, total, isAsked: mayWrite && !isTooMany });
  const isIgnored = filters.state === 'ignored';
  useLastPage(page, setPage, list.isPlaceholderData ? undefined : list.data?.pagination.totalPages);
  return (
    <div className="mx-auto flex w-full max-w-page flex-col gap-2 px-4 py-2 md:gap-3 md:py-4 frame:h-[calc(100dvh-3.25rem)] print:h-auto">
      <PageHeader
        title="Does not match"
        subtitle="What registries and DNS say, where it differs from what is recorded"
      >
        {mayWrite && (isTooMany || (possible ?? 0) > 0) && (
          <Button
            variant="primary"
            busy={act.isPending}
            disabled={isTooMany}
            onClick={() => act.mutate({ records: { filter: query }, action: { action: 'takeOver' } })}
          >
            {possible === undefined ? 'Take over all' : `Take over all ${formatNumber(possible)}`}
          </Button>
        )}
      </PageHeader>
      <OfflineBanner />
      <ProblemBanner
        title="Failed to load what does not match"
        error={list.error}
        onRetry={() => void list.refetch()}
      />
      <div role="search" className="flex flex-wrap items-center gap-2 print:hidden">
        <SearchBox
          value={state.search}
          onChange={state.setSearch}
          placeholder="Search domains..."
          onEnter={() => frame.current?.querySelector<HTMLElement>('[data-row]')?.focus()}
        />
        <WordsFilter
          label="Field"
          options={fieldOptions}
          value={filters.field}
          onChange={(words) => setFilter('field', words)}
        />
        <Button
          aria-pressed={isIgnored}
          onClick={() => setFilter('state', isIgnored ? undefined : 'ignored')}
        >
          Ignored
        </Button>
        <output className="ml-auto text-sm text-ink-2" aria-live="polite">
          {total === undefined ? '' : counted({ one: 'difference' }, total)}
        </output>
      </div>
      {(list.data ?? !list.error) && (
        <MismatchRows
          rows={list.data?.mismatches}
          frame={frame}
          mayWrite={mayWrite}
          onOpen={({ area, recordId }) => openRecord(area, recordId, 'facts')}
          onTakeOver={({ id }) => act.mutate({ records: { ids: [id] }, action: { action: 'takeOver' } })}
          onIgnore={({ id, state: its }) =>
            its === 'ignored'
              ? act.mutate({ records: { ids: [id] }, action: { action: 'unignore' } })
              : setIgnoring(id)
          }
          empty={
            state.isFiltered ? (
              <EmptyState
                icon={CircleCheckBig}
                title="Nothing like that here"
                body="No difference matches the search and the filters."
                action={<Button onClick={state.clear}>Clear Filters</Button>}
              />
            ) : (
              <EmptyState
                icon={CircleCheckBig}
                title="Everything matches"
                body="What was looked up agrees with what is recorded."
              />
            )
          }
        />
      )}
      <Pager page={page} totalPages={totalPages} onPage={setPage} />
      {ignoring !== undefined && (
        <IgnoreDialog
          onClose={() => setIgnoring(undefined)}
          onIgnore={(reason) => {
            act.mutate({ records: { ids: [ignoring] }, action: { action: 'ignore', reason } });
            setIgnoring(undefined);
          }}
        />
      )}
    </div>
  );
}
