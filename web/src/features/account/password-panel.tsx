import { client } from '@quartermaster/contract/api/client';
import { useState } from 'react';
import { queryKey, queryClient } from '../../api/queries.ts';
import { request } from '../../api/request.ts';
import { NewPasswordField } from '../../form/new-password-field.tsx';
import { PanelForm } from '../../form/panel-form.tsx';
import { SecretInput } from '../../form/secret-input.tsx';
import { useActionForm } from '../../records/use-action-form.ts';
import { Field } from '../../ui/field.tsx';
import { toast } from '../../ui/toaster.tsx';

export function PasswordPanel() {
  const [changes, setChanges] = useState(0);
  // Nothing that was typed stays.
  return <PasswordForm key={changes} onChanged={() => setChanges(changes + 1)} />;
}

function PasswordForm({ onChanged }: { onChanged: () => void }) {
  const { values, set, errorOf, ...form } = useActionForm(
    { current: '', next: '' },
    async (body) => {
      await request(client.account.changePassword, { body });
      onChanged();
      await queryClient.invalidateQueries({ queryKey: queryKey(client.account.sessions) });
      toast({ title: 'Password changed' });
    },
    'Failed to change the password',
  );
  return (
    <PanelForm title="Password" submitLabel="Change password" busyLabel="Changing..." {...form}>
      <Field label="Current password" error={errorOf('current')}>
        {(aria) => (
          <SecretInput
            {...aria}
            value={values.current}
            autoComplete="current-password"
            onChange={({ target }) => set({ current: target.value })}
          />
        )}
      </Field>
      <NewPasswordField
        label="New password"
        error={errorOf('next')}
        note=" Your other sessions end."
        value={values.next}
        onChange={({ target }) => set({ next: target.value })}
      />
    </PanelForm>
  );
}
