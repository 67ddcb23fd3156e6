import { client } from '@quartermaster/contract/api/client';
import { useQuery } from '@tanstack/react-query';
import { Building2, Globe, Plug, Plus, SearchX, User } from 'lucide-react';
import { useState } from 'react';
import { endpointQuery } from '../../api/queries.ts';
import { CheckLabel } from '../../ui/check-label.tsx';
import { BulkBar } from '../../list/bulk-bar.tsx';
import { countText } from '../../records/count-text.ts';
import { DataTable } from '../../list/data-table.tsx';
import { ExportButton } from '../../list/export-button.tsx';
import { FacetFilter } from '../../list/facet-filter.tsx';
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
import { MessageDialog } from '../../ui/confirm-dialog.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { StatCard } from '../../ui/stat-card.tsx';
import { isGlobal, typeCard, typeColumns, typeName, typeWords } from './registrator-types-columns.tsx';

const RegistratorTypeForm = deferred(() => import('./registrator-type-form.tsx'));

const apiSupport = [
  { value: 'true', label: 'With API' },
  { value: 'false', label: 'Without API' },
];

export function RegistratorTypesPage() {
  const state = useListState(client.registratorTypes);
  const list = useList(client.registratorTypes, state, typeWords);
  usePreload(RegistratorTypeForm, !list.isLoading);
  const selection = useSelection(list);
  const open = useRecord(client.registratorTypes, state.form, list.rows);
  const stats = useQuery(endpointQuery(client.registratorTypes.stats)).data?.stats;
  const { problem, report } = useProblem();
  const [isDeleteRefused, refuseDelete] = useState(false);
  const remove = useDeleteDialog(client.registratorTypes, {
    question: ({ name }) => `Are you sure you want to delete "${name}"?`,
    onDeleted: selection.drop,
    onError: report,
  });
  const add = () => state.openForm('new');
  // The address may name a global type too.
  const isEditRefused = open.record !== undefined && isGlobal(open.record);

  return (
    <ListPage
      title="Registrator Types"
      subtitle="Domain registrars and the credentials that their APIs ask for"
      onAdd={add}
      actions={
        <>
          <ExportButton endpoint={client.registratorTypes.export} list={list} onError={report} />
          <Button variant="primary" icon={Plus} onClick={add}>
            Add Type
          </Button>
        </>
      }
      banners={
        <>
          <ProblemBanner {...problem} />
          <ProblemBanner
            title="Failed to load registrator types"
            error={list.error ?? open.error}
            onRetry={list.retry}
          />
        </>
      }
      stats={
        <>
          <StatCard
            label="Total Accessible"
            value={stats?.totalAccessible}
            icon={Building2}
            loading={list.isLoading}
          />
          <StatCard
            label="Global Types"
            value={stats?.globalTypes}
            icon={Globe}
            tone="teal"
            loading={list.isLoading}
          />
          <StatCard
            label="Your Types"
            value={stats?.userTypes}
            icon={User}
            tone="violet"
            loading={list.isLoading}
          />
          <StatCard
            label="With API"
            value={stats?.typesWithApi}
            icon={Plug}
            tone="ok"
            loading={list.isLoading}
          />
        </>
      }
      toolbar={
        <FilterBar
          search={state.search}
          onSearch={state.setSearch}
          related={state.related}
          view={
            <ViewOptions
              resource={client.registratorTypes}
              columns={typeColumns}
              list={list}
              onError={report}
            />
          }
          placeholder="Search by name or website..."
          count={countText(client.registratorTypes, list.total, state.isFiltered, stats?.totalAccessible)}
          active={state.activeFilters}
          onClear={state.clear}
          collapsible
        >
          <span className="pr-2 text-sm">
            <CheckLabel
              checked={state.filters.includeGlobal !== 'false'}
              onChange={({ target }) =>
                state.setFilter('includeGlobal', target.checked ? undefined : 'false')
              }
            >
              Include Global Types
            </CheckLabel>
          </span>
          <FacetFilter
            label="API Support"
            options={apiSupport}
            value={state.filters.hasApi}
            onChange={(value) => state.setFilter('hasApi', value)}
          />
        </FilterBar>
      }
      bulk={
        <BulkBar
          resource={client.registratorTypes}
          selection={selection}
          list={list}
          endpoint={client.registratorTypes.export}
          onError={report}
        />
      }
      table={
        <DataTable
          resource={client.registratorTypes}
          label="Registrator types"
          list={list}
          columns={typeColumns}
          name={typeName}
          card={typeCard}
          sort={state.sort}
          onSort={state.sortOn}
          selection={selection}
          onEdit={({ id }) => state.openForm(id)}
          onDelete={(type) => (isGlobal(type) ? refuseDelete(true) : remove.ask(type))}
          isLocked={isGlobal}
          onRelations={state.showConnections}
          empty={state.isFiltered ? <NoMatch onClear={state.clear} /> : <NoneYet onAdd={add} />}
        />
      }
      form={
        open.isReady &&
        !isEditRefused && (
          <RegistratorTypeForm key={state.form} record={open.record} onClose={state.closeForm} />
        )
      }
    >
      {remove.dialog}
      <MessageDialog
        open={isEditRefused}
        title="Cannot edit global registrator types"
        body={whyRefused}
        onClose={state.closeForm}
      />
      <MessageDialog
        open={isDeleteRefused}
        title="Cannot delete global registrator types"
        body={whyRefused}
        onClose={() => refuseDelete(false)}
      />
    </ListPage>
  );
}

const whyRefused = 'They are shared by everyone. Add a type of your own instead.';

const NoneYet = ({ onAdd }: { onAdd: () => void }) => (
  <EmptyState
    icon={Building2}
    title="No registrator types yet"
    body="Add a registrar, and the accounts that you have with it can refer to it."
    action={
      <Button variant="primary" icon={Plus} onClick={onAdd}>
        Add First Type
      </Button>
    }
  />
);

const NoMatch = ({ onClear }: { onClear: () => void }) => (
  <EmptyState
    icon={SearchX}
    title="No matching registrator types found"
    action={<Button onClick={onClear}>Clear Filters</Button>}
  />
);
