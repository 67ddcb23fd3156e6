import { client } from '@quartermaster/contract/api/client';
import type { Passkey } from '@quartermaster/contract/passkeys/passkeys.schema';
import { makePasskey } from '../../api/passkey.ts';
import { queryClient } from '../../api/queries.ts';
import { request } from '../../api/request.ts';
import { useActionForm } from '../../records/use-action-form.ts';
import { ActionDialog } from '../../ui/action-dialog.tsx';
import { InputField } from '../../ui/input-field.tsx';
import { toast } from '../../ui/toaster.tsx';
import { clientName } from '../../records/client-name.ts';

interface PasskeyDialogProps {
  /** null: a new one. */
  passkey: Passkey | null;
  /** The first second factor comes with recovery codes. */
  onCodes: (codes: string[]) => void;
  onClose: () => void;
}

/** Names a passkey, after creating it if it is new. */
export function PasskeyDialog({ passkey, onCodes, onClose }: PasskeyDialogProps) {
  const { values, set, errorOf, field, ...form } = useActionForm(
    { name: passkey?.name ?? clientName(navigator.userAgent) },
    async ({ name }) => {
      if (passkey) await request(client.passkeys.update, { params: { id: passkey.id }, body: { name } });
      else {
        const response = await makePasskey();
        const { recoveryCodes } = await request(client.passkeys.create, { body: { name, response } });
        if (recoveryCodes) onCodes(recoveryCodes);
      }
      onClose();
      toast({ title: passkey ? 'Passkey renamed' : 'Passkey added' });
      await queryClient.invalidateQueries();
    },
    passkey ? 'Failed to rename the passkey' : 'Failed to add the passkey',
  );
  return (
    <ActionDialog
      title={passkey ? 'Rename the passkey' : 'Add a passkey'}
      submitLabel={passkey ? 'Save' : 'Continue'}
      busyLabel={passkey ? 'Saving...' : 'Waiting for your device...'}
      {...form}
      onClose={onClose}
    >
      <InputField label="Name" hint="To recognize the device later." {...field('name')} autoFocus />
    </ActionDialog>
  );
}
