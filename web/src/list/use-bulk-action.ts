import type { BulkAction, BulkActionResult } from '@quartermaster/contract/api/bulk-actions';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { call } from '../api/call.ts';
import { toast } from '../ui/toaster.tsx';
import { doneText, failureTitle, refusedText } from './bulk-text.ts';
import { type Cached, withoutRows } from '../records/cache.ts';
import { listKey } from '../records/list-query.ts';
import type { Identified, Entity } from '../records/entity.ts';
import type { Selection } from './use-selection.ts';

/** Ten thousand records in one transaction take longer than any other call. */
const timeoutMs = 300_000;

/** What was refused, to be read in peace. */
export interface BulkReport {
  title: string;
  /** What was done to the others. */
  done: string | undefined;
  refused: number;
  refusals: BulkActionResult['refusals'];
}

/** Does one thing to all selected records, in one transaction, and tells what came of it. */
export function useBulkAction<T extends Identified>(
  entity: Entity<T>,
  selection: Selection<T>,
  onError: (title: string, error: unknown) => void,
) {
  const client = useQueryClient();
  const [report, setReport] = useState<BulkReport>();

  /** Those that are known to be gone leave at once. */
  const takeAway = (ids: readonly string[], { refused, refusals }: BulkActionResult) => {
    if (refused !== refusals.length) return;
    const kept = new Set(refusals.map(({ id }) => id));
    const gone = new Set(ids.filter((id) => !kept.has(id)));
    client.setQueriesData<Cached<T>>(
      { queryKey: listKey(entity) },
      (data) => data && withoutRows(data, gone),
    );
  };
  const run = useMutation({
    mutationFn: async (action: BulkAction): Promise<BulkActionResult> => {
      const ids = selection.rows().map(({ id }) => id);
      const records = selection.isAll ? { filter: selection.filter } : { ids };
      const result = await call(entity.bulkActions, { body: { records, do: action }, timeoutMs });
      if (action.action === 'delete' && !selection.isAll) takeAway(ids, result);
      return result;
    },
    onSuccess: (result, action) => {
      const { changed, unchanged, refused, refusals } = result;
      const done = doneText(action, entity, result);
      if (action.action === 'delete') selection.clear();
      if (refused === 0) return toast({ title: done });
      const title = refusedText(action, entity, result);
      return setReport({ title, done: changed + unchanged > 0 ? done : undefined, refused, refusals });
    },
    onError: (error, action) => onError(failureTitle(action, entity), error),
    onSettled: () => client.invalidateQueries(),
  });
  return { run, report, closeReport: () => setReport(undefined) };
}
