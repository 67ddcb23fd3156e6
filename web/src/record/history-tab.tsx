import { entities } from '../records/entities.ts';
import { actionWords, madeBy } from '../records/history/act-words.ts';
import { FieldChanges } from '../records/history/field-changes.tsx';
import { MoreButton } from '../records/more-button.tsx';
import { ProblemBanner } from '../records/problem-banner.tsx';
import { useCursorList } from '../records/use-cursor-list.ts';
import { formatDateTime } from '../ui/format.ts';
import { Spinner } from '../ui/spinner.tsx';
import type { Subject } from './details.ts';

/** What was done to the record, newest first. */
export function HistoryTab({ subject }: { subject: Subject }) {
  const { area, record } = subject;
  const input = { params: { id: record.id }, query: {} };
  const list = useCursorList(entities[area].entity.history, input, ({ changes }) => changes);
  return (
    <div>
      <ProblemBanner title="Failed to load the history" error={list.error} onRetry={list.retry} />
      {list.isPending && <Spinner />}
      {list.items?.length === 0 && <p className="text-sm text-ink-2">Nothing was changed yet.</p>}
      <ol className="divide-y divide-line">
        {list.items?.map((change) => (
          <li key={`${change.at} ${change.action}`} className="grid gap-2 py-3">
            <p className="flex flex-wrap justify-between gap-x-4 text-sm">
              <span>
                <span className="font-medium">{actionWords[change.action]}</span> by {madeBy(change)}
              </span>
              <time dateTime={change.at} className="text-xs text-ink-2">
                {formatDateTime(change.at)}
              </time>
            </p>
            {change.action === 'update' && <FieldChanges area={area} fields={change.fields} />}
          </li>
        ))}
      </ol>
      <MoreButton {...list} />
    </div>
  );
}
