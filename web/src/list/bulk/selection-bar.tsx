import { limits, tooManyForBulkAction } from '@quartermaster/contract/rules/limits';
import { holdsSecret } from '@quartermaster/contract/rules/secret-comments';
import type { Tag as StoredTag } from '@quartermaster/contract/rules/tags';
import { Download, Ellipsis, ListChecks, SquarePen, Tag, Trash2 } from 'lucide-react';
import { useEffect, useState } from 'react';
import { useMay, useMayWrite } from '../../api/rights.ts';
import { Button } from '../../ui/button.tsx';
import { deferred } from '../../ui/deferred.tsx';
import { formatNumber } from '../../ui/format.ts';
import type { Asked } from './bulk-dialog.tsx';
import { bulkFields } from './bulk-fields.ts';
import { CopyMenu } from './copy-menu.tsx';
import { BarMenu } from './bar-menu.tsx';
import { Bar } from './bar.tsx';
import { busyText, failureTitle } from './bulk-text.ts';
import type { Versioned } from '../../records/entity.ts';
import type { ListState } from '../use-list-state.ts';
import { useAnnouncement } from './use-announcement.ts';
import { useBulkAction } from './use-bulk-action.ts';
import { useExport } from '../use-export.ts';
import type { RecordPage } from '../use-record-page.ts';

// Loaded once something is selected.
const BulkDialog = deferred(() => import('./bulk-dialog.tsx'));
const RotateDialog = deferred(() => import('../../records/rotate-dialog.tsx'));

/** Whether a row has secrets: answers list those that are set. */
const hasSecrets = (row: object): boolean =>
  ((row as { secretFields?: readonly string[] }).secretFields ?? []).length > 0;

/** Whether all comments of rows look like they hold a password: others stay where everybody reads them. */
function haveSecretComments(rows: readonly object[]): boolean {
  const comments = rows.flatMap((row) => (row as { comment?: string | null }).comment ?? []);
  return comments.length > 0 && comments.every(holdsSecret);
}

export interface BulkBarProps<T extends Versioned> {
  page: Pick<RecordPage<T>, 'entity' | 'columns' | 'selection' | 'list' | 'report'> & {
    state: Pick<ListState<never>, 'form' | 'closeForm' | 'showRecords'>;
  };
}

const look = {
  variant: 'ghost',
  className: 'px-2 max-md:h-12 max-md:flex-col max-md:gap-1 max-md:text-xs',
} as const;

