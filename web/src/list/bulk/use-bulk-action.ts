import type { BulkAction, BulkActionResult } from '@quartermaster/contract/api/bulk-actions';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { requestWrite } from '../../api/request.ts';
import { limits } from '@quartermaster/contract/rules/limits';
import { toast } from '../../ui/toaster.tsx';
import { doneText, failureTitle, leftText, refusedText } from './bulk-text.ts';
import { type Cached, withoutRows } from '../../records/cache.ts';
import { fetchPage, listKey, type RawListQuery } from '../../records/list-query.ts';
import { removed } from '../../records/use-remove.ts';
import type { Entity, Identified } from '../../records/entity.ts';
import { undoAction } from '../../records/history/undo-action.ts';
import type { Selection } from './use-selection.ts';
import { valuesAsked } from '@quartermaster/contract/api/filters';

/** Which of these records a list with this query shows, loaded or not. */
export async function stillListed<T extends Identified>(
  entity: Entity<T>,
  { ids: among, ...filters }: RawListQuery,
  ids: readonly string[],
): Promise<Set<string>> {
  const allowed = among === undefined ? undefined : new Set(valuesAsked(among));
  const asked = allowed ? ids.filter((id) => allowed.has(id)) : ids;
  const listed = new Set<string>();
  for (let at = 0; at < asked.length; at += limits.filterIds) {
    const some = asked.slice(at, at + limits.filterIds);
    const { rows } = await fetchPage(entity, { ...filters, ids: some.join(',') }, 1, limits.filterIds);
    for (const { id } of rows) listed.add(id);
  }
  return listed;
}

/** Ten thousand records in one transaction take longer than any other request. */
const timeoutMs = 300_000;

/** The refused records, shown in a dialog. */
export interface BulkReport {
  title: string;
  /** Describes what was done to the others. */
  done: string | undefined;
  refused: number;
  refusals: BulkActionResult['refusals'];
}

/** `to` names the record that a reference is set to. */
type Run = BulkAction & { to?: string | undefined };

/** Runs an action on all selected records in one transaction, and reports the outcome. */
export function useBulkAction<T extends Identified>(
  entity: Entity<T>,
  selection: Selection<T>,
  onError: (title: string, error?: unknown) => void,
  onDeleted: (deleted: ReadonlySet<string>) => void,
  showRecords: (ids: readonly string[]) => void,
) {
  const client = useQueryClient();
  const [report, setReport] = useState<BulkReport>();

  /** Removes the rows of deleted records at once. */
  const takeAway = (ids: readonly string[], { refused, refusals }: BulkActionResult) => {
    if (refused !== refusals.length) return;
    const kept = new Set(refusals.map(({ id }) => id));
    const deleted = new Set(ids.filter((id) => !kept.has(id)));
    client.setQueriesData<Cached<T>>(
      { queryKey: listKey(entity) },
      (data) => data && withoutRows(data, deleted),
    );
    for (const id of deleted) removed.add(id);
    onDeleted(deleted);
  };
  const idsOf = () => selection.rows().map(({ id }) => id);
  const send = (action: BulkAction, ids: readonly string[], preview: boolean) => {
    const records = selection.isAll ? { filter: selection.filter } : { ids: [...ids] };
    return requestWrite(entity.bulkActions, {
      body: { records, do: action, ...(preview && { preview }) },
      timeoutMs,
    });
  };
  /**
   * Ends the selection of records that the list does not show: nobody would see what the next action is about. Returns
   * their ids.
   */
  const dropUnlisted = async (): Promise<string[]> => {
    if (selection.isAll || Object.keys(selection.filter).length === 0) return [];
    const ids = idsOf();
    const listed = await stillListed(entity, selection.filter, ids);
    selection.keep((id) => listed.has(id));
    return ids.filter((id) => !listed.has(id));
  };
  const sayLeft = (left: readonly string[]) => {
    if (left.length === 0) return;
    const shown = left.slice(0, limits.filterIds);
    const label = shown.length < left.length ? `Show ${shown.length} of them` : 'Show them';
    const action = { label, run: () => showRecords(shown) };
    toast({ title: leftText(entity, left.length), type: 'info', action });
  };
  const run = useMutation({
    mutationFn: async ({ to: _, ...action }: Run) => {
      const ids = idsOf();
      const written = await send(action, ids, false);
      if (action.action === 'delete' && !selection.isAll) takeAway(ids, written.data);
      return written;
    },
    onSuccess: ({ data: result, batchId }, action) => {
      const { changed, unchanged, refused, refusals } = result;
      onError(failureTitle(action, entity));
      const done = doneText(action, entity, result, action.to);
      if (action.action === 'delete') selection.clear();
      // If it can't be asked, the list says so itself, and a deletion asks again.
      else void dropUnlisted().then(sayLeft, () => undefined);
      if (refused === 0) return toast({ title: done, action: undoAction(batchId) });
      const title = refusedText(action, entity, result);
      return setReport({ title, done: changed + unchanged > 0 ? done : undefined, refused, refusals });
    },
    onError: (error, action) => onError(failureTitle(action, entity), error),
    onSettled: () => client.invalidateQueries(),
  });
  return {
    run,
    preview: async (action: BulkAction) => (await send(action, idsOf(), true)).data,
    dropUnlisted,
    sayLeft,
    report,
    closeReport: () => setReport(undefined),
  };
}
