import { client } from '@quartermaster/contract/api/client';
import type { AvailableTags } from '@quartermaster/contract/api/summaries';
import { useQuery } from '@tanstack/react-query';
import { ListFilter, Mail, Plus, SearchX, Tags } from 'lucide-react';
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
import { emailCard, emailColumns, emailName, emailWords } from './emails-columns.tsx';

const EmailForm = deferred(() => import('./email-form.tsx'));

export function EmailsPage() {
  const state = useListState(client.emails);
  const list = useList(client.emails, state, emailWords);
  usePreload(EmailForm, !list.isLoading);
  const selection = useSelection(list);
  const open = useRecord(client.emails, state.form, list.rows);
  const all = useQuery(endpointQuery(client.emails.list, { query: { limit: 1 } })).data?.pagination.total;
  const tags = useQuery(endpointQuery(client.emails.tags)).data?.tags;
  const { problem, report } = useProblem();
  const remove = useDeleteDialog(client.emails, {
    question: () => 'Are you sure you want to delete this email account?',
    onDeleted: selection.drop,
    onError: report,
  });
  const columns = useMemo(() => emailColumns(state.filterByTag), [state.filterByTag]);
  const add = () => state.openForm('new');

  return (
    <ListPage
      title="Email Accounts"
      subtitle="Mailboxes and the credentials that open them"
      onAdd={add}
      actions={
        <>
          <ExportButton
            endpoint={client.emails.export}
            columns={client.emails.csv}
            list={list}
            onError={report}
          />
          <Button variant="primary" icon={Plus} onClick={add}>
            Add Email Account
          </Button>
        </>
      }
      banners={
        <>
          <ProblemBanner {...problem} />
          <ProblemBanner
            title="Failed to load email accounts"
            error={list.error ?? open.error}
            onRetry={list.retry}
          />
        </>
      }
      stats={
        <>
          <StatCard label="Total Accounts" value={all} icon={Mail} loading={list.isLoading} />
          <StatCard
            label="Unique Tags"
            value={tags && countTags(tags)}
            icon={Tags}
            tone="violet"
            loading={!tags}
          />
          <StatCard
            label="Filtered Results"
            value={list.total}
            icon={ListFilter}
            tone="teal"
            loading={list.isLoading}
          />
        </>
      }
      toolbar={
        <FilterBar
          search={state.search}
          onSearch={state.setSearch}
          placeholder="Search by email, tags, or comments..."
          count={countText(client.emails, list.total, state.isFiltered, all)}
          tags={state.tags}
          onRemoveTag={state.removeTag}
          related={state.related}
          view={<ViewOptions resource={client.emails} columns={columns} list={list} onError={report} />}
        />
      }
      bulk={
        <BulkBar
          resource={client.emails}
          selection={selection}
          list={list}
          endpoint={client.emails.export}
          columns={client.emails.csv}
          tagsOf={({ tags }) => tags}
          onError={report}
        />
      }
      table={
        <DataTable
          resource={client.emails}
          label="Email accounts"
          list={list}
          columns={columns}
          name={emailName}
          card={emailCard}
          sort={state.sort}
          onSort={state.sortOn}
          selection={selection}
          onEdit={({ id }) => state.openForm(id)}
          onDelete={remove.ask}
          onRelations={state.showConnections}
          empty={state.isFiltered ? <NoMatch onClear={state.clear} /> : <NoneYet onAdd={add} />}
        />
      }
      form={open.isReady && <EmailForm key={state.form} record={open.record} onClose={state.closeForm} />}
    >
      {remove.dialog}
    </ListPage>
  );
}

const countTags = (tags: AvailableTags): number =>
  tags.reduce((count, { values }) => count + values.length, 0);

const NoneYet = ({ onAdd }: { onAdd: () => void }) => (
  <EmptyState
    icon={Mail}
    title="No email accounts yet"
    body="Add a mailbox, and the accounts that it signs in to can refer to it."
    action={
      <Button variant="primary" icon={Plus} onClick={onAdd}>
        Add First Email Account
      </Button>
    }
  />
);

const NoMatch = ({ onClear }: { onClear: () => void }) => (
  <EmptyState
    icon={SearchX}
    title="No matching accounts found"
    action={<Button onClick={onClear}>Clear Search</Button>}
  />
);
