import { client } from '@quartermaster/contract/api/client';
import { limits } from '@quartermaster/contract/rules/limits';
import { request } from '../../api/request.ts';
import { useActionForm } from '../../form/use-action-form.ts';
import { SecretInput } from '../../form/secret-input.tsx';
import { ActionDialog } from '../../ui/action-dialog.tsx';
import { Field } from '../../ui/field.tsx';

interface IdentityDialogProps {
  onConfirmed: () => void;
  onClose: () => void;
}

/** Asks for what proves who the person is. */
export default function IdentityDialog({ onConfirmed, onClose }: IdentityDialogProps) {
  const { values, set, errorOf, problem, isPending, submit } = useActionForm(
    { password: '' },
    async (body) => {
      await request(client.account.confirm, { body });
      onConfirmed();
    },
    'Failed to confirm',
  );
  return (
    <ActionDialog
      title="Confirm that it is you"
      submit={{ label: 'Confirm', busyLabel: 'Confirming...', onSubmit: submit }}
      {...{ isPending, problem, onClose }}
    >
      <p className="text-ink-2">
        This changes who has access. You are asked once in {limits.confirmedMinutes} minutes.
      </p>
      <Field label="Password" error={errorOf('password')}>
        {(aria) => (
          <SecretInput
            {...aria}
            value={values.password}
            autoComplete="current-password"
            onChange={({ target }) => set({ password: target.value })}
          />
        )}
      </Field>
    </ActionDialog>
  );
}
