import { shownDomain } from '@quartermaster/contract/rules/domain-name';
import { lookedUp } from '@quartermaster/contract/lookups/lookups.routes';
import { useQuery } from '@tanstack/react-query';
import { entities } from '../records/entities.ts';
import { actionWords, madeBy } from '../records/history/act-words.ts';
import { FieldChanges } from '../records/history/field-changes.tsx';
import { BeforeAfter } from '../records/looked-up/before-after.tsx';
import { fieldLabels } from '../records/looked-up/fact-words.ts';
import { recordChangesQuery } from '../records/looked-up/record-changes.ts';
import { sourceLabels } from '../records/looked-up/source.ts';
import { MoreButton } from '../records/more-button.tsx';
import { ProblemBanner } from '../records/problem-banner.tsx';
import { useCursorList } from '../records/use-cursor-list.ts';
import { formatDateTime } from '../ui/format.ts';
import { Spinner } from '../ui/spinner.tsx';
import type { Subject } from './details.ts';

/** What was done to the record, and what has changed in what is known of it, newest first. */
export function HistoryTab({ subject }: { subject: Subject }) {
  const { area, record } = subject;
  const input = { params: { id: record.id }, query: {} };
  const list = useCursorList(entities[area].entity.history, input, ({ changes }) => changes);
  const found = useQuery({ ...recordChangesQuery(record.id), enabled: area in lookedUp });
  const oldest = list.more ? list.items?.at(-1)?.at : undefined;
  const looked = (found.data?.factChanges ?? []).filter(({ at }) => oldest === undefined || at >= oldest);
  const lines = list.items && [...list.items, ...looked].sort((one, other) => other.at.localeCompare(one.at));
  return (
    <div>
      <ProblemBanner title="Failed to load the history" error={list.error} onRetry={list.retry} />
      {list.isPending && <Spinner />}
      <ProblemBanner
        title="Failed to load what was looked up"
        error={found.error}
        onRetry={() => void found.refetch()}
      />
      {lines?.length === 0 && <p className="text-sm text-ink-2">Nothing was changed yet.</p>}
      <ol className="divide-y divide-line">
        {lines?.map((line) => (
          <li key={'action' in line ? `${line.at} ${line.action}` : line.id} className="grid gap-2 py-3">
            <p className="flex flex-wrap justify-between gap-x-4 text-sm">
              <span>
                {'action' in line ? (
                  <>
                    <span className="font-medium">{actionWords[line.action]}</span> by {madeBy(line)}
                  </>
                ) : (
                  <>
                    <span className="font-medium">{fieldLabels[line.field]}</span> of{' '}
                    {shownDomain(line.subject)}, {sourceLabels[line.source]}
                  </>
                )}
              </span>
              <time dateTime={line.at} className="text-xs text-ink-2">
                {formatDateTime(line.at)}
              </time>
            </p>
            {'action' in line ? (
              line.action === 'update' && <FieldChanges area={area} fields={line.fields} />
            ) : (
              <p className="text-sm wrap-anywhere">
                <BeforeAfter before={line.before} after={line.after} />
              </p>
            )}
          </li>
        ))}
      </ol>
      <MoreButton {...list} />
    </div>
  );
}
