import { client } from '@quartermaster/contract/api/client';
import type {
  DateOrder,
  Import,
  ImportOptions,
  ImportRow,
  NoteKind,
} from '@quartermaster/contract/imports/imports.schema';
import {
  infiniteQueryOptions,
  keepPreviousData,
  queryOptions,
  useIsMutating,
  useMutation,
  useQuery,
  useQueryClient,
} from '@tanstack/react-query';
import { entityKey, queryKey, routeQuery } from '../../api/queries.ts';
import { request } from '../../api/request.ts';
import { undoAction } from '../../records/history/undo-action.ts';
import { toast } from '../../ui/toaster.tsx';
import { doneInWords } from './row-kinds.ts';

/** Options to change; null in a map takes a choice back. */
export type OptionChanges = {
  [K in keyof Omit<ImportOptions, 'dates' | 'replace'>]?: NonNullable<ImportOptions[K]>;
} & {
  dates?: Record<string, DateOrder | null>;
  replace?: Record<string, Record<string, string | null> | null>;
};

export interface ImportChoices {
  mapping?: Record<string, string | null>;
  options?: OptionChanges;
}

/** Planning ten thousand rows anew takes seconds, applying them longer. */
const timeoutMs = 300_000;
const pollMs = 1000;

const isRunning = (state: Import['state'] | undefined) => state === 'reading' || state === 'applying';

/** The import, asked for again while the server works on it. */
export const useImport = (id: string) =>
  useQuery({
    ...routeQuery(client.imports.get, { params: { id } }),
    refetchInterval: ({ state }) => isRunning(state.data?.import.state) && pollMs,
  });

const rowsKey = (id: string) => [...entityKey(client.imports.rows.path), 'rows', id] as const;

/** The rows of an import, or those of some kinds or with a note, a page at a time. */
export const importRows = (id: string, filter: { kind?: string; note?: NoteKind }) =>
  infiniteQueryOptions({
    queryKey: [...rowsKey(id), filter],
    queryFn: ({ pageParam, signal }) =>
      request(client.imports.rows, { params: { id }, query: { ...filter, cursor: pageParam }, signal }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ next }) => next ?? undefined,
    placeholderData: keepPreviousData,
  });

/** The ids of the records that an import has written. */
export const writtenIds = (id: string) =>
  queryOptions({
    queryKey: [...rowsKey(id), 'written'],
    queryFn: async ({ signal }) => {
      const ids: string[] = [];
      for (const kind of ['create', 'update'] as const) {
        let cursor: string | undefined;
        do {
          const query = { kind, cursor };
          const page = await request(client.imports.rows, { params: { id }, query, signal });
          ids.push(...page.rows.flatMap(({ recordId }) => recordId ?? []));
          cursor = page.next ?? undefined;
        } while (cursor !== undefined);
      }
      return ids;
    },
  });

/** The import with choices that the server has yet to plan with. */
function withChoices(before: Import, { mapping = {}, options = {} }: ImportChoices): Import {
  const { dates, ...rest } = options;
  const kept = Object.entries({ ...before.options.dates, ...dates }).filter(([, order]) => order !== null);
  return {
    ...before,
    columns: before.columns.map((column) => {
      const target = Object.hasOwn(mapping, column.header) ? mapping[column.header] : undefined;
      return target === undefined ? column : { ...column, target, guessed: false };
    }),
    options: { ...before.options, ...rest, dates: Object.fromEntries(kept) } as Import['options'],
  };
}

/** Changes what becomes of an import; shown at once, while the server plans anew. */
export function useChangeImport(id: string, onError: (title: string, error?: unknown) => void) {
  const queries = useQueryClient();
  const key = queryKey(client.imports.get, { params: { id } });
  const title = 'Failed to plan the import';
  return useMutation({
    mutationKey: ['import', id],
    // One after the other, so that the last answer is the one to the last change.
    scope: { id },
    mutationFn: (body: ImportChoices) => request(client.imports.update, { params: { id }, body, timeoutMs }),
    onMutate: async ({ mapping, options }) => {
      await queries.cancelQueries({ queryKey: key });
      // Values and references are secret, or depend on what else is chosen; replacements join earlier ones.
      const { values: _, references: __, replace: ___, ...shown } = options ?? {};
      queries.setQueryData<{ import: Import }>(
        key,
        (data) =>
          data && { import: withChoices(data.import, { ...(mapping && { mapping }), options: shown }) },
      );
    },
    onSuccess: (data) => {
      queries.setQueryData(key, data);
      onError(title);
      return queries.invalidateQueries({ queryKey: rowsKey(id) });
    },
    onError: (error) => {
      onError(title, error);
      return queries.invalidateQueries({ queryKey: key });
    },
  });
}

/** Changes cells of a row, which may change what becomes of others. */
export function useMendRow(id: string, onError: (title: string, error?: unknown) => void) {
  const queries = useQueryClient();
  const title = 'Failed to change the row';
  return useMutation({
    mutationKey: ['import', id],
    scope: { id },
    mutationFn: ({ n, cells }: Pick<ImportRow, 'n'> & { cells: Record<string, string> }) =>
      request(client.imports.updateRow, { params: { id, n: String(n) }, body: { cells }, timeoutMs }),
    onSuccess: async () => {
      onError(title);
      await queries.invalidateQueries({ queryKey: queryKey(client.imports.get, { params: { id } }) });
      await queries.invalidateQueries({ queryKey: rowsKey(id) });
    },
    onError: (error) => onError(title, error),
  });
}

/** Whether the server plans the import anew. */
export const useIsPlanning = (id: string): boolean => useIsMutating({ mutationKey: ['import', id] }) > 0;

/**
 * Applies an import. Its own id is the key: a second click, another tab and a repetition after a lost answer are the
 * same act.
 */
export function useApplyImport({ id }: Import, onError: (title: string, error?: unknown) => void) {
  const queries = useQueryClient();
  return useMutation({
    mutationKey: ['import', id],
    scope: { id },
    mutationFn: () => request(client.imports.apply, { params: { id }, body: { key: id }, timeoutMs }),
    onSuccess: ({ batchId, counts }) => {
      onError('Failed to import');
      // Null while it runs on.
      if (!counts || batchId === null) return;
      toast({ title: doneInWords(counts, ['create', 'update']), action: undoAction(batchId) });
    },
    onError: (error) => onError('Failed to import', error),
    onSettled: () => queries.invalidateQueries(),
  });
}
