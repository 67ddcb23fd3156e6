import { areas } from '@quartermaster/contract/api/areas';
import { client } from '@quartermaster/contract/api/client';
import { type RouterHistory, useNavigate, useRouter, useSearch } from '@tanstack/react-router';
import { Trash2 } from 'lucide-react';
import { useEffect, useState } from 'react';
import { queryClient } from '../../api/queries.ts';
import { request } from '../../api/request.ts';
import { useMay } from '../../api/rights.ts';
import { entities } from '../../records/entities.ts';
import { records } from '../../records/history/undo.ts';
import { HistoryTabs } from '../../records/history/history-tabs.tsx';
import { MoreButton } from '../../records/more-button.tsx';
import { OfflineBanner } from '../../records/offline-banner.tsx';
import { ProblemBanner } from '../../records/problem-banner.tsx';
import { RemoveDialog } from '../../records/remove-dialog.tsx';
import { useCursorList } from '../../records/use-cursor-list.ts';
import { Button } from '../../ui/button.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { Input } from '../../ui/input.tsx';
import { PageHeader } from '../../ui/page-header.tsx';
import { PageSpinner } from '../../ui/spinner.tsx';
import { toast } from '../../ui/toaster.tsx';
import { DeletedRow } from './deleted-row.tsx';

interface TrashSearch {
  area?: string;
  search?: string;
}

const typingMs = 300;
const chipClass =
  'inline-flex h-8 items-center rounded-full border border-line bg-surface px-3 text-sm text-ink-2 hover:bg-sunken hover:text-ink aria-pressed:border-accent aria-pressed:bg-accent-soft aria-pressed:text-accent-text max-md:h-10';

/** The deleted records, which can be restored. */
export default function TrashPage() {
  const { area: asked, search = '' }: TrashSearch = useSearch({ strict: false });
  const area = areas.find((each) => each === asked);
  const navigate = useNavigate();
  const set = (change: TrashSearch) =>
    void navigate({
      to: '/trash',
      search: Object.fromEntries(Object.entries({ area, search, ...change }).filter(([, value]) => value)),
      replace: true,
    });
  const query = { ...(area && { area }), ...(search !== '' && { search }) };
  const list = useCursorList(client.trash.list, { query }, (page) => page.records, { isFiltered: true });
  const [isEmptying, setEmptying] = useState(false);
  const mayEmpty = useMay('manage');
  return (
    <div
      aria-busy={list.isOutdated}
      className="mx-auto grid w-full max-w-page grid-cols-1 content-start gap-3 p-4"
    >
      <PageHeader title="Trash" subtitle="Deleted records, with their secrets, until purged">
        {mayEmpty && (list.items ?? []).length > 0 && (
          <Button icon={Trash2} onClick={() => setEmptying(true)}>
            Empty trash
          </Button>
        )}
      </PageHeader>
      <OfflineBanner />
      <HistoryTabs current="/trash" />
      <div className="flex flex-wrap items-center gap-2">
        <SearchInput value={search} onChange={(text) => set({ search: text })} />
        <div role="group" aria-label="Kind of record" className="flex flex-wrap gap-1.5">
          {areas.map((each) => (
            <button
              key={each}
              type="button"
              aria-pressed={each === area}
              onClick={() => set({ area: each === area ? '' : each })}
              className={chipClass}
            >
              {entities[each].title}
            </button>
          ))}
        </div>
      </div>
      <ProblemBanner title="Failed to load the trash" error={list.error} onRetry={list.retry} />
      {list.isPending && <PageSpinner />}
      {list.items?.length === 0 && (
        <EmptyState icon={Trash2} title={search || area ? 'Nothing like that here' : 'The trash is empty'} />
      )}
      {(list.items ?? []).length > 0 && (
        <section
          aria-label="Deleted records"
          className="rounded-lg border border-line bg-surface shadow-card"
        >
          <ul className="divide-y divide-line">
            {list.items?.map((record) => (
              <DeletedRow key={`${record.area} ${record.id}`} record={record} />
            ))}
          </ul>
          <MoreButton {...list} />
        </section>
      )}
      {isEmptying && (
        <RemoveDialog
          title="Empty the trash?"
          label="Empty trash"
          busyLabel="Emptying..."
          failure="Failed to empty the trash"
          onRemove={async () => {
            const { emptied } = await request(client.trash.empty, { body: {}, timeoutMs: 300_000 });
            toast({ title: `${records(emptied)} purged` });
            await queryClient.invalidateQueries();
          }}
          onClose={() => setEmptying(false)}
        >
          <p className="text-ink-2">
            The values of all deleted records, their secrets too, are removed from the history for good and
            can't be restored. The history still says that they were deleted.
          </p>
        </RemoveDialog>
      )}
    </div>
  );
}

/** Searches a moment after the last key. The address trails the typing, so only history navigation and links set the text. */
function SearchInput({ value, onChange }: { value: string; onChange: (text: string) => void }) {
  const router = useRouter();
  const history = router.history as RouterHistory;
  const [text, setText] = useState(value);
  useEffect(
    () =>
      history.subscribe(({ location, action }) => {
        if (action.type !== 'REPLACE') setText(new URLSearchParams(location.search).get('search') ?? '');
      }),
    [history],
  );
  useEffect(() => {
    if (text === value) return undefined;
    const timer = setTimeout(() => {
      // Otherwise the page is being left.
      if (router.latestLocation.pathname === '/trash') onChange(text);
    }, typingMs);
    return () => clearTimeout(timer);
  });
  return (
    <Input
      type="search"
      aria-label="Search the trash"
      placeholder="Search by name..."
      autoComplete="off"
      className="md:max-w-xs"
      value={text}
      onChange={({ target }) => setText(target.value)}
    />
  );
}
