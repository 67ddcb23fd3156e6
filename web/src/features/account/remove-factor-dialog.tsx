import { queryClient } from '../../api/queries.ts';
import { useActionForm } from '../../records/use-action-form.ts';
import { ActionDialog } from '../../ui/action-dialog.tsx';

interface RemoveFactorDialogProps {
  title: string;
  /** What follows. */
  text?: string;
  onRemove: () => Promise<void>;
  onClose: () => void;
}

/** Asks before removing a protection of the account. */
export function RemoveFactorDialog({
  title,
  text = 'Your other sessions end. Workspaces that require a second factor close to who has none.',
  onRemove,
  onClose,
}: RemoveFactorDialogProps) {
  const { problem, isPending, submit } = useActionForm(
    {},
    async () => {
      await onRemove();
      onClose();
      await queryClient.invalidateQueries();
    },
    'Failed to remove it',
  );
  return (
    <ActionDialog
      title={title}
      submit={{ label: 'Remove', busyLabel: 'Removing...', isDanger: true, onSubmit: submit }}
      isPending={isPending}
      problem={problem}
      onClose={onClose}
    >
      <p className="text-ink-2">{text}</p>
    </ActionDialog>
  );
}
