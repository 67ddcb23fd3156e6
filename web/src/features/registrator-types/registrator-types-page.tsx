import { client } from '@quartermaster/contract/api/client';
import { useQuery } from '@tanstack/react-query';
import { Building2, Globe, Plug, User } from 'lucide-react';
import { useState } from 'react';
import { routeQuery } from '../../api/queries.ts';
import { AddButton, ImportButton } from '../../list/page-buttons.tsx';
import { DataTable, EmptyList } from '../../list/table/data-table.tsx';
import { ExportButton } from '../../list/export-button.tsx';
import { StatCards } from '../../list/stat-cards.tsx';
import { FilterBar } from '../../list/facets/filter-bar.tsx';
import { ListPage } from '../../list/list-page.tsx';
import { useRecordPage } from '../../list/use-record-page.ts';
import { MessageDialog } from '../../ui/message-dialog.tsx';
import { deferred } from '../../ui/deferred.tsx';
import { deleteQuestion, isGlobal, typeCard, typeColumns } from './registrator-types-columns.tsx';
import { CheckFilter } from '../../list/facets/check-filter.tsx';
import { ChipFilter } from '../../list/facets/facet-filter.tsx';
import type { ListState } from '../../list/use-list-state.ts';

export const Form = deferred(() => import('./registrator-type-form.tsx'));

export default function RegistratorTypesPage() {
  const page = useRecordPage(client.registratorTypes, {
    isLocked: isGlobal,
    columns: typeColumns,
    question: deleteQuestion,
  });
  const { state, open } = page;
  const stats = useQuery(routeQuery(client.registratorTypes.stats)).data?.stats;
  const loading = page.list.isLoading;
  const [isDeleteRefused, refuseDelete] = useState(false);
  // The address can name a global type too.
  const isEditRefused = open.record !== undefined && isGlobal(open.record);

  return (
    <ListPage
      page={page}
      subtitle="Domain registrars and the credentials that their APIs ask for"
      actions={
        <>
          <ImportButton page={page} />
          <ExportButton page={page} />
          <AddButton page={page}>Add Type</AddButton>
        </>
      }
      stats={
        <StatCards
          page={page}
          loading={loading}
          stats={[
            { label: 'Total Accessible', value: stats?.totalAccessible, icon: Building2, shows: {} },
            { label: 'Global Types', value: stats?.globalTypes, icon: Globe, tone: 'teal' },
            {
              label: 'Your Types',
              value: stats?.userTypes,
              icon: User,
              tone: 'violet',
              shows: { includeGlobal: 'false' },
            },
            {
              label: 'With API',
              value: stats?.typesWithApi,
              icon: Plug,
              tone: 'ok',
              shows: { hasApi: 'true' },
            },
          ]}
        />
      }
      toolbar={
        <FilterBar
          page={page}
          placeholder="Search by name or website..."
          all={stats?.totalAccessible}
          collapsible
        >
          <TypeFilters state={state} />
        </FilterBar>
      }
      table={
        <DataTable
          page={page}
          card={typeCard}
          onDelete={(type) => (isGlobal(type) ? refuseDelete(true) : page.remove.ask(type))}
          empty={
            <EmptyList
              page={page}
              icon={Building2}
              title="No registrator types yet"
              body="Add a registrar, and the accounts that you have with it can refer to it."
              addLabel="Add First Type"
              noMatch={{ title: 'No matching registrator types found' }}
            />
          }
        />
      }
      Form={isEditRefused ? undefined : Form}
    >
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

interface TypeFiltersProps {
  state: Pick<ListState<keyof typeof client.registratorTypes.filters>, 'filters' | 'setFilter'>;
}

const readableSecrets = [
  { value: 'true', label: 'Secrets Typed as String' },
  { value: 'false', label: 'No Secrets Typed as String' },
];

const TypeFilters = ({ state: { filters, setFilter } }: TypeFiltersProps) => (
  <>
    <CheckFilter
      label="Include Global Types"
      offLabel="Without global types"
      isOn={filters.includeGlobal !== 'false'}
      onChange={(isOn) => setFilter('includeGlobal', isOn ? undefined : 'false')}
    />
    <ChipFilter
      label="API Fields"
      options={readableSecrets}
      value={filters.readableSecrets}
      onChange={(value) => setFilter('readableSecrets', value)}
    />
  </>
);