/** The actions on selected records; hidden while nothing is selected. */
export default function SelectionBar<T extends Versioned>({ page }: BulkBarProps<T>) {
  const { entity, selection, list, state, report: onError } = page;
  const { count, isAll } = selection;
  const [asked, setAsked] = useState<Asked>();
  const onDeleted = (deleted: ReadonlySet<string>) => {
    if (state.form !== undefined && deleted.has(state.form)) state.closeForm();
  };
  const bulk = useBulkAction(entity, selection, onError, onDeleted, state.showRecords);
  const { run, preview, report, closeReport } = bulk;
  const [leftOut, setLeftOut] = useState(0);
  const saving = useExport(entity, onError);
  const mayWrite = useMayWrite(entity);
  const isTooMany = count > limits.bulkRows;
  const mayAct = mayWrite && !isTooMany;
  const manages = useMay('manage');
  const [isRotating, setRotating] = useState(false);
  const isBusy = run.isPending;
  useAnnouncement(count, isAll);
  // Not `disabled`, so that a closing dialog can return the focus to the button.
  const act = { 'aria-disabled': isBusy || undefined };
  const ask = (kind: Asked) => () => setAsked(isBusy ? undefined : kind);
  const askDeletion = async () => {
    if (isBusy) return;
    const left = await bulk.dropUnlisted();
    setLeftOut(left.length);
    if (left.length < count) setAsked('delete');
    else bulk.sayLeft(left);
  };
  const save = () => saving.save(isAll ? { query: selection.filter } : { rows: selection.rows() });
  const { total = 0 } = list;
  const idsNow = () => selection.rows().map(({ id }) => id);
  const chosen = () => (isAll ? { filter: selection.filter } : { ids: idsNow() });
  const menu = { className: look.className, isDisabled: isBusy };
  const fields = mayAct ? bulkFields(entity) : [];
  const settings = fields.map((field) => ({ label: `Set ${field.label}`, run: ask(field) }));
  const tagging =
    mayAct && entity.csv?.['Tags']
      ? [
          { label: 'Add tag', run: ask('addTag') },
          { label: 'Remove tag', run: ask('removeTag') },
        ]
      : [];
  const hasSecretComments = isAll
    ? selection.filter['secretComment'] === 'true'
    : haveSecretComments(selection.rows());
  const more = [
    ...(mayAct && entity.bulkLook ? [{ label: 'Check now', run: () => run.mutate({ action: 'look' }) }] : []),
    { label: 'Impact', run: ask('impact') },
    ...(manages && !isAll && selection.rows().some(hasSecrets)
      ? [{ label: 'Rotate these', run: () => setRotating(true) }]
      : []),
    ...(mayAct && hasSecretComments
      ? [{ label: 'Move comments to secure notes', run: () => run.mutate({ action: 'sealComment' }) }]
      : []),
  ];
  const rows = asked ? (isAll ? list.rows : selection.rows()) : [];
  return (
    <>
      {count > 0 && (
        <Bar
          label={`${formatNumber(count)} selected`}
          beside={
            !isAll &&
            selection.loaded === 'all' &&
            selection.canSelectMatching &&
            total > list.rows.length && (
              <Button
                variant="ghost"
                icon={ListChecks}
                className="text-accent-text"
                {...act}
                onClick={() => isBusy || selection.selectMatching()}
              >
                Select all {formatNumber(total)} that match
              </Button>
            )
          }
          onClear={selection.clear}
          isBusy={isBusy}
        >
          <div
            data-actions
            className="flex min-w-0 items-center max-md:order-last max-md:w-full max-md:justify-between"
          >
            <BarMenu label="Set" icon={SquarePen} choices={settings} {...menu} />
            <BarMenu label="Tag" icon={Tag} choices={tagging} {...menu} />
            {entity.csv && (
              <CopyMenu
                entity={entity}
                columns={page.columns}
                count={count}
                selected={isAll ? { query: selection.filter } : { rows: selection.rows() }}
                {...menu}
                report={onError}
              />
            )}
            <Button {...look} icon={Download} busy={saving.isBusy} {...act} onClick={() => isBusy || save()}>
              <span>
                Export<span className="max-md:sr-only"> selection</span>
              </span>
              {saving.received !== null && <span className="text-ink-2">{saving.received}</span>}
            </Button>
            <BarMenu label="More" icon={Ellipsis} choices={more} {...menu} />
            {mayAct && (
              <Button
                {...look}
                variant="dangerGhost"
                icon={Trash2}
                {...act}
                onClick={() => {
                  askDeletion().catch((error: unknown) =>
                    onError(failureTitle({ action: 'delete' }, entity), error),
                  );
                }}
              >
                Delete
              </Button>
            )}
          </div>
          {mayWrite && isTooMany && <p className="px-2 text-sm text-ink-2">{tooManyForBulkAction()}</p>}
          {run.isPending && <BulkProgress label={busyText(run.variables, entity, count)} />}
        </Bar>
      )}
      {isRotating && <RotateDialog entity={entity} ids={idsNow()} onClose={() => setRotating(false)} />}
      {(asked ?? report) && (
        <BulkDialog
          asked={asked}
          report={report}
          entity={entity}
          count={count}
          chosen={chosen()}
          leftOut={leftOut}
          rows={rows}
          tags={rows.flatMap(tagsOf)}
          suggested={list.rows.flatMap(tagsOf)}
          preview={preview}
          onAction={(action, to) => {
            setAsked(undefined);
            run.mutate({ ...action, to });
          }}
          onClose={() => {
            setAsked(undefined);
            closeReport();
          }}
        />
      )}
    </>
  );
}

const tagsOf = (row: object): readonly StoredTag[] => (row as { tags?: readonly StoredTag[] }).tags ?? [];

const patienceMs = 300;

/** Shows that an action is slow. Indeterminate: it is one transaction. */
function BulkProgress({ label }: { label: string }) {
  const [isSlow, setSlow] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setSlow(true), patienceMs);
    return () => clearTimeout(timer);
  }, []);
  return (
    isSlow && (
      <div className="basis-full px-2 pt-1 text-sm text-ink-2" role="status">
        {label}
        <div role="progressbar" aria-label={label} className="mt-1 h-1 overflow-hidden rounded bg-mute-soft">
          <div className="pulse h-full bg-accent" />
        </div>
      </div>
    )
  );
}
