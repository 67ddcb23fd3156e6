import { client } from '@quartermaster/contract/api/client';
import type { Account } from '@quartermaster/contract/installation/installation.schema';
import { entityKey, queryClient } from '../../api/queries.ts';
import { request } from '../../api/request.ts';
import { useActionForm } from '../../records/use-action-form.ts';
import { ActionDialog } from '../../ui/action-dialog.tsx';
import { toast } from '../../ui/toaster.tsx';
import type { AccountAct } from './account-row.tsx';

interface Texts {
  title: string;
  body: string;
  label: string;
  busyLabel: string;
  done: string;
  isDanger?: true;
}

const texts: Record<AccountAct, (email: string) => Texts> = {
  disable: (email) => ({
    title: `Disable ${email}?`,
    body: 'They are signed out everywhere, their API tokens end, and they can’t sign in until the account is enabled. Nothing of theirs is deleted.',
    label: 'Disable',
    busyLabel: 'Disabling...',
    done: `${email} is disabled`,
    isDanger: true,
  }),
  enable: (email) => ({
    title: `Enable ${email}?`,
    body: 'They can sign in again, with their password and second factor.',
    label: 'Enable',
    busyLabel: 'Enabling...',
    done: `${email} is enabled`,
  }),
  promote: (email) => ({
    title: `Make ${email} an administrator?`,
    body: 'Administrators manage all accounts and global registrator types. They see no records of workspaces that they are not a member of.',
    label: 'Make administrator',
    busyLabel: 'Saving...',
    done: `${email} is an administrator`,
  }),
  demote: (email) => ({
    title: `Make ${email} no administrator?`,
    body: 'They keep their account and their workspaces, and no longer manage the installation.',
    ...{
      label: 'Remove administrator role',
      busyLabel: 'Saving...',
      done: `${email} is no longer an administrator`,
    },
  }),
  'clear-factor': (email) => ({
    title: `Remove the second factor of ${email}?`,
    body: 'App codes, recovery codes and passkeys are removed, and they are signed out everywhere. Make sure that they are asking for this themselves: from then on, the password alone is enough.',
    ...{
      label: 'Remove',
      busyLabel: 'Removing...',
      done: `${email} no longer has a second factor`,
      isDanger: true,
    },
  }),
};

function send(act: AccountAct, id: string) {
  const params = { id };
  const { updateAccount, removeFactor } = client.installation;
  if (act === 'clear-factor') return request(removeFactor, { params });
  if (act === 'disable' || act === 'enable')
    return request(updateAccount, { params, body: { disabled: act === 'disable' } });
  return request(updateAccount, { params, body: { role: act === 'promote' ? 'ADMIN' : 'USER' } });
}

/** Explains an action on an account, and carries it out. */
export function AccountDialog({
  account: { id, email },
  act,
  onClose,
}: {
  account: Account;
  act: AccountAct;
  onClose: () => void;
}) {
  const { title, body, label, busyLabel, done, isDanger = false } = texts[act](email);
  const form = useActionForm(
    {},
    async () => {
      await send(act, id);
      await queryClient.invalidateQueries({ queryKey: entityKey('/installation') });
      toast({ title: done });
      onClose();
    },
    'Failed to change the account',
  );
  return (
    <ActionDialog
      title={title}
      submitLabel={label}
      busyLabel={busyLabel}
      isDanger={isDanger}
      {...form}
      onClose={onClose}
    >
      <p className="text-ink-2">{body}</p>
    </ActionDialog>
  );
}
