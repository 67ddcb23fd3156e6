import { client } from '@quartermaster/contract/api/client';
import { useQuery } from '@tanstack/react-query';
import { CircleCheck, IdCard, Plug, Plus, SearchX } from 'lucide-react';
import { useMemo } from 'react';
import { endpointQuery } from '../../api/queries.ts';
import { BulkBar } from '../../list/bulk-bar.tsx';
import { countText } from '../../records/count-text.ts';
import { DataTable } from '../../list/data-table.tsx';
import { ExportButton } from '../../list/export-button.tsx';
import { FilterBar } from '../../list/filter-bar.tsx';
import { ListPage } from '../../list/list-page.tsx';
import { ProblemBanner } from '../../records/problem-banner.tsx';
import { useDeleteDialog } from '../../records/use-delete-dialog.tsx';
import { useList } from '../../list/use-list.ts';
import { useListState } from '../../list/use-list-state.ts';
import { useProblem } from '../../records/use-problem.ts';
import { useRecord } from '../../records/use-record.ts';
import { useSelection } from '../../list/use-selection.ts';
import { ViewOptions } from '../../list/view-options.tsx';
import { Button } from '../../ui/button.tsx';
import { deferred, usePreload } from '../../ui/deferred.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { StatCard } from '../../ui/stat-card.tsx';
import { AccountFilters } from './account-filters.tsx';
import { accountCard, accountColumns, accountName, accountWords } from './registrator-accounts-columns.tsx';

const RegistratorAccountForm = deferred(() => import('./registrator-account-form.tsx'));

export function RegistratorAccountsPage() {
  const state = useListState(client.registratorAccounts);
  const list = useList(client.registratorAccounts, state, accountWords);
  usePreload(RegistratorAccountForm, !list.isLoading);
  const selection = useSelection(list);
  const open = useRecord(client.registratorAccounts, state.form, list.rows);
  const stats = useQuery(endpointQuery(client.registratorAccounts.stats)).data?.stats;
  const choices = useQuery(endpointQuery(client.registratorAccounts.formData)).data;
  const { problem, report } = useProblem();
  const remove = useDeleteDialog(client.registratorAccounts, {
    question: () => 'Are you sure you want to delete this registrator account?',
    onDeleted: selection.drop,
    onError: report,
  });
  const columns = useMemo(() => accountColumns(state.filterByTag), [state.filterByTag]);
  const add = () => state.openForm('new');

  return (
    <ListPage
      title="Registrator Accounts"
      subtitle="Who signs in where to manage domains, and how"
      onAdd={add}
      actions={
        <>
          <ExportButton
            endpoint={client.registratorAccounts.export}
            columns={client.registratorAccounts.csv}
            list={list}
            onError={report}
          />
          <Button variant="primary" icon={Plus} onClick={add}>
            Add Account
          </Button>
        </>
      }
      banners={
        <>
          <ProblemBanner {...problem} />
          <ProblemBanner
            title="Failed to load registrator accounts"
            error={list.error ?? open.error}
            onRetry={list.retry}
          />
        </>
      }
      stats={
        <>
          <StatCard
            label="Total Accounts"
            value={stats?.totalAccounts}
            icon={IdCard}
            loading={list.isLoading}
          />
          <StatCard
            label="Active Accounts"
            value={stats?.activeAccounts}
            icon={CircleCheck}
            tone="ok"
            loading={list.isLoading}
          />
          <StatCard
            label="With API Access"
            value={stats?.accountsWithApi}
            icon={Plug}
            tone="violet"
            loading={list.isLoading}
          />
        </>
      }
      toolbar={
        <FilterBar
          search={state.search}
          onSearch={state.setSearch}
          placeholder="Search by email, type, or tags..."
          count={countText(client.registratorAccounts, list.total, state.isFiltered, stats?.totalAccounts)}
          active={state.activeFilters}
          onClear={state.clear}
          tags={state.tags}
          onRemoveTag={state.removeTag}
          related={state.related}
          view={
            <ViewOptions
              resource={client.registratorAccounts}
              columns={columns}
              list={list}
              onError={report}
            />
          }
          collapsible
        >
          <AccountFilters state={state} choices={choices} />
        </FilterBar>
      }
      bulk={
        <BulkBar
          resource={client.registratorAccounts}
          selection={selection}
          list={list}
          endpoint={client.registratorAccounts.export}
          columns={client.registratorAccounts.csv}
          tagsOf={({ tags }) => tags}
          onError={report}
        />
      }
      table={
        <DataTable
          resource={client.registratorAccounts}
          label="Registrator accounts"
          list={list}
          columns={columns}
          name={accountName}
          card={accountCard}
          sort={state.sort}
          onSort={state.sortOn}
          selection={selection}
          onEdit={({ id }) => state.openForm(id)}
          onDelete={remove.ask}
          onRelations={state.showConnections}
          empty={state.isFiltered ? <NoMatch onClear={state.clear} /> : <NoneYet onAdd={add} />}
        />
      }
      form={
        open.isReady && (
          <RegistratorAccountForm
            key={state.form}
            record={open.record}
            choices={choices}
            onClose={state.closeForm}
          />
        )
      }
      formMode="inline"
    >
      {remove.dialog}
    </ListPage>
  );
}

const title = 'No registrator accounts found';

const NoneYet = ({ onAdd }: { onAdd: () => void }) => (
  <EmptyState
    icon={IdCard}
    title={title}
    body="Add the account that you have with a registrar, and domains can refer to it."
    action={
      <Button variant="primary" icon={Plus} onClick={onAdd}>
        Add First Account
      </Button>
    }
  />
);

const NoMatch = ({ onClear }: { onClear: () => void }) => (
  <EmptyState icon={SearchX} title={title} action={<Button onClick={onClear}>Clear Filters</Button>} />
);
