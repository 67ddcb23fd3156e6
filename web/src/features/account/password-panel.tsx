import { client } from '@quartermaster/contract/api/client';
import { limits } from '@quartermaster/contract/rules/limits';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { queryKey, queryClient, routeQuery } from '../../api/queries.ts';
import { request } from '../../api/request.ts';
import { NewPasswordField, SecretInput } from '../../form/secret-input.tsx';
import { PanelForm } from '../../form/panel-form.tsx';
import { ProblemBanner } from '../../records/problem-banner.tsx';
import { useActionForm } from '../../records/use-action-form.ts';
import { Button } from '../../ui/button.tsx';
import { Field } from '../../ui/field.tsx';
import { Panel } from '../../ui/panel.tsx';
import { toast } from '../../ui/toaster.tsx';

export function PasswordPanel({ email }: { email: string }) {
  const { data } = useQuery(routeQuery(client.account.confirmation));
  const [changes, setChanges] = useState(0);
  if (data?.hasPassword === false) return <NoPassword email={email} />;
  // Clear the typed passwords.
  return <PasswordForm key={changes} onChanged={() => setChanges(changes + 1)} />;
}

/** For a person who signed up through the identity provider: a mailed link sets a first password. */
function NoPassword({ email }: { email: string }) {
  const { data: methods } = useQuery(routeQuery(client.account.methods));
  const send = useMutation({ mutationFn: () => request(client.account.forgot, { body: { email } }) });
  const text = send.isSuccess
    ? `A link to choose one is on its way to ${email}. It works once, for ${limits.resetMinutes} minutes.`
    : methods?.mail
      ? 'You have none. A link to choose one can be sent to your address.'
      : 'You have none. The administrator of this installation can give you a link to choose one.';
  return (
    <Panel title="Password">
      <ProblemBanner title="Failed to send the link" error={send.error} />
      <div className="flex flex-wrap items-center justify-between gap-3 p-4">
        <p className="text-ink-2">{text}</p>
        {methods?.mail && !send.isSuccess && (
          <Button busy={send.isPending} onClick={() => send.mutate()}>
            Send the link
          </Button>
        )}
      </div>
    </Panel>
  );
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
