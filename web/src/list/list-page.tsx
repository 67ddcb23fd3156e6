import type { ReactNode } from 'react';
import { PageHeader } from '../ui/page-header.tsx';
import { slashToSearch } from './search-box.tsx';

interface ListPageProps {
  title: string;
  subtitle: string;
  /** Buttons of the page, the primary one last. */
  actions: ReactNode;
  banners?: ReactNode;
  stats?: ReactNode;
  toolbar: ReactNode;
  table: ReactNode;
  pager?: ReactNode;
  form?: ReactNode;
  /** A sheet lies over the list, an inline form above its table, and a page takes the list's place. */
  formMode?: 'sheet' | 'inline' | 'page';
  /** Dialogs of the page. */
  children?: ReactNode;
}

// A viewport without the header (52 px) and the padding around a page.
const frame =
  'flex min-w-0 flex-col gap-3 md:[@media(min-height:640px)]:h-[calc(100dvh-5.25rem)] print:h-auto';

/** The frame of a list: lays out what it is given. Where there is room, only the table scrolls. */
export function ListPage(props: ListPageProps) {
  const { title, subtitle, actions, banners, stats, toolbar, table, pager, form, children } = props;
  const { formMode = 'sheet' } = props;
  if (form && formMode === 'page')
    return (
      <>
        {form}
        {children}
      </>
    );
  return (
    <div className={frame} onKeyDown={slashToSearch}>
      <PageHeader title={title} subtitle={subtitle}>
        {actions}
      </PageHeader>
      {banners}
      {stats && <div className={statsGrid}>{stats}</div>}
      {formMode === 'inline' && form}
      {toolbar}
      {table}
      {pager}
      {formMode === 'sheet' && form}
      {children}
    </div>
  );
}

const statsGrid = 'grid shrink-0 auto-cols-fr grid-cols-2 gap-3 md:grid-flow-col md:grid-cols-none';
