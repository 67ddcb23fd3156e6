import type { Area } from '@quartermaster/contract/api/areas';
import { Link, useRouter } from '@tanstack/react-router';
import clsx from 'clsx';
import { type ReactNode, type RefObject } from 'react';
import { isNotFound, messageOf } from '../api/error.ts';
import { useMayWrite } from '../api/rights.ts';
import { entities } from '../records/entities.ts';
import { capital } from '../records/entity.ts';
import { ProblemBanner } from '../records/problem-banner.tsx';
import { useDeleteDialog } from '../records/use-delete-dialog.tsx';
import { useProblem } from '../records/use-problem.ts';
import { Banner } from '../ui/banner.tsx';
import { Button } from '../ui/button.tsx';
import { Skeleton } from '../ui/skeleton.tsx';
import { useHotkeys } from '../ui/use-hotkeys.ts';
import type { Details, StoredRecord, Subject } from './details.ts';
import { Ends } from './ends.tsx';
import { Head } from './head.tsx';
import { NotFound } from './not-found.tsx';
import { usePlace } from './place.ts';
import { type RecordTab, tabs } from './tabs.tsx';
import { useSubject } from './use-subject.ts';

interface RecordViewProps {
  area: Area;
  id: string;
  /** The name of the part that is shown. */
  tab: string;
  details: Details;
  /** Renders the heading with the record's name. */
  heading: (name: string) => ReactNode;
  /** Called after the record was deleted. */
  onDeleted: () => void;
  /** Where keys are shortcuts; by default on the whole page. */
  within?: RefObject<HTMLElement | null>;
}

/** A record: its head, and its parts as tabs. */
export function RecordView(props: RecordViewProps) {
  const { area, id, details } = props;
  const { subject, error, retry } = useSubject(area, id, details);
  if (subject) return <Shown key={id} {...props} subject={subject} />;
  if (!error) return <Waiting heading={props.heading} />;
  if (isNotFound(error)) return <NotFound {...props} error={error} />;
  const { one } = entities[area].entity;
  return (
    <>
      {props.heading(capital(one))}
      <Banner
        tone="bad"
        title={`Failed to load the ${one}`}
        action={<Button onClick={retry}>Try Again</Button>}
      >
        {messageOf(error, 'An error occurred')}
      </Banner>
    </>
  );
}

function Shown(props: RecordViewProps & { subject: Subject }) {
  const { subject, heading, onDeleted, tab, within } = props;
  const { area, entity, record, details } = subject;
  const place = usePlace();
  const router = useRouter();
  const { problem, report, dismiss } = useProblem();
  const remove = useDeleteDialog<StoredRecord>(entity, {
    question: (row) =>
      details.question?.(row as never) ?? `Are you sure you want to delete this ${entity.one}?`,
    onDeleted,
    onError: report,
  });
  const mayEdit = useMayWrite(entity) && !details.isLocked?.(record as never);
  useHotkeys({ e: () => (mayEdit ? void router.navigate(place.toForm(area, record.id)) : false) }, within);
  const offered = tabs.filter(({ isFor }) => isFor?.(subject) ?? true);
  const { id, labelOf, Content } = offered.find((each) => each.id === tab || each.alias === tab) ?? tabs[0];
  return (
    <>
      <Head subject={subject} heading={heading} onDelete={() => remove.ask(record)} />
      <Ends subject={subject} within={within} />
      <ProblemBanner {...problem} onDismiss={dismiss} />
      <Tabs subject={subject} offered={offered} shown={id} />
      <h2 className="sr-only">{labelOf(area)}</h2>
      <Content subject={subject} />
      {remove.dialog}
    </>
  );
}

interface TabsProps {
  subject: Subject;
  offered: readonly RecordTab[];
  /** The id of the one that is shown. */
  shown: string;
}

function Tabs({ subject: { area, record }, offered, shown }: TabsProps) {
  const place = usePlace();
  return (
    <nav aria-label="Parts of the record" className="no-print min-w-0 border-b border-line">
      <ul className="-mb-px flex gap-1 overflow-x-auto">
        {offered.map(({ id, labelOf }) => (
          <li key={id}>
            <Link
              {...place.toTab(area, record.id, id)}
              aria-current={id === shown ? 'page' : undefined}
              activeProps={noProps}
              className={clsx(
                'flex h-9 items-center border-b-2 px-2.5 text-sm font-medium whitespace-nowrap max-md:h-11',
                id === shown
                  ? 'border-accent text-ink'
                  : 'border-transparent text-ink-2 hover:border-control hover:text-ink',
              )}
            >
              {labelOf(area)}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  );
}

/** The router's own mark of the current page does not know tabs. */
const noProps = { 'aria-current': undefined };

const Waiting = ({ heading }: Pick<RecordViewProps, 'heading'>) => (
  <>
    {heading('…')}
    <div role="status" className="grid gap-4">
      <span className="sr-only">Loading</span>
      <Skeleton className="h-5 w-48" />
      <Skeleton className="h-8 w-64" />
      <Skeleton className="h-72 w-full" />
    </div>
  </>
);
