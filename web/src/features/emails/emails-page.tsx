import { client } from '@quartermaster/contract/api/client';
import type { AvailableTags } from '@quartermaster/contract/api/summaries';
import type { EmailAccount } from '@quartermaster/contract/entities/emails/emails.schema';
import { emailKeyOf } from '@quartermaster/contract/rules/email-address';
import { useQuery } from '@tanstack/react-query';
import { ListFilter, Mail, Tags } from 'lucide-react';
import { routeQuery } from '../../api/queries.ts';
import { AddButton, ImportButton } from '../../list/page-buttons.tsx';
import { DataTable, EmptyList } from '../../list/table/data-table.tsx';
import { ExportButton } from '../../list/export-button.tsx';
import { ChipFilter } from '../../list/facets/facet-filter.tsx';
import { StatCards } from '../../list/stat-cards.tsx';
import { FilterBar } from '../../list/facets/filter-bar.tsx';
import { ListPage } from '../../list/list-page.tsx';
import { useRecordPage } from '../../list/use-record-page.ts';
import { deferred } from '../../ui/deferred.tsx';
import { emailCard, emailColumns } from './emails-columns.tsx';

export const Form = deferred(() => import('./email-form.tsx'));

/** Ambiguous: another account has the address in another spelling, or its domain has no ASCII form. */
const addresses = [
  { value: 'true', label: 'Ambiguous' },
  { value: 'false', label: 'Unambiguous' },
];

/** The server finds an address in both spellings of its domain. */
const inAscii = ({ email }: EmailAccount) => [emailKeyOf(email)];

export default function EmailsPage() {
  const page = useRecordPage(client.emails, { spellings: inAscii, columns: emailColumns });
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
        <StatCards
          page={page}
          loading={loading}
          stats={[
            { label: 'Total Accounts', value: all, icon: Mail, shows: {} },
            {
              label: 'Unique Tags',
              value: tags && countTags(tags),
              icon: Tags,
              tone: 'violet',
              loading: !tags,
            },
            { label: 'Filtered Results', value: page.list.total, icon: ListFilter, tone: 'teal' },
          ]}
        />
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
      table={
        <DataTable
          page={page}
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
      Form={Form}
    />
  );
}

const countTags = (tags: AvailableTags): number =>
  tags.reduce((count, { values }) => count + values.length, 0);
