import { client } from '@quartermaster/contract/api/client';
import type { Account } from '@quartermaster/contract/installation/installation.schema';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { routeQuery } from '../../api/queries.ts';
import { useSession } from '../../api/session.ts';
import { ProblemBanner } from '../../records/problem-banner.tsx';
import { formatNumber } from '../../ui/format.ts';
import { Input } from '../../ui/input.tsx';
import { Panel } from '../../ui/panel.tsx';
import { AccountDialog } from './account-dialog.tsx';
import { type AskedAct, AccountRow } from './account-row.tsx';
import { DeleteAccountDialog } from './delete-account-dialog.tsx';
import { IdentitiesDialog } from './identities-dialog.tsx';
import { Pages } from '../../records/pages.tsx';

const columns = ['Account', 'Role', 'State', 'Second factor', 'Last seen'];

/** The accounts of the installation, without their records. */
export default function AccountsSection() {
  const [page, setPage] = useState(1);
  const [search, setSearch] = useState('');
  const [asked, setAsked] = useState<{ act: AskedAct; account: Account }>();
  const { status } = useSession();
  const { data, error, refetch } = useQuery({
    ...routeQuery(client.installation.accounts, {
      query: { page, limit: 50, search: search.trim() === '' ? undefined : search.trim() },
    }),
    placeholderData: keepPreviousData,
  });
  const own = status.is === 'authenticated' ? status.user.id : undefined;
  const close = () => setAsked(undefined);
  const latest = (account: Account) => data?.accounts.find(({ id }) => id === account.id) ?? account;
  return (
    <>
      <ProblemBanner title="Failed to load accounts" error={error} onRetry={() => void refetch()} />
      <Panel
        title={`Accounts${data ? ` (${formatNumber(data.pagination.total)})` : ''}`}
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
              setPage(1);
            }}
          />
        }
      >
        {data?.accounts.length === 0 ? (
          <p className="p-4 text-ink-2">No account has this in its address or name.</p>
        ) : (
          <table className="w-full text-left max-md:block" aria-label="Accounts" aria-busy={!data && !error}>
            <thead className="text-xs text-ink-2 max-md:sr-only">
              <tr className="border-b border-line">
                {columns.map((column) => (
                  <th key={column} scope="col" className="px-2 py-2 font-medium first:pl-4">
                    {column}
                  </th>
                ))}
                <th scope="col" className="px-2">
                  <span className="sr-only">Actions</span>
                </th>
              </tr>
            </thead>
            <tbody className="panel-rows max-md:block">
              {data?.accounts.map((account) => (
                <AccountRow
                  key={account.id}
                  account={account}
                  isOwn={account.id === own}
                  onAct={(act) => setAsked({ act, account })}
                />
              ))}
            </tbody>
          </table>
        )}
        <Pages page={page} of={data?.pagination.totalPages} onPage={setPage} back="Previous" forth="Next" />
      </Panel>
      {asked && <AskedDialog act={asked.act} account={latest(asked.account)} onClose={close} />}
    </>
  );
}

interface AskedDialogProps {
  act: AskedAct;
  account: Account;
  onClose: () => void;
}

function AskedDialog({ act, ...props }: AskedDialogProps) {
  if (act === 'delete') return <DeleteAccountDialog {...props} />;
  if (act === 'identities') return <IdentitiesDialog {...props} />;
  return <AccountDialog act={act} {...props} />;
}
