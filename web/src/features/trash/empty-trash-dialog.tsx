import { client } from '@quartermaster/contract/api/client';
import { useMutation } from '@tanstack/react-query';
import { messageOf } from '../../api/error.ts';
import { queryClient } from '../../api/queries.ts';
import { request } from '../../api/request.ts';
import { ActionDialog } from '../../ui/action-dialog.tsx';
import { toast } from '../../ui/toaster.tsx';
import { records } from '../../records/history/undo.ts';

/** Asks before the values of all deleted records are forgotten. */
export function EmptyTrashDialog({ onClose }: { onClose: () => void }) {
  const empty = useMutation({
    mutationFn: () => request(client.trash.empty, { body: {}, timeoutMs: 300_000 }),
    onSuccess: async ({ emptied }) => {
      onClose();
      toast({ title: `${records(emptied)} forgotten` });
      await queryClient.invalidateQueries();
    },
  });
  return (
    <ActionDialog
      title="Empty the trash?"
      submit={{
        label: 'Empty trash',
        busyLabel: 'Emptying...',
        isDanger: true,
        onSubmit: () => empty.mutate(),
      }}
      isPending={empty.isPending}
      problem={empty.error && messageOf(empty.error, 'Failed to empty the trash')}
      onClose={onClose}
    >
      <p className="text-ink-2">
        The values of all deleted records, their secrets too, leave the history for good and can't be
        restored. That they were deleted stays.
      </p>
    </ActionDialog>
  );
}
