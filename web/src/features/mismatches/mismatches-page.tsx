import { domains } from '@quartermaster/contract/entities/domains/domains.routes';
import { limits } from '@quartermaster/contract/rules/limits';
import type { Mismatch } from '@quartermaster/contract/mismatches/mismatches.schema';
import { valuesAsked } from '@quartermaster/contract/api/filters';
import { useQuery } from '@tanstack/react-query';
import { CircleCheckBig, CircleDashed } from 'lucide-react';
import { useState } from 'react';
import { useMayWrite } from '../../api/rights.ts';
import { useAnnouncement } from '../../list/bulk/use-announcement.ts';
import { useSelection } from '../../list/bulk/use-selection.ts';
import { SelectLoaded } from '../../list/table/select-box.tsx';
import { usePlainRows } from '../../list/table/use-plain-rows.ts';
import { SearchBox } from '../../list/facets/search-box.tsx';
import { Pager } from '../../list/table/pager.tsx';
import { useLastPage } from '../../list/use-last-page.ts';
import { useListState } from '../../list/use-list-state.ts';
import { OfflineBanner } from '../../records/offline-banner.tsx';
import { ProblemBanner } from '../../records/problem-banner.tsx';
import { counted } from '../../records/count-text.ts';
import { useMismatchAction } from '../../records/looked-up/acts.ts';
import { valueNoun } from '../../records/looked-up/found-values.ts';
import { uncheckedText } from '../../records/looked-up/unchecked.ts';
import { Button } from '../../ui/button.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { MarkedWords } from '../../ui/marked.tsx';
import { PageHeader } from '../../ui/page-header.tsx';
import { MismatchFields } from './mismatch-fields.tsx';
import { MismatchRows } from './mismatch-rows.tsx';
import { SelectedMismatches } from './selected-mismatches.tsx';
import { mismatchList, pageQuery, queryOf } from './mismatches-query.ts';
import { useTakeOverCount } from './use-take-over-count.ts';
import { InputField } from '../../ui/input-field.tsx';
import { ActionDialog } from '../../ui/action-dialog.tsx';

const noRows: readonly Mismatch[] = [];

