import { client } from '@quartermaster/contract/api/client';
import { limits } from '@quartermaster/contract/rules/limits';
import { useState } from 'react';
import { queryClient } from '../../api/queries.ts';
import { request } from '../../api/request.ts';
import { ShownOnce } from '../../records/shown-once.tsx';
import { useActionForm } from '../../records/use-action-form.ts';
import { ActionDialog } from '../../ui/action-dialog.tsx';
import { AddressInput } from '../../ui/input.tsx';
import { Field } from '../../ui/field.tsx';
import { invitationsQuery } from './invitations.tsx';
import { RightsFields, type RightsValues, rightsOf } from './rights-fields.tsx';

const blank: RightsValues & { email: string } = {
  email: '',
  role: 'VIEWER',
  secrets: false,
  scope: { tags: [], text: '' },
};

/** Asks for an address and rights, then shows the invitation's link, once. */
export function InviteDialog({ isOwner, onClose }: { isOwner: boolean; onClose: () => void }) {
  const [made, setMade] = useState<{ url: string; mailed: boolean }>();
  const { values, set, errorOf, ...form } = useActionForm(
    blank,
    async ({ email, ...rights }) => {
      const body = { email, ...rightsOf(rights) };
      setMade(await request(client.invitations.create, { body }));
      await queryClient.invalidateQueries({ queryKey: invitationsQuery.queryKey });
    },
    'Failed to invite',
  );
  if (made)
    return (
      <ShownOnce title={`Invitation for ${values.email}`} what="Link" value={made.url} onClose={onClose}>
        {made.mailed ? `This link is mailed to ${values.email}.` : `Send this link to ${values.email}.`} It is
        shown only now, works once, for this address, for {limits.invitationDays} days.
      </ShownOnce>
    );
  return (
    <ActionDialog
      title="Invite a person"
      submitLabel="Invite"
      busyLabel="Inviting..."
      {...form}
      onClose={onClose}
    >
      <Field label="Email" required error={errorOf('email')}>
        {(aria) => (
          <AddressInput
            {...aria}
            autoComplete="off"
            value={values.email}
            onChange={({ target }) => set({ email: target.value })}
          />
        )}
      </Field>
      <RightsFields values={values} set={set} errorOf={errorOf} isOwner={isOwner} />
    </ActionDialog>
  );
}
