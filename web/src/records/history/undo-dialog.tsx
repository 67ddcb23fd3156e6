import { client } from '@quartermaster/contract/api/client';
import type { Resolution, Undone } from '@quartermaster/contract/history/history.schema';
import { shownName } from '@quartermaster/contract/rules/domain-name';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { messageOf } from '../../api/error.ts';
import { routeQuery } from '../../api/queries.ts';
import { ActionDialog } from '../../ui/action-dialog.tsx';
import { Banner } from '../../ui/banner.tsx';
import { formatNumber } from '../../ui/format.ts';
import { Select } from '../../ui/select.tsx';
import { Spinner } from '../../ui/spinner.tsx';
import { entities } from '../entities.ts';
import { previewUndo, records, sendUndo } from './undo.ts';
import { closeUndo, useUndoAsked } from './undo-asked.ts';
import { valueText } from './value-text.ts';

type Conflict = Undone['conflicts'][number];

const choices: Readonly<Record<Resolution, string>> = {
  theirs: 'Keep as it is now',
  mine: 'Undo anyway',
  skip: 'Skip this record',
};

interface ChoiceProps {
  label: string;
  value: Resolution | '';
  onChange: (choice: Resolution) => void;
}

const Choice = ({ label, value, onChange }: ChoiceProps) => (
  <Select
    aria-label={label}
    className="w-52 max-md:w-full"
    options={Object.entries(choices).map(([choice, text]) => ({ value: choice, label: text }))}
    emptyLabel={value === '' ? 'Chosen one by one' : undefined}
    value={value}
    onChange={(choice) => (choice === '' ? false : onChange(choice as Resolution))}
  />
);

function ConflictTable({ area, name, fields }: Conflict) {
  return (
    <table className="w-full table-fixed border-collapse text-sm">
      <caption className="sr-only">What changed since in {shownName(area, name)}</caption>
      <thead className="text-left text-xs text-ink-2">
        <tr>
          {['Field', 'Before', 'Changed to', 'Now'].map((heading) => (
            <th key={heading} scope="col" className="py-1 pr-2 font-medium">
              {heading}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {fields.map(({ field, label, was, made, now }) => (
          <tr key={field} className="border-t border-line align-top">
            <th scope="row" className="py-1 pr-2 text-left font-normal text-ink-2 wrap-anywhere">
              {label}
            </th>
            {[was, made, now].map((value, at) => (
              <td key={at} className="py-1 pr-2 wrap-anywhere">
                {valueText(field, value, entities[area].entity.labels)}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function UndoQuestion({ batchId }: { batchId: string }) {
  const { data: act } = useQuery(routeQuery(client.history.get, { params: { batchId }, query: {} }));
  const { data, error } = useQuery({
    queryKey: ['history', 'undo', batchId],
    queryFn: () => previewUndo(batchId),
    // Once for each opening: it takes as much work as the undo, and would tell nothing after that.
    staleTime: 'static',
    gcTime: 0,
  });
  const [chosen, setChosen] = useState<Readonly<Record<string, Resolution>>>({});
  const choiceOf = (id: string): Resolution => chosen[id] ?? 'theirs';
  const run = useMutation({
    mutationFn: () => sendUndo(batchId, chosen),
    onSuccess: closeUndo,
  });
  const { conflicts = [], refused = [], counts } = data ?? {};
  const skipped = conflicts.filter(({ recordId }) => choiceOf(recordId) === 'skip').length;
  const count = (counts?.done ?? 0) + (counts?.conflicts ?? 0) - skipped;
  const words = new Set(conflicts.map(({ recordId }) => choiceOf(recordId)));
  return (
    <ActionDialog
      title={act ? `Undo ‘${act.batch.label}’?` : 'Undo'}
      isWide
      submitLabel={count > 0 ? `Undo ${records(count)}` : undefined}
      busyLabel="Undoing..."
      submit={() => run.mutate()}
      isPending={run.isPending}
      problem={error || run.error ? messageOf(error ?? run.error, 'Failed to undo') : null}
      onClose={closeUndo}
      closeLabel={count > 0 ? 'Cancel' : 'Close'}
    >
      {!data && !error && <Spinner />}
      {counts && (
        <p className="flex flex-wrap gap-x-4 text-sm">
          <span>{formatNumber(counts.done)} will be restored</span>
          <span>{formatNumber(counts.conflicts)} changed since</span>
          <span>{formatNumber(counts.refused)} can't be restored</span>
        </p>
      )}
      {conflicts.length > 1 && (
        <div className="flex flex-wrap items-center justify-between gap-2">
          <p className="text-sm font-medium">All that changed since</p>
          <Choice
            label="All that changed since"
            value={words.size === 1 ? ([...words][0] ?? '') : ''}
            onChange={(choice) =>
              setChosen(Object.fromEntries(conflicts.map(({ recordId }) => [recordId, choice])))
            }
          />
        </div>
      )}
      <ul className="grid max-h-[50dvh] gap-4 overflow-y-auto empty:hidden">
        {conflicts.map((conflict) => (
          <li key={conflict.recordId} className="grid gap-2 rounded-lg border border-line p-3">
            <div className="flex flex-wrap items-center justify-between gap-2">
              <p className="min-w-0 font-medium wrap-anywhere">{shownName(conflict.area, conflict.name)}</p>
              <Choice
                label={`What to do with ${shownName(conflict.area, conflict.name)}`}
                value={choiceOf(conflict.recordId)}
                onChange={(choice) => setChosen({ ...chosen, [conflict.recordId]: choice })}
              />
            </div>
            <ConflictTable {...conflict} />
          </li>
        ))}
        {refused.map(({ recordId, area, name, message }) => (
          <li key={recordId}>
            <Banner tone="warn" title={shownName(area, name)}>
              {message}
            </Banner>
          </li>
        ))}
      </ul>
    </ActionDialog>
  );
}

/** Says what undoing an act does, and asks about what has changed since. */
export default function UndoDialog() {
  const { batchId } = useUndoAsked();
  return batchId !== null && <UndoQuestion key={batchId} batchId={batchId} />;
}
