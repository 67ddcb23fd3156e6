import { useInfiniteQuery } from '@tanstack/react-query';
import clsx from 'clsx';
import { useMemo, useRef, useState } from 'react';
import { entities } from '../../records/entities.ts';
import { ProblemBanner } from '../../records/problem-banner.tsx';
import { Button } from '../../ui/button.tsx';
import { formatNumber } from '../../ui/format.ts';
import { Spinner } from '../../ui/spinner.tsx';
import type { StepProps } from './columns-step.tsx';
import { columnWidths } from './column-widths.ts';
import { DownloadErrors } from './download-errors.tsx';
import { ImportFooter } from './import-footer.tsx';
import { LeftOut } from './left-out.tsx';
import { PreviewCounters, type RowFilter } from './preview-counters.tsx';
import { PreviewRows } from './preview-rows.tsx';
import { SecretComments } from './secret-comments.tsx';
import { rowInWords, shownColumns } from './row-cells.ts';
import { importRows, useApplyImport, useChangeImport, useIsPlanning, useMendRow } from './use-import.ts';

/** What the import would do, row by row, and the button that does it. */
export function PreviewStep({ shown, report }: StepProps) {
  const { id, area, counts } = shown;
  const [filter, setFilter] = useState<RowFilter>({});
  const query = useInfiniteQuery(importRows(id, filter));
  const { mutate: change } = useChangeImport(id, report);
  const { mutate: mend } = useMendRow(id, report);
  const apply = useApplyImport(shown, report);
  const isBusy = useIsPlanning(id);
  const { labels } = entities[area].entity;
  const rows = useMemo(
    () => query.data?.pages.flatMap((page) => page.rows.map((row) => rowInWords(row, labels))) ?? [],
    [query.data, labels],
  );
  const columns = useMemo(() => shownColumns(shown, rows), [shown, rows]);
  const goes = counts ? counts.create + counts.update : 0;
  const rejected = counts?.error ?? 0;
  const region = useRef<HTMLDivElement>(null);
  const [widths, setWidths] = useState<readonly number[]>();
  /** Columns keep the width that they have when other rows are asked for. */
  const show = (next: RowFilter) => {
    setWidths(widths ?? columnWidths(region.current));
    setFilter(next);
  };
  /** A row that was mended may have left the rows shown, and the focus with it. */
  const keepFocus = () => {
    if (document.activeElement === document.body) region.current?.focus();
  };
  return (
    <>
      <PreviewCounters shown={shown} filter={filter} onFilter={show} />
      <LeftOut columns={shown.columns} />
      <SecretComments
        shown={shown}
        filter={filter}
        onFilter={show}
        onChange={(options) => change({ options }, { onSuccess: keepFocus })}
      />
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
          widths={widths}
          onMend={(n, cells) => mend({ n, cells }, { onSuccess: keepFocus })}
          onChangeAll={(replace) => change({ options: { replace } }, { onSuccess: keepFocus })}
        />
        {query.data && rows.length === 0 && (
          <p className="p-6 text-center text-sm text-ink-2">No rows of this kind.</p>
        )}
        {query.hasNextPage && (
          <div className="flex items-center gap-3 border-t border-line p-3 text-sm text-ink-2">
            <Button busy={query.isFetchingNextPage} onClick={() => void query.fetchNextPage()}>
              Show more
            </Button>
            {formatNumber(rows.length)} of {formatNumber(shownCount(shown, filter))}
          </div>
        )}
      </div>
      <ImportFooter
        label={applyLabel(goes, rejected)}
        busy={apply.isPending}
        disabled={goes === 0 || isBusy}
        onGo={() => apply.mutate()}
      >
        {isBusy && (
          <span role="status" className="flex items-center gap-2">
            <Spinner /> {apply.isPending ? 'Importing…' : 'Planning…'}
          </span>
        )}
        {rejected > 0 && <DownloadErrors id={id} />}
      </ImportFooter>
    </>
  );
}

/** How many rows a filter leaves. */
function shownCount({ counts, notes, rows }: StepProps['shown'], { kind, note }: RowFilter): number {
  if (note !== undefined) return notes?.[note] ?? 0;
  if (kind === undefined || !counts) return rows;
  return kind.split(',').reduce((sum, each) => sum + counts[each as keyof typeof counts], 0);
}

/** 'Import 1,735 · 25 not imported' */
function applyLabel(goes: number, rejected: number): string {
  if (goes === 0) return 'Nothing to import';
  return `Import ${formatNumber(goes)}${rejected > 0 ? ` · ${formatNumber(rejected)} not imported` : ''}`;
}
