import type { Account } from '@quartermaster/contract/installation/installation.schema';
import { Ban, CircleCheck, KeyRound, Link2, ShieldMinus, ShieldPlus, Trash2 } from 'lucide-react';
import { Badge } from '../../ui/badge.tsx';
import { IconButton } from '../../ui/button.tsx';
import { formatDateTime } from '../../ui/format.ts';

/** What an administrator can do to an account, short of deleting it. */
export type AccountAct = 'disable' | 'enable' | 'promote' | 'demote' | 'clear-factor';

/** An action with a dialog of its own, too. */
export type AskedAct = AccountAct | 'delete' | 'identities';

interface AccountRowProps {
  account: Account;
  /** A person changes their own account on the account page. */
  isOwn: boolean;
  onAct: (act: AskedAct) => void;
}

const cell = 'px-2 py-2 max-md:p-0';

/** On a phone the cells follow one another below the name. */
export const AccountRow = ({ account, isOwn, onAct }: AccountRowProps) => {
  const { email, name, role, disabled, secondFactor, lastSeenAt } = account;
  return (
    <tr className="align-baseline max-md:flex max-md:flex-wrap max-md:items-center max-md:gap-x-3 max-md:gap-y-1 max-md:px-4 max-md:py-3">
      <th
        scope="row"
        className="max-w-0 min-w-40 px-2 py-2 pl-4 font-normal max-md:w-full max-md:max-w-none max-md:p-0"
      >
        <p className="flex items-center gap-2">
          <span className="clipped font-medium">{name ?? email}</span>
          {isOwn && <Badge tone="mute">You</Badge>}
        </p>
        {name !== null && <p className="clipped text-xs text-ink-2">{email}</p>}
      </th>
      <td className={cell}>
        {role === 'ADMIN' ? (
          <Badge tone="violet">Administrator</Badge>
        ) : (
          <span className="text-ink-2">User</span>
        )}
      </td>
      <td className={cell}>
        <Badge tone={disabled ? 'bad' : 'ok'}>{disabled ? 'Disabled' : 'Enabled'}</Badge>
      </td>
      <td className={cell}>
        <span className="text-ink-2 max-md:hidden">{secondFactor ? 'Set up' : 'None'}</span>
        <span className="text-ink-2 md:hidden">{secondFactor ? 'Second factor' : 'No second factor'}</span>
      </td>
      <td className={`${cell} whitespace-nowrap text-ink-2`}>
        <span className="md:hidden">Last seen: </span>
        {lastSeenAt === null ? 'never' : formatDateTime(lastSeenAt)}
      </td>
      <td className="w-0 px-2 text-right align-middle whitespace-nowrap max-md:w-full max-md:p-0 max-md:text-left">
        {!isOwn && <Actions account={account} onAct={onAct} />}
      </td>
    </tr>
  );
};

const Actions = ({ account, onAct }: Omit<AccountRowProps, 'isOwn'>) => {
  const { email, role, disabled, secondFactor, identities } = account;
  const button = (act: AskedAct, label: string, icon: typeof Ban) => (
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
