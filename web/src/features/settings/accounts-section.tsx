import { client } from '@quartermaster/contract/api/client';
import type { Account } from '@quartermaster/contract/installation/installation.schema';
import { useState } from 'react';
import { routeQuery } from '../../api/queries.ts';
import { useSession } from '../../api/session.ts';
import { PanelTable } from '../../records/panel-table.tsx';
import { usePages } from '../../records/use-pages.ts';
import { Input } from '../../ui/input.tsx';
import { AccountDialog } from './account-dialog.tsx';
import { type DialogAct, AccountRow } from './account-row.tsx';
import { DeleteAccountDialog } from './delete-account-dialog.tsx';
import { IdentitiesDialog } from './identities-dialog.tsx';

const columns = ['Account', 'Role', 'State', 'Second factor', 'Last seen'];

/** The accounts of the installation, without their records. */
export default function AccountsSection() {
  const [search, setSearch] = useState('');
  const [dialog, setDialog] = useState<{ act: DialogAct; account: Account }>();
  const { status } = useSession();
  const { data, ...list } = usePages((page) =>
    routeQuery(client.installation.accounts, {
      query: { page, limit: 50, search: search.trim() === '' ? undefined : search.trim() },
    }),
  );
  const own = status.is === 'authenticated' ? status.user.id : undefined;
  const latest = (account: Account) => data?.accounts.find(({ id }) => id === account.id) ?? account;
  return (
    <>
      <PanelTable
        title="Accounts"
        what="accounts"
        columns={columns}
        {...list}
        rows={data?.accounts}
        empty="No account has this in its address or name."
        after={
          <Input
            type="search"
            aria-label="Search accounts"
            placeholder="Address or name"
            autoComplete="off"
            isExact
            className="-mr-2 max-w-56"
            value={search}
            onChange={({ target }) => {
              setSearch(target.value);
              list.onPage(1);
            }}
          />
        }
      >
        {(account) => (
          <AccountRow
            key={account.id}
            account={account}
            isOwn={account.id === own}
            onAct={(act) => setDialog({ act, account })}
          />
        )}
      </PanelTable>
      {dialog && (
        <ActDialog act={dialog.act} account={latest(dialog.account)} onClose={() => setDialog(undefined)} />
      )}
    </>
  );
}

interface ActDialogProps {
  act: DialogAct;
  account: Account;
  onClose: () => void;
}

function ActDialog({ act, ...props }: ActDialogProps) {
  if (act === 'delete') return <DeleteAccountDialog {...props} />;
  if (act === 'identities') return <IdentitiesDialog {...props} />;
  return <AccountDialog act={act} {...props} />;
}
