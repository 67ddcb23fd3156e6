import type { Account } from '@quartermaster/contract/installation/installation.schema';
import { Ban, CircleCheck, KeyRound, Link2, ShieldMinus, ShieldPlus, Trash2 } from 'lucide-react';
import { PanelTableCell, PanelTableRow } from '../../records/panel-table.tsx';
import { Badge } from '../../ui/badge.tsx';
import { IconButton } from '../../ui/button.tsx';
import { formatDateTime } from '../../ui/format.ts';

/** What an administrator can do to an account, short of deleting it. */
export type AccountAct = 'disable' | 'enable' | 'promote' | 'demote' | 'clear-factor';

/** An action with a dialog of its own, too. */
export type DialogAct = AccountAct | 'delete' | 'identities';

interface AccountRowProps {
  account: Account;
  /** A person changes their own account on the account page. */
  isOwn: boolean;
  onAct: (act: DialogAct) => void;
}

export const AccountRow = ({ account, isOwn, onAct }: AccountRowProps) => {
  const { email, name, role, disabled, secondFactor, lastSeenAt } = account;
  return (
    <PanelTableRow
      name={
        <>
          <p className="flex items-center gap-2">
            <span className="clipped font-medium">{name ?? email}</span>
            {isOwn && <Badge tone="mute">You</Badge>}
          </p>
          {name !== null && <p className="clipped text-xs text-ink-2">{email}</p>}
        </>
      }
      actions={!isOwn && <Actions account={account} onAct={onAct} />}
    >
      <PanelTableCell>
        {role === 'ADMIN' ? (
          <Badge tone="violet">Administrator</Badge>
        ) : (
          <span className="text-ink-2">User</span>
        )}
      </PanelTableCell>
      <PanelTableCell>
        <Badge tone={disabled ? 'bad' : 'ok'}>{disabled ? 'Disabled' : 'Enabled'}</Badge>
      </PanelTableCell>
      <PanelTableCell>
        <span className="text-ink-2 max-md:hidden">{secondFactor ? 'Set up' : 'None'}</span>
        <span className="text-ink-2 md:hidden">{secondFactor ? 'Second factor' : 'No second factor'}</span>
      </PanelTableCell>
      <PanelTableCell isQuiet>
        <span className="md:hidden">Last seen: </span>
        {lastSeenAt === null ? 'never' : formatDateTime(lastSeenAt)}
      </PanelTableCell>
    </PanelTableRow>
  );
};

const Actions = ({ account, onAct }: Omit<AccountRowProps, 'isOwn'>) => {
  const { email, role, disabled, secondFactor, identities } = account;
  const button = (act: DialogAct, label: string, icon: typeof Ban) => (
    <IconButton label={label} icon={icon} className="max-md:size-10" onClick={() => onAct(act)} />
  );
  return (
    <span className="inline-flex max-md:-ml-3">
      {role === 'ADMIN'
        ? button('demote', `Make ${email} no administrator`, ShieldMinus)
        : button('promote', `Make ${email} an administrator`, ShieldPlus)}
      {secondFactor && button('clear-factor', `Remove the second factor of ${email}`, KeyRound)}
      {identities.length > 0 && button('identities', `Linked sign-ins of ${email}`, Link2)}
      {disabled
        ? button('enable', `Enable ${email}`, CircleCheck)
        : button('disable', `Disable ${email}`, Ban)}
      {button('delete', `Delete ${email}`, Trash2)}
    </span>
  );
};
