import { client } from '@quartermaster/contract/api/client';
import { useState } from 'react';
import { queryClient } from '../../api/queries.ts';
import { request } from '../../api/request.ts';
import { useActionForm } from '../../form/use-action-form.ts';
import { ActionDialog } from '../../ui/action-dialog.tsx';
import { CopyButton } from '../../ui/copy-button.tsx';
import { Field } from '../../ui/field.tsx';
import { Input } from '../../ui/input.tsx';
import { invitationsQuery } from './invitations.tsx';
import { RightsFields, type RightsValues } from './rights-fields.tsx';

const blank: RightsValues & { email: string } = { email: '', role: 'VIEWER', secrets: false, scope: [] };

/** Asks whom to invite and as what, then shows the link, which is shown once. */
export function InviteDialog({ isOwner, onClose }: { isOwner: boolean; onClose: () => void }) {
  const [link, setLink] = useState<string>();
  const { values, set, errorOf, problem, isPending, submit } = useActionForm(
    blank,
    async (body) => {
      const { url } = await request(client.invitations.create, { body });
      setLink(url);
      await queryClient.invalidateQueries({ queryKey: invitationsQuery.queryKey });
    },
    'Failed to invite',
  );
  if (link !== undefined)
    return (
      <ActionDialog title={`Invitation for ${values.email}`} closeLabel="Done" onClose={onClose}>
        <p className="text-ink-2">
          Send this link to {values.email}. It is shown only now, works once, for this address, for seven
          days.
        </p>
        <div className="flex items-center gap-2">
          <Input readOnly value={link} aria-label="Link" onFocus={({ target }) => target.select()} />
          <CopyButton value={link} what="link" />
        </div>
      </ActionDialog>
    );
  return (
    <ActionDialog
      title="Invite a person"
      submit={{ label: 'Invite', busyLabel: 'Inviting...', onSubmit: submit }}
      {...{ isPending, problem, onClose }}
    >
      <Field label="Email" required error={errorOf('email')}>
        {(aria) => (
          <Input
            {...aria}
            type="email"
            autoComplete="off"
            value={values.email}
            onChange={({ target }) => set({ email: target.value })}
          />
        )}
      </Field>
      <RightsFields {...{ values, set, errorOf, isOwner }} />
    </ActionDialog>
  );
}
