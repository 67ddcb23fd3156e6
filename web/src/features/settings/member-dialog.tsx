import { client } from '@quartermaster/contract/api/client';
import { isUnrestricted } from '@quartermaster/contract/api/permissions';
import type { Member } from '@quartermaster/contract/members/members.schema';
import { queryClient } from '../../api/queries.ts';
import { request } from '../../api/request.ts';
import { useActionForm } from '../../records/use-action-form.ts';
import { ActionDialog } from '../../ui/action-dialog.tsx';
import { RightsFields, type RightsValues, rightsOf } from './rights-fields.tsx';

interface MemberDialogProps {
  member: Member;
  isOwner: boolean;
  onClose: () => void;
}

/** Changes a member's rights. */
export function MemberDialog({ member, isOwner, onClose }: MemberDialogProps) {
  const { role, secrets, scope, userId } = member;
  const { values, set, errorOf, ...form } = useActionForm<RightsValues>(
    // Null only for people who may not change them.
    { role, secrets: secrets ?? false, scope: { tags: scope ?? [], text: '' } },
    async (sent) => {
      const body = isUnrestricted(sent.role) ? { role: sent.role } : rightsOf(sent);
      await request(client.members.update, { params: { userId }, body });
      await queryClient.invalidateQueries();
      onClose();
    },
    'Failed to change the member',
  );
  return (
    <ActionDialog
      title={member.name ?? member.email}
      submitLabel="Save"
      busyLabel="Saving..."
      {...form}
      onClose={onClose}
    >
      <RightsFields values={values} set={set} errorOf={errorOf} isOwner={isOwner} />
    </ActionDialog>
  );
}
