import { client } from '@quartermaster/contract/api/client';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { Download, Mail } from 'lucide-react';
import { useState } from 'react';
import { useDownload } from '../../records/use-download.ts';
import { Button, buttonClass } from '../../ui/button.tsx';
import { ChoiceMenu } from '../../ui/choice-menu.tsx';
import { linkTab } from '../../ui/link-tab.ts';
import { PageHeader } from '../../ui/page-header.tsx';
import { tableMedia, useMedia } from '../../ui/use-media.ts';
import { tagTypesQuery, toCosts, toDates } from './expirations-query.ts';

type Query = Readonly<Record<string, string>>;

interface HeaderProps {
  isCosts: boolean;
  onView: (isCosts: boolean) => void;
  /** The filters of the list, for its export. */
  query: Query;
  onMail: () => void;
}

/** The title, the two views, and what is done with the list. */
export function ExpirationsHeader({ isCosts, onView, query, onMail }: HeaderProps) {
  const isWide = useMedia(tableMedia);
  const tabs = <Views isCosts={isCosts} onView={onView} />;
  return (
    <>
      <PageHeader
        title="Expirations"
        subtitle="Everything with an end date: domains, paid services, keys, passwords"
        beside={isWide && tabs}
      >
        <Link to="/changes" className={buttonClass()}>
          Changes
        </Link>
        <Link to="/mismatches" className={buttonClass()}>
          Differences
        </Link>
        {!isCosts && <ListExport query={query} />}
        {!isCosts && (
          <Button icon={Mail} onClick={onMail}>
            Text for a mail
          </Button>
        )}
      </PageHeader>
      {!isWide && tabs}
    </>
  );
}

const views = [
  { label: 'Dates', isCosts: false },
  { label: 'Costs', isCosts: true },
];

/** For a tab of its own. */
const searchOf = (isCosts: boolean) => (now: Record<string, unknown>) => ({
  ...now,
  ...(isCosts ? toCosts : toDates),
  page: undefined,
});

const Views = ({ isCosts, onView }: Pick<HeaderProps, 'isCosts' | 'onView'>) => (
  <nav aria-label="Views" className="flex gap-1 md:ml-2 print:hidden">
    {views.map((view) => (
      <Link
        key={view.label}
        to="/expirations"
        search={searchOf(view.isCosts) as never}
        activeOptions={{ exact: true }}
        onClick={(event) => {
          if (event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return;
          event.preventDefault();
          onView(view.isCosts);
        }}
        aria-current={view.isCosts === isCosts ? 'page' : undefined}
        className={linkTab}
      >
        {view.label}
      </Link>
    ))}
  </nav>
);

/** Saves the list; a second button does so with one more column, which has the tags of a type. */
function ListExport({ query }: Pick<HeaderProps, 'query'>) {
  const [isWanted, setWanted] = useState(false);
  const { data } = useQuery({ ...tagTypesQuery, enabled: isWanted });
  const saving = useDownload(client.expirations.export, { query });
  return (
    <span className="inline-flex" onPointerEnter={() => setWanted(true)} onFocus={() => setWanted(true)}>
      <Button
        icon={Download}
        busy={saving.isPending}
        className="flex-1 rounded-r-none"
        onClick={() => saving.mutate()}
      >
        Export CSV
      </Button>
      <ChoiceMenu
        isJoined
        label={<span className="sr-only">Export with tags</span>}
        choices={(data ?? []).map((type) => ({ value: type, label: `With ${type}` }))}
        onChoose={(tagType) => saving.isPending || saving.mutate({ tagType })}
      />
    </span>
  );
}
