import { type ReactNode, Suspense, lazy, useCallback, useState } from 'react';
import { toast } from '../ui/toaster.tsx';
import { areaAt } from './areas.ts';
import { type Identified, type Resource, capital } from './resource.ts';
import { useRemove } from './use-remove.ts';

// Not needed for the first row.
const ConfirmDialog = lazy(async () => ({
  default: (await import('../ui/confirm-dialog.tsx')).ConfirmDialog,
}));

const DeletionEffects = lazy(() => import('./deletion-effects.tsx'));

interface DeleteDialogOptions<T> {
  question: (row: T) => string;
  onDeleted: (row: T) => void;
  /** Takes a refusal, whose message says who still uses the record. */
  onError: (title: string, error: unknown) => void;
}

/** Asks before a record is deleted. */
export function useDeleteDialog<T extends Identified>(
  resource: Resource<T>,
  { question, onDeleted, onError }: DeleteDialogOptions<T>,
): { ask: (row: T) => void; dialog: ReactNode } {
  // Kept while the dialog closes, so that its words stay to the end.
  const [row, setRow] = useState<T>();
  const [isOpen, setOpen] = useState(false);
  const remove = useRemove(resource);
  const ask = useCallback((asked: T) => {
    setRow(asked);
    setOpen(true);
  }, []);
  const confirm = () => {
    if (!row) return;
    remove.mutate(row, {
      onSuccess: () => {
        onDeleted(row);
        toast({ title: `${capital(resource.noun)} deleted` });
      },
      onError: (error) => onError(`Failed to delete ${resource.noun}`, error),
    });
  };
  const dialog = row && (
    <Suspense>
      <ConfirmDialog
        open={isOpen}
        title={question(row)}
        body={
          <Suspense>
            <DeletionEffects area={areaAt(resource.path)} id={row.id} />
          </Suspense>
        }
        confirmLabel="Delete"
        onConfirm={confirm}
        onClose={() => setOpen(false)}
      />
    </Suspense>
  );
  return { ask, dialog };
}
