import { client } from '@quartermaster/contract/api/client';
import type { ApiToken } from '@quartermaster/contract/tokens/tokens.schema';
import { queryClient, queryKey } from '../../api/queries.ts';
import { request } from '../../api/request.ts';
import { ActionDialog } from '../../ui/action-dialog.tsx';
import { toast } from '../../ui/toaster.tsx';
import { useActionForm } from '../../records/use-action-form.ts';

/** Ends a token permanently. */
export function EndTokenDialog({ token: { id, name }, onClose }: { token: ApiToken; onClose: () => void }) {
  const { problem, isPending, submit } = useActionForm(
    {},
    async () => {
      await request(client.tokens.remove, { params: { id } });
      toast({ title: `The token ${name} has ended` });
      onClose();
      await queryClient.invalidateQueries({ queryKey: queryKey(client.tokens.list) });
    },
    'Failed to end the token',
  );
  return (
    <ActionDialog
      title={`End the token ${name}?`}
      submit={{ label: 'End', busyLabel: 'Ending...', isDanger: true, onSubmit: submit }}
      isPending={isPending}
      problem={problem}
      onClose={onClose}
    >
      <p className="text-ink-2">Scripts that use it are refused at once. It can't be brought back.</p>
    </ActionDialog>
  );
}
