import { client } from '@quartermaster/contract/api/client';
import { useQuery } from '@tanstack/react-query';
import { CircleCheck, IdCard, Plug } from 'lucide-react';
import { routeQuery } from '../../api/queries.ts';
import { AddButton, ImportButton } from '../../list/page-buttons.tsx';
import { DataTable, EmptyList } from '../../list/table/data-table.tsx';
import { ExportButton } from '../../list/export-button.tsx';
import { StatCards } from '../../list/stat-cards.tsx';
import { FilterBar } from '../../list/facets/filter-bar.tsx';
import { ListPage } from '../../list/list-page.tsx';
import { type RecordPage, useRecordPage } from '../../list/use-record-page.ts';
import { deferred } from '../../ui/deferred.tsx';
import { accountCard, accountColumns, accountName } from './registrator-accounts-columns.tsx';
import type { Output } from '../../api/request.ts';
import { AnyFilter } from '../../list/facets/any-filter.tsx';
import { ChipFilter, FacetFilter } from '../../list/facets/facet-filter.tsx';
import type { RegistratorAccount } from '@quartermaster/contract/entities/registrator-accounts/registrator-accounts.schema';

export const Form = deferred(() => import('./registrator-account-form.tsx'));

export default function RegistratorAccountsPage() {
  const page = useRecordPage(client.registratorAccounts, {
    columns: accountColumns,
  });
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
        <StatCards
          page={page}
          loading={loading}
          stats={[
            { label: 'Total Accounts', value: stats?.totalAccounts, icon: IdCard, shows: {} },
            {
              label: 'Active Accounts',
              value: stats?.activeAccounts,
              icon: CircleCheck,
              tone: 'ok',
              shows: { isActive: 'true' },
            },
            {
              label: 'With API Access',
              value: stats?.accountsWithApi,
              icon: Plug,
              tone: 'violet',
              shows: { hasApiAccess: 'true' },
            },
          ]}
        />
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
      Form={Form}
      formMode="inline"
    />
  );
}

const auth = [
  { value: 'missing', label: 'Missing' },
  { value: 'set', label: 'Set' },
];
const apiStatuses = [
  { value: 'configured', label: 'Configured' },
  { value: 'incomplete', label: 'Incomplete' },
  { value: 'missing', label: 'Not configured' },
  { value: 'none', label: 'No API' },
];

type Filter = keyof typeof client.registratorAccounts.filters;

interface AccountFiltersProps {
  page: RecordPage<RegistratorAccount, Filter>;
  /** Undefined while loading. */
  choices: Output<typeof client.registratorAccounts.formData> | undefined;
}

function AccountFilters({ page, choices }: AccountFiltersProps) {
  const { filters, setFilter } = page.state;
  const facet = (name: Filter) => ({
    value: filters[name],
    onChange: (value: string | undefined) => setFilter(name, value),
  });
  const types = choices?.registratorTypes.map(({ id, name }) => ({ value: id, label: name }));
  return (
    <>
      <AnyFilter page={page} name="emailAccountId" />
      <AnyFilter page={page} name="proxyId" />
      <FacetFilter label="Registrator Type" options={types ?? []} {...facet('registratorTypeId')} />
      <ChipFilter label="Authentication" options={auth} {...facet('auth')} />
      <ChipFilter label="API Status" options={apiStatuses} {...facet('apiStatus')} />
    </>
  );
}
