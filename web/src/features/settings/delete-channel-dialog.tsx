import { client } from '@quartermaster/contract/api/client';
import type { Channel } from '@quartermaster/contract/channels/channels.schema';
import { queryClient } from '../../api/queries.ts';
import { request } from '../../api/request.ts';
import { useActionForm } from '../../records/use-action-form.ts';
import { ActionDialog } from '../../ui/action-dialog.tsx';

export function DeleteChannelDialog({ channel, onClose }: { channel: Channel; onClose: () => void }) {
  const { problem, isPending, submit } = useActionForm(
    {},
    async () => {
      await request(client.channels.remove, { params: { id: channel.id } });
      await queryClient.invalidateQueries();
      onClose();
    },
    'Failed to delete the channel',
  );
  return (
    <ActionDialog
      title={`Delete the channel ${channel.name}?`}
      submit={{ label: 'Delete', busyLabel: 'Deleting...', isDanger: true, onSubmit: submit }}
      isPending={isPending}
      problem={problem}
      onClose={onClose}
    >
      <p className="text-ink-2">What waits for it is not sent any more.</p>
    </ActionDialog>
  );
}
