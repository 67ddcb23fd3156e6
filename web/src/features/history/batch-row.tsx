import { client } from '@quartermaster/contract/api/client';
import type { Batch, Change } from '@quartermaster/contract/history/history.schema';
import { shownName } from '@quartermaster/contract/rules/domain-name';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { ChevronRight, Undo2 } from 'lucide-react';
import { actionWords, madeBy } from '../../records/history/act-words.ts';
import { FieldChanges } from '../../records/history/field-changes.tsx';
import { askUndo } from '../../records/history/undo-asked.ts';
import { MoreButton } from '../../records/more-button.tsx';
import { ProblemBanner } from '../../records/problem-banner.tsx';
import { useCursorList } from '../../records/use-cursor-list.ts';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { formatNumber, formatTime } from '../../ui/format.ts';
import { Spinner } from '../../ui/spinner.tsx';
import type { HistorySearch } from './history-search.ts';

const ChangeItem = ({ area, name, action, fields }: Change) => (
  <li className="grid gap-1.5 px-4 py-3">
    <p className="text-sm">
      <span className="text-ink-2">{actionWords[action]}</span>{' '}
      <span className="font-medium wrap-anywhere">{shownName(area, name)}</span>
    </p>
    {fields.length > 0 && <FieldChanges area={area} fields={fields} />}
  </li>
);

/** The changes of an act, with Undo at their head. */
function BatchChanges({ batch }: { batch: Batch }) {
  const { id, state, undoneBy } = batch;
  const input = { params: { batchId: id }, query: {} };
  const list = useCursorList(client.history.get, input, ({ changes }) => changes, {
    isRunning: (page) => page.batch.state === 'running',
  });
  return (
    <div className="border-t border-line bg-sunken/40">
      <div className="flex items-center justify-end gap-3 border-b border-line px-4 py-2">
        {undoneBy !== null && (
          <span className="text-sm text-ink-2">Undone. Undo again for what could not be restored.</span>
        )}
        <Button icon={Undo2} disabled={state === 'running'} onClick={() => askUndo(id)}>
          Undo
        </Button>
      </div>
      <ProblemBanner title="Failed to load the changes" error={list.error} onRetry={list.retry} />
      {list.isPending && (
        <p className="p-4">
          <Spinner />
        </p>
      )}
      <ul className="divide-y divide-line">
        {list.items?.map((change) => (
          <ChangeItem key={`${change.recordId} ${change.action}`} {...change} />
        ))}
      </ul>
      <MoreButton {...list} />
    </div>
  );
}

/** A line for an act: 'Ann set the status of 12 domains'. */
export function BatchRow({ batch, isOpen }: { batch: Batch; isOpen: boolean }) {
  const { id, label, at, counts, undoneBy, state, progress } = batch;
  const search: HistorySearch = useSearch({ strict: false });
  const navigate = useNavigate();
  const toggle = () => {
    const { batch: _, ...rest } = search;
    void navigate({
      to: '/history',
      search: isOpen ? rest : { ...rest, batch: id },
      replace: true,
    });
  };
  const all = counts.created + counts.updated + counts.deleted;
  return (
    <li>
      <button
        type="button"
        aria-expanded={isOpen}
        onClick={toggle}
        className="flex w-full items-center gap-3 px-4 py-2.5 text-left text-sm hover:bg-sunken"
      >
        <ChevronRight
          aria-hidden
          className={`size-4 shrink-0 text-ink-3 transition-transform ${isOpen ? 'rotate-90' : ''}`}
        />
        <span className="min-w-0 flex-1 wrap-anywhere">
          <span className="font-medium">{madeBy(batch)}</span> · {label}
        </span>
        {state === 'running' && (
          <Badge tone="info">
            {progress ? `${formatNumber(progress.done)} of ${formatNumber(progress.total)}` : 'Running'}
          </Badge>
        )}
        {undoneBy !== null && <Badge tone="mute">Undone</Badge>}
        {all > 1 && <span className="text-xs text-ink-2 max-md:hidden">{formatNumber(all)} records</span>}
        <time dateTime={at} className="shrink-0 text-xs text-ink-2">
          {formatTime(at)}
        </time>
      </button>
      {isOpen && <BatchChanges batch={batch} />}
    </li>
  );
}
