import { client } from '@quartermaster/contract/api/client';
import { limits } from '@quartermaster/contract/rules/limits';
import { useQuery } from '@tanstack/react-query';
import { answerOfPasskey } from '../../api/passkey.ts';
import { routeQuery } from '../../api/queries.ts';
import { request } from '../../api/request.ts';
import { useActionForm } from '../../form/use-action-form.ts';
import { SecretInput } from '../../form/secret-input.tsx';
import { ActionDialog } from '../../ui/action-dialog.tsx';
import { Field } from '../../ui/field.tsx';
import { Input } from '../../ui/input.tsx';

interface IdentityDialogProps {
  onConfirmed: () => void;
  onClose: () => void;
}

const methodsQuery = { ...routeQuery(client.account.confirmation), gcTime: 0 };

/** Asks for what proves who the person is: with a second factor on, a code or a passkey. */
export default function IdentityDialog({ onConfirmed, onClose }: IdentityDialogProps) {
  const { data } = useQuery(methodsQuery);
  const methods = data?.methods ?? [];
  const withCode = methods.includes('code');
  const withPassword = methods.includes('password');
  const withPasskey = methods.includes('passkey') && !withCode;
  const { values, set, errorOf, problem, isPending, submit } = useActionForm(
    { password: '', code: '' },
    async ({ password, code }) => {
      const body = withCode ? { code } : withPassword ? { password } : { passkey: await answerOfPasskey() };
      await request(client.account.confirm, { body });
      onConfirmed();
    },
    'Failed to confirm',
  );
  return (
    <ActionDialog
      title="Confirm that it is you"
      {...(methods.length > 0 && {
        submit: {
          label: withPasskey ? 'Use your passkey' : 'Confirm',
          busyLabel: 'Confirming...',
          onSubmit: submit,
        },
      })}
      {...{ isPending, problem, onClose }}
    >
      <p className="text-ink-2">
        This changes who has access. You are asked once in {limits.confirmedMinutes} minutes.
      </p>
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
        <Field label="Code" hint="From your authenticator app, or a recovery code." error={errorOf('code')}>
          {(aria) => (
            <Input
              {...aria}
              value={values.code}
              autoComplete="one-time-code"
              autoFocus
              spellCheck={false}
              onChange={({ target }) => set({ code: target.value })}
            />
          )}
        </Field>
      )}
      {data?.methods.length === 0 && <p>Sign out and in again to confirm that it is you.</p>}
    </ActionDialog>
  );
}
