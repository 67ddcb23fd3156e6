import { client } from '@quartermaster/contract/api/client';
import { type Output, request } from '../../api/request.ts';
import { useActionForm } from '../../records/use-action-form.ts';
import { ActionDialog } from '../../ui/action-dialog.tsx';
import { CopyButton } from '../../ui/copy-button.tsx';
import { InputField } from '../../ui/input-field.tsx';

interface AuthenticatorDialogProps {
  begun: Output<typeof client.factors.begin>;
  onDone: (recoveryCodes: string[]) => void;
  onClose: () => void;
}

/** Shows a new secret for the person's app, and asks for a code to verify that the app has it. */
export function AuthenticatorDialog({ begun, onDone, onClose }: AuthenticatorDialogProps) {
  const { values, set, errorOf, field, ...form } = useActionForm(
    { code: '' },
    async (body) => onDone((await request(client.factors.confirm, { body })).recoveryCodes),
    'Failed to set up the second factor',
  );
  return (
    <ActionDialog
      title="Set up your authenticator app"
      submitLabel="Turn on"
      busyLabel="Checking..."
      {...form}
      onClose={onClose}
    >
      <p className="text-ink-2">
        Scan this with the app
        <a href={begun.url} className="font-medium text-accent-text hover:underline md:hidden">
          , open it on this device
        </a>
        , or type the secret in. Then enter the code it shows.
      </p>
      <img
        src={`data:image/svg+xml,${encodeURIComponent(begun.qr)}`}
        alt="QR code for your authenticator app"
        className="size-48 justify-self-center rounded-lg bg-white"
      />
      <div className="flex items-center gap-2 rounded-lg bg-sunken py-1 pr-1 pl-3">
        <code className="min-w-0 flex-1 font-mono text-sm break-all">{begun.secret}</code>
        <CopyButton value={begun.secret} what="secret" />
      </div>
      <InputField
        label="Code"
        {...field('code')}
        inputMode="numeric"
        isExact
        autoComplete="one-time-code"
        autoFocus
      />
    </ActionDialog>
  );
}
