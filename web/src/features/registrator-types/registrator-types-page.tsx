import { client } from '@quartermaster/contract/api/client';
import { useQuery } from '@tanstack/react-query';
import { Building2, Globe, Plug, User } from 'lucide-react';
import { useState } from 'react';
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
import { MessageDialog } from '../../ui/message-dialog.tsx';
import { deferred } from '../../ui/deferred.tsx';
import { StatCard } from '../../ui/stat-card.tsx';
import {
  deleteQuestion,
  isGlobal,
  typeCard,
  typeColumns,
  typeName,
  typeWords,
} from './registrator-types-columns.tsx';
import { TypeFilters } from './type-filters.tsx';

export const Form = deferred(() => import('./registrator-type-form.tsx'));

export default function RegistratorTypesPage() {
  const page = useRecordPage(client.registratorTypes, {
    words: typeWords,
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
        <>
          <FilterCard
            page={page}
            label="Total Accessible"
            value={stats?.totalAccessible}
            icon={Building2}
            loading={loading}
          />
          <StatCard
            label="Global Types"
            value={stats?.globalTypes}
            icon={Globe}
            tone="teal"
            loading={loading}
          />
          <FilterCard
            page={page}
            label="Your Types"
            shows={{ includeGlobal: 'false' }}
            value={stats?.userTypes}
            icon={User}
            tone="violet"
            loading={loading}
          />
          <FilterCard
            page={page}
            label="With API"
            shows={{ hasApi: 'true' }}
            value={stats?.typesWithApi}
            icon={Plug}
            tone="ok"
            loading={loading}
          />
        </>
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
      bulk={<BulkBar page={page} />}
      table={
        <DataTable
          page={page}
          name={typeName}
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
      form={(record) => !isEditRefused && <Form record={record} onClose={state.closeForm} />}
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
