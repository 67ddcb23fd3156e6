import { client } from '@quartermaster/contract/api/client';
import type { AvailableTags } from '@quartermaster/contract/api/summaries';
import { useQuery } from '@tanstack/react-query';
import { ListFilter, Mail, Tags } from 'lucide-react';
import { routeQuery } from '../../api/queries.ts';
import { AddButton } from '../../list/add-button.tsx';
import { BulkBar } from '../../list/bulk/bulk-bar.tsx';
import { DataTable } from '../../list/table/data-table.tsx';
import { EmptyList } from '../../list/table/empty-list.tsx';
import { ExportButton } from '../../list/export-button.tsx';
import { ImportButton } from '../../list/import-button.tsx';
import { ChipFilter } from '../../list/facets/facet-filter.tsx';
import { FilterCard } from '../../list/facets/filter-card.tsx';
import { FilterBar } from '../../list/facets/filter-bar.tsx';
import { ListPage } from '../../list/list-page.tsx';
import { useRecordPage } from '../../list/use-record-page.ts';
import { deferred } from '../../ui/deferred.tsx';
import { StatCard } from '../../ui/stat-card.tsx';
import { emailCard, emailColumns, emailName, emailWords } from './emails-columns.tsx';

export const Form = deferred(() => import('./email-form.tsx'));

/** Ambiguous: another account has the address in another spelling, or its domain has no ASCII form. */
const addresses = [
  { value: 'true', label: 'Ambiguous' },
  { value: 'false', label: 'Unambiguous' },
];

export default function EmailsPage() {
  const page = useRecordPage(client.emails, { words: emailWords, columns: emailColumns });
  const all = useQuery(routeQuery(client.emails.list, { query: { limit: 1 } })).data?.pagination.total;
  const tags = useQuery(routeQuery(client.emails.tags)).data?.tags;
  const loading = page.list.isLoading;
  const ambiguous = page.state.filters.ambiguousAddress;

  return (
    <ListPage
      page={page}
      subtitle="Mailboxes and the credentials that open them"
      actions={
        <>
          <ImportButton page={page} />
          <ExportButton page={page} />
          <AddButton page={page}>Add Email Account</AddButton>
        </>
      }
      stats={
        <>
          <FilterCard page={page} label="Total Accounts" value={all} icon={Mail} loading={loading} />
          <StatCard
            label="Unique Tags"
            value={tags && countTags(tags)}
            icon={Tags}
            tone="violet"
            loading={!tags}
          />
          <StatCard
            label="Filtered Results"
            value={page.list.total}
            icon={ListFilter}
            tone="teal"
            loading={loading}
          />
        </>
      }
      toolbar={
        <FilterBar page={page} placeholder="Search by email, tags, or comments..." all={all}>
          {ambiguous && (
            <ChipFilter
              label="Address"
              options={addresses}
              value={ambiguous}
              onChange={(value) => page.state.setFilter('ambiguousAddress', value)}
            />
          )}
        </FilterBar>
      }
      bulk={<BulkBar page={page} />}
      table={
        <DataTable
          page={page}
          name={emailName}
          card={emailCard}
          empty={
            <EmptyList
              page={page}
              icon={Mail}
              title="No email accounts yet"
              body="Add a mailbox, and the accounts that it signs in to can refer to it."
              addLabel="Add First Email Account"
              noMatch={{ title: 'No matching accounts found', clearLabel: 'Clear Search' }}
            />
          }
        />
      }
      form={(record) => <Form record={record} onClose={page.state.closeForm} />}
    />
  );
}

const countTags = (tags: AvailableTags): number =>
  tags.reduce((count, { values }) => count + values.length, 0);
