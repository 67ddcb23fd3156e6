import { useMay } from '../../api/rights.ts';
import { snoozeFor, useAlertAction } from '../alerts/use-alert-action.ts';
import { type Account, copyPassword, copyUserName, openLabel } from './account-actions.ts';
import { type Due, hasState, isRenewable } from './due.ts';
import { askRenewal } from './renewal-asked.ts';

/** Something that is done about what is due. */
export interface DueAction {
  label: (due: Due) => string;
  /** On a row. */
  key?: string;
  isFor: (due: Due) => boolean;
  run: (due: Due) => void;
  /** It is a link. */
  href?: (due: Due) => string;
}

const keySnoozeDays = 7;

const accountOf = ({ expiration }: Due): Account | null => expiration?.account ?? null;
const withAccount = (run: (account: Account) => void) => (due: Due) => {
  const account = accountOf(due);
  if (account) run(account);
};
const addressOf = (due: Due): string => accountOf(due)?.url ?? '';
const isWaiting = hasState('OPEN', 'ACKNOWLEDGED', 'SNOOZED');

/** What can be done about what is due, by the person's rights. */
export function useDueActions(): readonly DueAction[] {
  const { mutate } = useAlertAction();
  const mayWrite = useMay('write');
  const mayRead = useMay('secrets');
  const act =
    (does: () => Parameters<typeof mutate>[0]['does']) =>
    ({ alert }: Due) =>
      alert && mutate({ ids: [alert.id], does: does() });
  const writing: DueAction[] = [
    { label: () => 'Renewed…', key: 'r', isFor: isRenewable, run: (due) => askRenewal([due]) },
    {
      label: () => 'Acknowledge',
      key: 'a',
      isFor: hasState('OPEN'),
      run: act(() => ({ action: 'acknowledge' })),
    },
    {
      label: () => 'Snooze for 7 days',
      key: 'z',
      isFor: isWaiting,
      run: act(() => snoozeFor(keySnoozeDays)),
    },
    {
      label: () => "Don't renew",
      key: 'l',
      isFor: (due) => due.expiration !== null && isWaiting(due),
      run: act(() => ({ action: 'letExpire' })),
    },
    {
      label: () => 'Reopen',
      isFor: hasState('ACKNOWLEDGED', 'SNOOZED', 'LET_EXPIRE'),
      run: act(() => ({ action: 'reopen' })),
    },
  ];
  const open: DueAction = {
    label: (due) => {
      const account = accountOf(due);
      return account ? openLabel(account) : '';
    },
    key: 'v',
    isFor: (due) => addressOf(due) !== '',
    run: (due) => window.open(addressOf(due), '_blank', 'noopener,noreferrer'),
    href: addressOf,
  };
  const userName: DueAction = {
    label: () => 'Copy user name',
    isFor: (due) => accountOf(due)?.userName != null,
    run: withAccount(copyUserName),
  };
  const password: DueAction = {
    label: () => 'Copy password',
    isFor: (due) => accountOf(due)?.passwordField != null,
    run: withAccount(copyPassword),
  };
  return [...(mayWrite ? writing : []), open, userName, ...(mayRead ? [password] : [])];
}

/** The keys of these actions, on rows of which `dueOf` tells what they are about. */
export const dueKeys = <T>(
  actions: readonly DueAction[],
  dueOf: (row: T) => Due,
): Readonly<Record<string, (row: T) => boolean>> =>
  Object.fromEntries(
    actions.flatMap(({ key, isFor, run }) => {
      if (key === undefined) return [];
      const work = (row: T) => {
        const due = dueOf(row);
        if (isFor(due)) run(due);
        return isFor(due);
      };
      return [[key, work] as const];
    }),
  );
