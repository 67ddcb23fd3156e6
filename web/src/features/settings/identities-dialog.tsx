import { client } from '@quartermaster/contract/api/client';
import type { Account } from '@quartermaster/contract/installation/installation.schema';
import { useMutation } from '@tanstack/react-query';
import { messageOf } from '../../api/error.ts';
import { entityKey, queryClient } from '../../api/queries.ts';
import { request } from '../../api/request.ts';
import { IdentityRow } from '../../form/identity-row.tsx';
import { ActionDialog } from '../../ui/action-dialog.tsx';
import { toast } from '../../ui/toaster.tsx';

/** Who signs in to an account through an identity provider, to remove whom its owner does not know. */
export function IdentitiesDialog({
  account: { id, email, identities },
  onClose,
}: {
  account: Account;
  onClose: () => void;
}) {
  const remove = useMutation({
    mutationFn: (identityId: string) =>
      request(client.installation.removeIdentity, { params: { id, identityId } }),
    onSuccess: () => toast({ title: 'Sign-in removed' }),
    onSettled: () => queryClient.invalidateQueries({ queryKey: entityKey('/installation') }),
  });
  return (
    <ActionDialog
      title={`Linked sign-ins of ${email}`}
      problem={remove.error && messageOf(remove.error, 'Failed to remove the sign-in')}
      closeLabel="Close"
      onClose={onClose}
    >
      <p className="text-ink-2">
        {identities.length === 0
          ? 'None is left.'
          : 'Removing one ends all their sessions. They get a notice where mail is set up.'}
      </p>
      <ul className="-mx-4 panel-rows">
        {identities.map((identity) => (
          <IdentityRow
            key={identity.id}
            identity={identity}
            isRemoving={remove.isPending && remove.variables === identity.id}
            onRemove={() => remove.mutate(identity.id)}
          />
        ))}
      </ul>
    </ActionDialog>
  );
}
