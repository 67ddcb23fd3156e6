import type { Import, RowKind } from '@quartermaster/contract/imports/imports.schema';
import { useInfiniteQuery } from '@tanstack/react-query';
import clsx from 'clsx';
import { useMemo, useRef, useState } from 'react';
import { ProblemBanner } from '../../records/problem-banner.tsx';
import { Button } from '../../ui/button.tsx';
import { formatNumber } from '../../ui/format.ts';
import { Spinner } from '../../ui/spinner.tsx';
import { toneClass } from '../../ui/tone.ts';
import type { StepProps } from './columns-step.tsx';
import { DownloadErrors } from './download-errors.tsx';
import { ImportFooter } from './import-footer.tsx';
import { PreviewRows } from './preview-rows.tsx';
import { shownColumns } from './row-cells.ts';
import { rowKindTexts } from './row-kinds.ts';
import { importRows, useApplyImport, useIsPlanning, useMendRow } from './use-import.ts';

const filters = ['create', 'update', 'same', 'skip', 'error'] as const satisfies readonly RowKind[];

/** What the import would do, row by row, and the button that does it. */
export function PreviewStep({ shown, report }: StepProps) {
  const { id, counts, rows: total } = shown;
  const [kind, setKind] = useState<RowKind>();
  const query = useInfiniteQuery(importRows(id, kind));
  const { mutate: mend } = useMendRow(id, report);
  const apply = useApplyImport(shown, report);
  const isBusy = useIsPlanning(id);
  const rows = useMemo(() => query.data?.pages.flatMap((page) => page.rows) ?? [], [query.data]);
  const columns = useMemo(() => shownColumns(shown, rows), [shown, rows]);
  const ofKind = kind === undefined ? total : (counts?.[kind] ?? 0);
  const goes = counts ? counts.create + counts.update : 0;
  const stays = counts?.error ?? 0;
  const region = useRef<HTMLDivElement>(null);
  /** A row that was mended may have left the rows shown, and the focus with it. */
  const keepFocus = () => {
    if (document.activeElement === document.body) region.current?.focus();
  };
  return (
    <>
      <Counters counts={counts} kind={kind} onKind={setKind} />
      <ProblemBanner
        title="Failed to load the rows"
        error={query.error}
        onRetry={() => void query.refetch()}
      />
      <div
        ref={region}
        tabIndex={0}
        role="region"
        aria-label="Preview"
        aria-busy={isBusy || query.isFetching}
        className={clsx(
          'rounded-lg border border-line bg-surface shadow-card frame:min-h-0 frame:flex-1 md:overflow-auto',
          query.isPlaceholderData && 'opacity-55',
        )}
      >
        <PreviewRows
          columns={columns}
          rows={rows}
          onMend={(n, cells) => mend({ n, cells }, { onSuccess: keepFocus })}
        />
        {query.data && rows.length === 0 && (
          <p className="p-6 text-center text-sm text-ink-2">No row is of this kind.</p>
        )}
        {query.hasNextPage && (
          <div className="flex items-center gap-3 border-t border-line p-3 text-sm text-ink-2">
            <Button busy={query.isFetchingNextPage} onClick={() => void query.fetchNextPage()}>
              Show more
            </Button>
            {formatNumber(rows.length)} of {formatNumber(ofKind)}
          </div>
        )}
      </div>
      <ImportFooter
        label={applyLabel(goes, stays)}
        busy={apply.isPending}
        disabled={goes === 0 || isBusy}
        onGo={() => apply.mutate()}
      >
        {isBusy && (
          <span role="status" className="flex items-center gap-2">
            <Spinner /> {apply.isPending ? 'Importing…' : 'Planning…'}
          </span>
        )}
        {stays > 0 && <DownloadErrors id={id} />}
      </ImportFooter>
    </>
  );
}

/** 'Import 1,735 · 25 stay behind' */
function applyLabel(goes: number, stays: number): string {
  if (goes === 0) return 'Nothing to import';
  const behind = stays === 1 ? '1 stays behind' : `${formatNumber(stays)} stay behind`;
  return `Import ${formatNumber(goes)}${stays > 0 ? ` · ${behind}` : ''}`;
}

interface CountersProps {
  counts: Import['counts'];
  kind: RowKind | undefined;
  onKind: (kind: RowKind | undefined) => void;
}

/** How many rows are of each kind; each shows only these. */
const Counters = ({ counts, kind, onKind }: CountersProps) => (
  <div role="group" aria-label="Rows shown" className="grid grid-cols-5 gap-1.5 md:flex md:gap-2">
    {filters.map((each) => (
      <button
        key={each}
        type="button"
        aria-pressed={kind === each}
        onClick={() => onKind(kind === each ? undefined : each)}
        className="grid min-h-12 min-w-0 gap-0.5 rounded-lg border border-line bg-surface px-1.5 py-1.5 text-left shadow-card hover:border-control aria-pressed:border-accent aria-pressed:ring-1 aria-pressed:ring-accent md:min-w-28 md:px-3"
      >
        <span className="flex min-w-0 items-center gap-1.5 text-xs text-ink-2">
          <span
            aria-hidden
            className={clsx('size-2 shrink-0 rounded-full max-md:hidden', toneClass[rowKindTexts[each].tone])}
          >
            <span className="block size-full rounded-full bg-current" />
          </span>
          <span className="min-w-0 clipped">{rowKindTexts[each].label}</span>
        </span>
        <span className="text-lg leading-5 font-semibold">{counts ? formatNumber(counts[each]) : '—'}</span>
      </button>
    ))}
  </div>
);
