import { type CsvColumn, toCsv } from '@quartermaster/contract/rules/csv';
import type { Endpoint } from '@quartermaster/contract/lib/endpoint';
import type { Tag } from '@quartermaster/contract/lib/fields';
import { CircleDot, Download, Tag as TagIcon, Trash2, X } from 'lucide-react';
import { type ReactNode, Suspense, lazy, useEffect, useRef, useState } from 'react';
import { announce } from '../ui/announce.ts';
import { Button } from '../ui/button.tsx';
import { formatNumber } from '../ui/format.ts';
import { Key } from '../ui/key.tsx';
import { useHotkeys } from '../ui/use-hotkeys.ts';
import { BulkProgress } from './bulk-progress.tsx';
import { type BulkAction, busyText } from './bulk-text.ts';
import type { Choice } from './facet-filter.tsx';
import type { Identified, Resource } from './resource.ts';
import { csvFile, jsonFile } from './save-file.ts';
import { useBulkAction } from './use-bulk-action.ts';
import { useExport } from './use-export.ts';
import type { List } from './use-list.ts';
import type { Selection } from './use-selection.ts';

// Not needed before something is selected.
const BulkDialog = lazy(() => import('./bulk-dialog.tsx'));

interface BulkBarProps<T extends Identified> {
  resource: Resource<T>;
  selection: Selection<T>;
  list: Pick<List<T>, 'rows' | 'total'>;
  /** Of the export: its file's name, and what answers all that match. */
  endpoint: Endpoint;
  /** Of the file of the selected rows; without them it is JSON. */
  columns?: readonly CsvColumn<T>[];
  /** Of kinds that have tags. */
  tagsOf?: (row: T) => readonly Tag[];
  /** Of kinds whose status can be set. */
  statuses?: readonly Choice[];
  onError: (title: string, error: unknown) => void;
}

export type BulkDialogKind = BulkAction['action'];

/** What can be done to the selected records; nothing while none is. */
export function BulkBar<T extends Identified>(props: BulkBarProps<T>) {
  const { resource, selection, list, endpoint, tagsOf, statuses, onError } = props;
  const { count, isAll } = selection;
  const [asked, setAsked] = useState<BulkDialogKind>();
  const { run, report, closeReport } = useBulkAction(resource, selection, onError);
  const saving = useExport(onError);
  const isBusy = run.isPending;
  useAnnouncement(count, isAll);
  const act = { disabled: isBusy };
  const ask = (kind: BulkDialogKind) => () => setAsked(kind);
  const save = () => {
    const rows = selection.rows();
    const file = props.columns ? csvFile(toCsv(props.columns, rows)) : jsonFile(rows);
    return saving.save(endpoint, isAll ? { query: selection.filter } : { file });
  };
  const { total = 0 } = list;
  return (
    <>
      {count > 0 && (
        <Bar label={`${formatNumber(count)} selected`} onClear={selection.clear} isBusy={isBusy}>
          {!isAll && selection.loaded === 'all' && total > list.rows.length && (
            <Button variant="ghost" className="text-accent-text" {...act} onClick={selection.selectMatching}>
              Select all {formatNumber(total)} that match
            </Button>
          )}
          {tagsOf && (
            <>
              <Button variant="ghost" icon={TagIcon} {...act} onClick={ask('addTag')}>
                Add tag
              </Button>
              <Button variant="ghost" {...act} onClick={ask('removeTag')}>
                Remove tag
              </Button>
            </>
          )}
          {statuses && (
            <Button variant="ghost" icon={CircleDot} {...act} onClick={ask('setStatus')}>
              Set status
            </Button>
          )}
          <Button variant="ghost" icon={Download} busy={saving.isBusy} {...act} onClick={save}>
            Export selection
          </Button>
          <Button variant="ghost" icon={Trash2} {...act} onClick={ask('delete')}>
            Delete
          </Button>
          {run.isPending && <BulkProgress label={busyText(run.variables, resource, count)} />}
        </Bar>
      )}
      {(asked ?? report) && (
        <Suspense>
          <BulkDialog
            asked={asked}
            report={report}
            nouns={resource}
            count={count}
            tags={tagsOf ? (isAll ? list.rows : selection.rows()).flatMap(tagsOf) : []}
            suggested={tagsOf ? list.rows.flatMap(tagsOf) : []}
            statuses={statuses ?? []}
            onAction={(action) => {
              setAsked(undefined);
              run.mutate(action);
            }}
            onClose={() => {
              setAsked(undefined);
              closeReport();
            }}
          />
        </Suspense>
      )}
    </>
  );
}

function useAnnouncement(count: number, isAll: boolean): void {
  const before = useRef(count);
  useEffect(() => {
    if (count !== before.current)
      announce(
        count === 0
          ? 'Nothing selected'
          : `${formatNumber(count)} selected${isAll ? ', all that match' : ''}`,
      );
    before.current = count;
  }, [count, isAll]);
}

interface BarProps {
  label: string;
  onClear: () => void;
  isBusy: boolean;
  children: ReactNode;
}

function Bar({ label, onClear, isBusy, children }: BarProps) {
  const bar = useRef<HTMLDivElement>(null);
  const clear = () => {
    // The bar goes; the focus must not go with it.
    if (bar.current?.contains(document.activeElement))
      bar.current.parentElement?.querySelector<HTMLElement>('[data-list-rows]')?.focus();
    onClear();
  };
  useHotkeys({
    Escape: () => {
      if (isBusy) return false;
      clear();
      return true;
    },
    b: () => bar.current?.querySelector<HTMLElement>('button:enabled')?.focus(),
  });
  return (
    <div
      ref={bar}
      role="group"
      aria-label="Selection"
      className="fixed inset-x-3 bottom-3 z-20 mx-auto flex w-fit max-w-[calc(100%-1.5rem)] flex-wrap items-center justify-center gap-x-1 overflow-hidden rounded-lg bg-raised p-1.5 shadow-popup md:[@media(min-height:640px)]:absolute print:hidden"
    >
      <span className="px-2 text-sm font-semibold">{label}</span>
      {children}
      <Button variant="ghost" icon={X} disabled={isBusy} onClick={clear}>
        Clear <Key className="max-md:hidden">Esc</Key>
      </Button>
    </div>
  );
}
