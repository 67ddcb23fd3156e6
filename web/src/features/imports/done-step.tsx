import { client } from '@quartermaster/contract/api/client';
import type { Import, RowKind } from '@quartermaster/contract/imports/imports.schema';
import { shownName } from '@quartermaster/contract/rules/domain-name';
import { limits } from '@quartermaster/contract/rules/limits';
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { CircleCheck, Undo2 } from 'lucide-react';
import { routeQuery } from '../../api/queries.ts';
import { counted } from '../../records/count-text.ts';
import { entities } from '../../records/entities.ts';
import { askUndo } from '../../records/history/undo-asked.ts';
import { filterSearch } from '../../records/record-address.ts';
import { Button, buttonClass } from '../../ui/button.tsx';
import { formatNumber } from '../../ui/format.ts';
import { Panel } from '../../ui/panel.tsx';
import { PageSpinner } from '../../ui/spinner.tsx';
import { toneClass } from '../../ui/tone.ts';
import type { StepProps } from './columns-step.tsx';
import { DownloadErrors } from './download-errors.tsx';
import { LeftOut } from './left-out.tsx';
import { doneInWords } from './row-kinds.ts';
import { importRows, writtenIds } from './use-import.ts';

const shownKinds = [
  'create',
  'update',
  'same',
  'skip',
  'error',
  'conflict',
] as const satisfies readonly RowKind[];

/** What the import has done, and which rows were not imported. */
export function DoneStep({ shown }: StepProps) {
  const { id, area, counts, notes, state } = shown;
  if (state === 'applying' || !counts)
    return (
      <div className="grid flex-1 place-items-center">
        <div className="text-center">
          <PageSpinner />
          <p role="status" className="font-medium">
            Importing {formatNumber(shown.rows)} rows…
          </p>
          <p className="text-sm text-ink-2">You can leave this page: it goes on.</p>
        </div>
      </div>
    );
  const written = counts.create + counts.update;
  return (
    <div className="grid content-start gap-3 pb-4 frame:min-h-0 frame:overflow-y-auto">
      <section className="grid justify-items-center gap-3 rounded-lg border border-line bg-surface px-4 py-8 text-center shadow-card">
        <span className={`grid size-11 place-items-center rounded-full ${toneClass.ok}`}>
          <CircleCheck aria-hidden className="size-5" strokeWidth={1.75} />
        </span>
        <h2 className="text-lg font-semibold">
          {counted(entities[area].entity, written)} imported from {shown.name}
        </h2>
        <p className="text-xl font-semibold">{doneInWords(counts, shownKinds)}</p>
        {notes && notes.dropped > 0 && (
          <p className="text-sm text-warn">{formatNumber(notes.dropped)} without a cell</p>
        )}
        <LeftOut columns={shown.columns} />
        <div className="flex flex-wrap justify-center gap-2">
          {written > 0 && <ShowThem shown={shown} count={written} />}
          {shown.batchId !== null && <UndoImport batchId={shown.batchId} />}
          <Link to="/import" search={{ area }} className={buttonClass()}>
            Import another file
          </Link>
          {counts.error + counts.conflict + (notes?.dropped ?? 0) > 0 && <DownloadErrors id={id} />}
        </div>
      </section>
      {counts.conflict > 0 && (
        <Rejected shown={shown} kind="conflict" title="Changed meanwhile, not imported" />
      )}
      {counts.error > 0 && <Rejected shown={shown} kind="error" title="Not imported" />}
    </div>
  );
}

/** A link to what was written: exactly that where the address holds so many, otherwise the newest first. */
function ShowThem({ shown: { id, area }, count }: { shown: Import; count: number }) {
  const { entity } = entities[area];
  const isExact = count <= limits.filterIds;
  const { data: ids } = useQuery({ ...writtenIds(id), enabled: isExact });
  const newest = { sortBy: 'updatedAt', sortOrder: 'desc' };
  return (
    <Link
      to={entity.path}
      search={filterSearch(entity, isExact && ids ? { ids: ids.join(',') } : newest)}
      className={buttonClass('primary')}
    >
      Show them
    </Link>
  );
}

/** Takes the whole import back, with the mailboxes and accounts that it created. */
function UndoImport({ batchId }: { batchId: string }) {
  const { data } = useQuery(routeQuery(client.history.get, { params: { batchId }, query: {} }));
  const isUndone = typeof data?.batch.undoneBy === 'string';
  return (
    <Button icon={Undo2} disabled={isUndone} onClick={() => askUndo(batchId)}>
      {isUndone ? 'Undone' : 'Undo'}
    </Button>
  );
}

/** The rows of a kind by name, with the reason of each. */
function Rejected({ shown: { id, area }, kind, title }: { shown: Import; kind: RowKind; title: string }) {
  const { data, hasNextPage, isFetchingNextPage, fetchNextPage } = useInfiniteQuery(importRows(id, { kind }));
  const rows = data?.pages.flatMap((page) => page.rows) ?? [];
  return (
    <Panel title={title}>
      <ul className="divide-y divide-line text-sm">
        {rows.map(({ n, line, name, errors }) => (
          <li key={n} className="flex flex-wrap gap-x-3 gap-y-0.5 px-4 py-2">
            <span className="w-20 shrink-0 text-ink-2">Row {formatNumber(line)}</span>
            <span className="min-w-0 basis-56 font-medium wrap-anywhere">{shownName(area, name)}</span>
            <span className="min-w-0 flex-1 wrap-anywhere text-ink-2">
              {errors.map(({ message }) => message).join(' ')}
            </span>
          </li>
        ))}
      </ul>
      {hasNextPage && (
        <div className="border-t border-line p-3">
          <Button busy={isFetchingNextPage} onClick={() => void fetchNextPage()}>
            Show more
          </Button>
        </div>
      )}
    </Panel>
  );
}
