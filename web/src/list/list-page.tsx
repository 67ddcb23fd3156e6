import { parseRelatedTo } from '@quartermaster/contract/api/areas';
import { type ComponentType, type ReactNode, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { PageHeader } from '../ui/page-header.tsx';
import { useHotkeys } from '../ui/use-hotkeys.ts';
import { AnotherRecordContext } from '../records/another-record.ts';
import { areaOfEntity, entities } from '../records/entities.ts';
import { OfflineBanner } from '../records/offline-banner.tsx';
import { capital, type Versioned } from '../records/entity.ts';
import { type Steps, StepsContext } from '../records/steps.ts';
import { ProblemBanner } from '../records/problem-banner.tsx';
import { isNotFound } from '../api/error.ts';
import { useKnowsRights, useMayWrite } from '../api/rights.ts';
import { Banner } from '../ui/banner.tsx';
import { firstTab } from '../records/url.ts';
import { useDrawer } from '../records/use-drawer.ts';
import { useLastingError } from '../records/use-problem.ts';
import { FileDrop } from './file-drop.tsx';
import { ListSummary } from './list-summary.tsx';
import { tableMedia, useMedia } from '../ui/use-media.ts';
import { countText } from '../records/count-text.ts';
import { ViewTabs } from './views/view-tabs.tsx';
import { ViewsButton } from './views/views-button.tsx';
import { useFocusBack } from './table/use-focus-back.ts';
import type { RecordPage } from './use-record-page.ts';
import type { Entrance } from './table/table-props.ts';
import { deferred } from '../ui/deferred.tsx';
import type { BulkBarProps } from './bulk/selection-bar.tsx';

interface ListPageProps<T extends Versioned> {
  page: RecordPage<T>;
  subtitle: string;
  /** Buttons of the page, the primary one last. */
  actions: ReactNode;
  /** Shown below the banners about failures. */
  banners?: ReactNode;
  stats: ReactNode;
  /** Buttons beside the stats. */
  aside?: ReactNode;
  toolbar: ReactNode;
  table: ReactNode;
  pager?: ReactNode;
  /** The form for the record in the address, or for a new one; undefined while it may not open. */
  Form: ComponentType<{ record: T | undefined; onClose: () => void }> | undefined;
  /** A sheet covers the list, an inline form is above its table, and a page replaces it. */
  formMode?: 'sheet' | 'inline' | 'page';
  /** Dialogs of the page. */
  children?: ReactNode;
}

/** Links to the forms of the neighbouring records. */
function stepsOf<T extends Versioned>({ list, state, isLocked }: RecordPage<T>): Steps | undefined {
  const place = list.rows.findIndex(({ id }) => id === state.form);
  if (place < 0) return undefined;
  const to = (row: T | undefined) => row && (() => state.stepForm(row.id));
  const isOpen = (row: T) => !isLocked?.(row);
  return {
    previous: to(list.rows.slice(0, place).findLast(isOpen)),
    next: to(list.rows.slice(place + 1).find(isOpen)),
  };
}

const box = 'mx-auto w-full max-w-page px-4 py-2 md:py-4';
// The viewport without the header of 52 px.
const frame = 'flex flex-col gap-2 md:gap-3 frame:h-[calc(100dvh-3.25rem)] print:h-auto';
// A form above the table leaves it no room, so the page scrolls too.
const tall = 'flex flex-col gap-2 md:gap-3';

/** The layout of a list page. If there is enough room, only the table scrolls. */
export function ListPage<T extends Versioned>(props: ListPageProps<T>) {
  const {
    page,
    subtitle,
    actions,
    banners,
    stats,
    aside,
    toolbar,
    table,
    pager,
    Form,
    formMode = 'sheet',
  } = props;
  const { open, list, problem, remove } = page;
  const isTable = useMedia(tableMedia);
  const shown = page.state.form;
  const beside = parseRelatedTo(page.state.shown?.subject ?? '');
  useSteppedRow(shown, page.entrance);
  useSteppedRow(beside?.area === areaOfEntity(page.entity) ? beside.id : undefined, page.entrance);
  const mayWrite = useMayWrite(page.entity);
  const knowsRights = useKnowsRights();
  const { step: showInstead } = useDrawer();
  // Those who may only read have no forms.
  const isRefused = knowsRights && !mayWrite && shown !== undefined;
  useEffect(() => {
    if (isRefused) showInstead(areaOfEntity(page.entity), shown, firstTab);
  }, [isRefused, shown, showInstead, page.entity]);
  /** Forms for new records that were saved to add another. */
  const [added, setAdded] = useState(0);
  const form = knowsRights && mayWrite && open.isReady && Form && (
    <Form record={open.record} onClose={page.state.closeForm} />
  );
  const openForm = form && (
    <StepsContext key={`${shown} ${added}`} value={stepsOf(page)}>
      <AnotherRecordContext value={() => setAdded((count) => count + 1)}>{form}</AnotherRecordContext>
    </StepsContext>
  );
  const isReplaced = Boolean(form) && formMode === 'page';
  const focusBack = useFocusBack(Boolean(form) && formMode !== 'sheet');
  const isMissing = isNotFound(open.error);
  const failure = useLastingError(list.error ?? (isMissing ? null : open.error), list.isFetching);
  useHotkeys({ n: () => (form ? false : page.add()) });
  // Shown in the row above the table, if there is enough room.
  const note = !isTable && (
    <p aria-hidden className="h-5 text-sm text-ink-2">
      {countText(page.entity, list.total, false, undefined)}
    </p>
  );
  const dialogs = (
    <>
      {remove.dialog}
      {props.children}
    </>
  );
  if (isReplaced)
    return (
      <div className={box}>
        {openForm}
        {dialogs}
      </div>
    );
  const isAbove = formMode === 'inline' && Boolean(openForm);
  return (
    <FileDrop
      entity={page.entity}
      report={page.report}
      className={`${box} ${isAbove ? tall : frame}`}
      {...focusBack}
    >
      <PageHeader
        title={entities[areaOfEntity(page.entity)].title}
        subtitle={subtitle}
        note={note}
        beside={<ViewsButton entity={page.entity} report={page.report} />}
      >
        {actions}
      </PageHeader>
      <ViewTabs entity={page.entity} />
      <OfflineBanner />
      <ProblemBanner {...problem} onDismiss={page.dismiss} />
      <ProblemBanner title={`Failed to load ${page.entity.many}`} error={failure} onRetry={list.retry} />
      {isMissing && (
        <Banner tone="bad" title={`${capital(page.entity.one)} not found`} onDismiss={page.state.closeForm} />
      )}
      <ListSummary banners={banners} stats={stats} aside={aside} />
      {isAbove && openForm}
      {toolbar}
      <div className={`relative flex min-h-0 flex-col print:max-h-none ${isAbove ? 'md:max-h-[70dvh]' : ''}`}>
        <BulkBar page={page} />
        {table}
      </div>
      {pager}
      {formMode === 'sheet' && openForm}
      {dialogs}
    </FileDrop>
  );
}

/** Once what shows a record has closed, focuses that record's row if it is not the one that it was opened from. */
function useSteppedRow(id: string | undefined, entrance: Entrance): void {
  const from = useRef(id);
  const to = useRef(id);
  useLayoutEffect(() => {
    if (id !== undefined) {
      from.current ??= id;
      to.current = id;
      return;
    }
    const stepped = to.current === from.current ? undefined : to.current;
    from.current = undefined;
    to.current = undefined;
    // After the focus was given back to what opened it.
    if (stepped !== undefined) queueMicrotask(() => entrance.current?.(true, stepped));
  }, [id, entrance]);
}

// Loaded once something is selected.
const SelectionBar = deferred(() => import('./bulk/selection-bar.tsx'));

/** The actions on selected records; hidden while nothing is selected. */
function BulkBar<T extends Versioned>(props: BulkBarProps<T>): ReactNode {
  const [isUsed, setUsed] = useState(false);
  if (props.page.selection.count > 0 && !isUsed) setUsed(true);
  return isUsed && <SelectionBar {...(props as unknown as BulkBarProps<Versioned>)} />;
}