/** What was found otherwise than recorded. */
export default function MismatchesPage() {
  const state = useListState(mismatchList);
  const query = queryOf(state.query, state.asked);
  const list = useQuery(pageQuery(query, state.page));
  const act = useMismatchAction();
  const mayWrite = useMayWrite(domains);
  const [ignoring, setIgnoring] = useState<string[]>();
  const rows = list.data?.mismatches ?? noRows;
  const selection = useSelection({ rows, total: list.data?.pagination.total, query });
  const after = { onSuccess: selection.clear };
  const take = (ids: string[]) => act.mutate({ records: { ids }, action: { action: 'takeOver' } }, after);
  const open = ({ area, recordId }: Mismatch) => openRecord(area, recordId, 'facts');
  const { filters, setFilter, page, setPage, openRecord } = state;
  const total = list.data?.pagination.total;
  const totalPages = list.data?.pagination.totalPages ?? 1;
  const isTooMany = (total ?? 0) > limits.bulkRows;
  const { count: possible, fields } = useTakeOverCount(query, {
    rows,
    total,
    isAsked: mayWrite && !isTooMany,
  });
  const isIgnored = filters.state === 'ignored';
  const ignore = (ids: string[]) =>
    isIgnored ? act.mutate({ records: { ids }, action: { action: 'unignore' } }, after) : setIgnoring(ids);
  useAnnouncement(selection.count, false);
  const plain = usePlainRows({
    rows,
    isSettled: !list.isPlaceholderData && state.search.trim() === state.asked,
    selection,
    onSelect: (row, isRange) => mayWrite && selection.toggle(row, isRange),
    onOpen: open,
    onRelations: ({ area, recordId }) => openRecord(area, recordId, 'connections'),
  });
  useLastPage(page, setPage, list.isPlaceholderData ? undefined : list.data?.pagination.totalPages);
  return (
    <div className="mx-auto flex w-full max-w-page flex-col gap-2 px-4 py-2 md:gap-3 md:py-4 frame:h-[calc(100dvh-3.25rem)] print:h-auto">
      <PageHeader
        title="Differences"
        subtitle="What registries and DNS say, where it differs from what is recorded"
      >
        {mayWrite && (isTooMany || (possible ?? 0) > 0) && (
          <Button
            variant="primary"
            busy={act.isPending}
            disabled={isTooMany}
            onClick={() => act.mutate({ records: { filter: query }, action: { action: 'takeOver' } })}
          >
            Use{' '}
            {possible === undefined ? `${valueNoun(fields)}s` : counted({ one: valueNoun(fields) }, possible)}
          </Button>
        )}
      </PageHeader>
      <OfflineBanner />
      <ProblemBanner
        title="Failed to load the differences"
        error={list.error}
        onRetry={() => void list.refetch()}
      />
      <div role="search" className="flex flex-wrap items-center gap-2 print:hidden">
        {mayWrite && (
          <div className="size-8 shrink-0 md:hidden">
            <SelectLoaded selection={selection} />
          </div>
        )}
        <SearchBox
          value={state.search}
          onChange={(text) => {
            // Keep the focus in the search for more typing.
            plain.entrance.current?.(false);
            state.setSearch(text);
          }}
          placeholder="Search domains..."
          onEnter={() => plain.entrance.current?.(true)}
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
      <MismatchFields
        query={query}
        chosen={valuesAsked(filters.field ?? '')}
        onField={(field) => setFilter('field', field)}
      />
      {(list.data ?? !list.error) && (
        <div className="relative flex min-h-0 flex-col">
          {mayWrite && selection.count > 0 && (
            <SelectedMismatches
              rows={selection.rows()}
              isIgnored={isIgnored}
              isBusy={act.isPending}
              onTakeOver={take}
              onIgnore={ignore}
              onClear={selection.clear}
            />
          )}
          <MarkedWords search={state.search}>
            <MismatchRows
              rows={list.data?.mismatches}
              plain={plain}
              selection={mayWrite ? selection : undefined}
              isFetching={list.isFetching}
              onOpen={open}
              onTakeOver={({ id }) => take([id])}
              onIgnore={({ id }) => ignore([id])}
              empty={
                state.isFiltered ? (
                  <EmptyState
                    icon={CircleCheckBig}
                    title="Nothing like that here"
                    body="No difference matches the search and the filters."
                    action={<Button onClick={state.clear}>Clear Filters</Button>}
                  />
                ) : (
                  <NoDifferences unchecked={list.data ? uncheckedText(list.data) : null} />
                )
              }
            />
          </MarkedWords>
        </div>
      )}
      <Pager page={page} totalPages={totalPages} onPage={setPage} />
      {ignoring !== undefined && (
        <IgnoreDialog
          onClose={() => setIgnoring(undefined)}
          onIgnore={(reason) => {
            act.mutate({ records: { ids: ignoring }, action: { action: 'ignore', reason } }, after);
            setIgnoring(undefined);
          }}
        />
      )}
    </div>
  );
}

/** Calm only if everything was looked up. */
const NoDifferences = ({ unchecked }: { unchecked: string | null }) => (
  <EmptyState
    icon={unchecked === null ? CircleCheckBig : CircleDashed}
    title={unchecked ?? 'No differences'}
    body={
      unchecked === null
        ? 'What was looked up agrees with what is recorded.'
        : 'Differences are listed once registries and DNS have answered.'
    }
  />
);

interface IgnoreDialogProps {
  onIgnore: (reason: string) => void;
  onClose: () => void;
}

/** Asks why a difference is ignored. */
function IgnoreDialog({ onIgnore, onClose }: IgnoreDialogProps) {
  const [reason, setReason] = useState('');
  return (
    <ActionDialog
      title="Ignore until it changes"
      onClose={onClose}
      submitLabel="Ignore"
      submit={() => onIgnore(reason)}
    >
      <p className="text-sm text-ink-2">It comes back as soon as something else is found.</p>
      <InputField label="Reason" autoFocus maxLength={limits.reason} value={reason} onChange={setReason} />
    </ActionDialog>
  );
}
