import { client } from '@quartermaster/contract/api/client';
import type { Member } from '@quartermaster/contract/members/members.schema';
import { useNavigate } from '@tanstack/react-router';
import { queryClient } from '../../api/queries.ts';
import { request } from '../../api/request.ts';
import { useActionForm } from '../../records/use-action-form.ts';
import { ActionDialog } from '../../ui/action-dialog.tsx';
import { toast } from '../../ui/toaster.tsx';

/** Ends a membership at once. */
export function RemoveMemberDialog({ member, onClose }: { member: Member; onClose: () => void }) {
  const { userId, email } = member;
  const navigate = useNavigate();
  const { problem, isPending, submit } = useActionForm(
    {},
    async () => {
      await request(client.members.remove, { params: { userId } });
      toast({ title: `${email} is no longer a member` });
      await queryClient.invalidateQueries();
      onClose();
      await navigate({ to: '/settings', search: { section: 'rotation', person: userId } });
    },
    'Failed to remove the member',
  );
  return (
    <ActionDialog
      title={`Remove ${email} from the workspace?`}
      submit={{ label: 'Remove', busyLabel: 'Removing...', isDanger: true, onSubmit: submit }}
      isPending={isPending}
      problem={problem}
      onClose={onClose}
    >
      <p className="text-ink-2">
        Their access ends at once. What they created stays. What they know opens next, to be changed.
      </p>
    </ActionDialog>
  );
}
