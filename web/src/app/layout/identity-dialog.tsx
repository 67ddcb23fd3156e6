import { client } from '@quartermaster/contract/api/client';
import { limits } from '@quartermaster/contract/rules/limits';
import { useMutation, useQuery } from '@tanstack/react-query';
import { KeyRound } from 'lucide-react';
import { messageOf } from '../../api/error.ts';
import { answerOfPasskey, hasPasskeys } from '../../api/passkey.ts';
import { routeQuery } from '../../api/queries.ts';
import { request } from '../../api/request.ts';
import { signOut } from '../../api/session.ts';
import { SecretInput } from '../../form/secret-input.tsx';
import { useActionForm } from '../../records/use-action-form.ts';
import { ActionDialog } from '../../ui/action-dialog.tsx';
import { Button } from '../../ui/button.tsx';
import { Field } from '../../ui/field.tsx';
import { InputField } from '../../ui/input-field.tsx';

interface IdentityDialogProps {
  onConfirmed: () => void;
  onClose: () => void;
}

const methodsQuery = { ...routeQuery(client.account.confirmation), gcTime: 0 };

/** Asks for a proof of identity: with a second factor on, a passkey or a code. */
export default function IdentityDialog({ onConfirmed, onClose }: IdentityDialogProps) {
  const { data } = useQuery(methodsQuery);
  const methods = data?.methods ?? [];
  const withCode = methods.includes('code');
  const withPassword = methods.includes('password');
  const withPasskey = methods.includes('passkey') && hasPasskeys();
  const { values, set, errorOf, field, ...form } = useActionForm(
    { password: '', code: '' },
    async ({ password, code }) => {
      await request(client.account.confirm, { body: withCode ? { code } : { password } });
      onConfirmed();
    },
    'Failed to confirm',
  );
  const byPasskey = useMutation({
    mutationFn: async () => request(client.account.confirm, { body: { passkey: await answerOfPasskey() } }),
    onSuccess: onConfirmed,
  });
  const failure = byPasskey.error && messageOf(byPasskey.error, 'Failed to confirm');
  return (
    <ActionDialog
      title="Confirm that it is you"
      {...form}
      {...((withCode || withPassword) && { submitLabel: 'Confirm', busyLabel: 'Confirming...' })}
      {...(data?.methods.length === 0 && { submitLabel: 'Sign out', submit: () => void signOut() })}
      problem={form.problem ?? failure}
      onClose={onClose}
    >
      <p className="text-ink-2">
        This changes who has access. You are asked once in {limits.confirmedMinutes} minutes.
      </p>
      {withPasskey && (
        <Button
          icon={KeyRound}
          busy={byPasskey.isPending}
          autoFocus
          className="h-10"
          onClick={() => byPasskey.mutate()}
        >
          Use your passkey
        </Button>
      )}
      {withPassword && (
        <Field label="Password" error={errorOf('password')}>
          {(aria) => (
            <SecretInput
              {...aria}
              value={values.password}
              autoComplete="current-password"
              autoFocus
              onChange={({ target }) => set({ password: target.value })}
            />
          )}
        </Field>
      )}
      {withCode && (
        <InputField
          label={withPasskey ? 'Or a code' : 'Code'}
          hint="From your authenticator app, or a recovery code."
          {...field('code')}
          autoComplete="one-time-code"
          autoFocus={!withPasskey}
          isExact
        />
      )}
      {data?.methods.length === 0 && <p>Sign out and in again to confirm that it is you.</p>}
    </ActionDialog>
  );
}
