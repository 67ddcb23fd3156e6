import { type ReactNode, useCallback, useState } from 'react';
import { isOutdated } from '../api/error.ts';
import { deferred } from '../ui/deferred.tsx';
import { toast } from '../ui/toaster.tsx';
import { type Entity, type Versioned, capital } from './entity.ts';
import { undoAction } from './history/undo-action.ts';
import { useLatest } from './use-latest.ts';
import { useRemove } from './use-remove.ts';

// Loaded on demand, to keep it off the way to the first row.
const DeleteDialog = deferred(() => import('./delete-dialog.tsx'));

interface DeleteDialogOptions<T> {
  question: (row: T) => string;
  onDeleted: (row: T) => void;
  /** Called with a refusal, whose message says what still uses the record; without an error after a success. */
  onError: (title: string, error?: unknown) => void;
}

/** Asks before a record is deleted. */
export function useDeleteDialog<T extends Versioned>(
  entity: Entity<T>,
  { question, onDeleted, onError }: DeleteDialogOptions<T>,
): { ask: (row: T) => void; dialog: ReactNode } {
  // Kept while the dialog fades out, so that its text stays.
  const [row, setRow] = useState<T>();
  const [isOpen, setOpen] = useState(false);
  const [isOutdatedRow, setOutdatedRow] = useState(false);
  const remove = useRemove(entity);
  const latest = useLatest(entity);
  const show = useCallback((asked: T, outdated: boolean) => {
    setRow(asked);
    setOutdatedRow(outdated);
    setOpen(true);
  }, []);
  const ask = useCallback((asked: T) => show(asked, false), [show]);
  const failure = `Failed to delete ${entity.one}`;
  const failed = (error: unknown) => onError(failure, error);
  const confirm = () => {
    if (!row) return;
    remove.mutate(row, {
      onSuccess: ({ batchId }) => {
        onDeleted(row);
        onError(failure);
        toast({ title: `${capital(entity.one)} deleted`, action: undoAction(batchId) });
      },
      // The user confirmed an older version: show the current one and ask again.
      onError: (error) =>
        isOutdated(error) ? void latest(row.id).then((now) => show(now, true), failed) : failed(error),
    });
  };
  const dialog = row && (
    <DeleteDialog
      entity={entity}
      open={isOpen}
      title={question(row)}
      rows={[row]}
      count={1}
      confirmLabel="Delete"
      onConfirm={confirm}
      onClose={() => setOpen(false)}
    >
      {isOutdatedRow && (
        <p>This {entity.one} was changed meanwhile. Look at it again before you delete it.</p>
      )}
    </DeleteDialog>
  );
  return { ask, dialog };
}
