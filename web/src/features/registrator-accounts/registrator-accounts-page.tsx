import { client } from '@quartermaster/contract/api/client';
import { useQuery } from '@tanstack/react-query';
import { CircleCheck, IdCard, Plug } from 'lucide-react';
import { routeQuery } from '../../api/queries.ts';
import { AddButton } from '../../list/add-button.tsx';
import { BulkBar } from '../../list/bulk/bulk-bar.tsx';
import { DataTable } from '../../list/table/data-table.tsx';
import { EmptyList } from '../../list/table/empty-list.tsx';
import { ExportButton } from '../../list/export-button.tsx';
import { ImportButton } from '../../list/import-button.tsx';
import { FilterCard } from '../../list/facets/filter-card.tsx';
import { FilterBar } from '../../list/facets/filter-bar.tsx';
import { ListPage } from '../../list/list-page.tsx';
import { useRecordPage } from '../../list/use-record-page.ts';
import { deferred } from '../../ui/deferred.tsx';
import { AccountFilters } from './account-filters.tsx';
import { accountCard, accountColumns, accountName, accountWords } from './registrator-accounts-columns.tsx';

export const Form = deferred(() => import('./registrator-account-form.tsx'));

export default function RegistratorAccountsPage() {
  const page = useRecordPage(client.registratorAccounts, {
    words: accountWords,
    columns: accountColumns,
  });
  const { state } = page;
  const stats = useQuery(routeQuery(client.registratorAccounts.stats)).data?.stats;
  const choices = useQuery(routeQuery(client.registratorAccounts.formData)).data;
  const loading = page.list.isLoading;

  return (
    <ListPage
      page={page}
      subtitle="Who signs in where to manage domains, and how"
      actions={
        <>
          <ImportButton page={page} />
          <ExportButton page={page} />
          <AddButton page={page}>Add Account</AddButton>
        </>
      }
      stats={
        <>
          <FilterCard
            page={page}
            label="Total Accounts"
            value={stats?.totalAccounts}
            icon={IdCard}
            loading={loading}
          />
          <FilterCard
            page={page}
            label="Active Accounts"
            shows={{ isActive: 'true' }}
            value={stats?.activeAccounts}
            icon={CircleCheck}
            tone="ok"
            loading={loading}
          />
          <FilterCard
            page={page}
            label="With API Access"
            shows={{ hasApiAccess: 'true' }}
            value={stats?.accountsWithApi}
            icon={Plug}
            tone="violet"
            loading={loading}
          />
        </>
      }
      toolbar={
        <FilterBar
          page={page}
          placeholder="Search by email, type, or tags..."
          all={stats?.totalAccounts}
          collapsible
        >
          <AccountFilters page={page} choices={choices} />
        </FilterBar>
      }
      bulk={<BulkBar page={page} />}
      table={
        <DataTable
          page={page}
          name={accountName}
          card={accountCard}
          empty={
            <EmptyList
              page={page}
              icon={IdCard}
              title="No registrator accounts found"
              body="Add the account that you have with a registrar, and domains can refer to it."
              addLabel="Add First Account"
            />
          }
        />
      }
      form={(record) => <Form record={record} onClose={state.closeForm} />}
      formMode="inline"
    />
  );
}
