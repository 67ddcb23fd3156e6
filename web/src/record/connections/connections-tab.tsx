import type { RelationGroup, Relations } from '@quartermaster/contract/api/relations';
import { shownName } from '@quartermaster/contract/rules/domain-name';
import clsx from 'clsx';
import { messageOf } from '../../api/error.ts';
import { entities } from '../../records/entities.ts';
import { RecordDetail } from '../../records/record-name.tsx';
import { ImpactHead } from '../../records/impact-head.tsx';
import { useImpact } from '../../records/impact-summary.tsx';
import { ProblemBanner } from '../../records/problem-banner.tsx';
import { useRelations } from '../../records/use-relations.ts';
import { Banner } from '../../ui/banner.tsx';
import { Button } from '../../ui/button.tsx';
import { deferred } from '../../ui/deferred.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { useMedia } from '../../ui/use-media.ts';
import { useStored } from '../../ui/use-stored.ts';
import type { Subject } from '../details.ts';
import { ownPage, usePlace } from '../place.ts';
import { RelatedRecords } from './related-records.tsx';
import { Direction, Stop } from './stop.tsx';

const Picture = deferred(() => import('../picture/record-picture.tsx'), {
  waiting: <Skeleton className="h-96 w-full" />,
  onDemand: true,
});

type View = 'list' | 'picture';
const readView = (stored: unknown): View => (stored === 'picture' ? 'picture' : 'list');
const choices: readonly [View, string][] = [
  ['list', 'List'],
  ['picture', 'Picture'],
];

/** Wide enough for a list and a picture beside each other. */
const wideMedia = '(min-width: 1152px)';

/** How much depends on a record, what it uses and what uses it, and a picture of that. */
export function ConnectionsTab({ subject }: { subject: Subject }) {
  const [view, setView] = useStored('connections', readView);
  const isWide = useMedia(wideMedia);
  const isBeside = usePlace() === ownPage && isWide;
  return (
    <>
      <Counts subject={subject} />
      {isBeside ? (
        <div className="grid grid-cols-2 gap-6">
          <List subject={subject} />
          <div className="min-w-0">
            <Picture subject={subject} />
          </div>
        </div>
      ) : (
        <>
          <div
            role="group"
            aria-label="Show connections as"
            className="no-print flex gap-0.5 justify-self-start rounded-md bg-sunken p-0.5"
          >
            {choices.map(([value, label]) => (
              <button
                key={value}
                type="button"
                aria-pressed={view === value}
                onClick={() => setView(value)}
                className={clsx(
                  'h-7 rounded px-3 text-sm font-medium max-md:h-10',
                  view === value ? 'bg-surface text-ink shadow-card' : 'text-ink-2 hover:text-ink',
                )}
              >
                {label}
              </button>
            ))}
          </div>
          {view === 'list' ? <List subject={subject} /> : <Picture subject={subject} />}
        </>
      )}
    </>
  );
}

function Counts({ subject: { area, record } }: { subject: Subject }) {
  const { data, error, refetch } = useImpact(area, { ids: [record.id] });
  return (
    <>
      <ProblemBanner title="Failed to load the impact" error={error} onRetry={() => void refetch()} />
      {data ? <ImpactHead area={area} impact={data} /> : !error && <Skeleton className="h-14 w-full" />}
    </>
  );
}

/** A record, with what it uses above it and what uses it below: from mailbox down to domain. */
function List({ subject: { area, record } }: { subject: Subject }) {
  const { data, error, refetch } = useRelations(`${area}:${record.id}`);
  if (data) return <Chain {...data} />;
  if (!error) return <Waiting />;
  return (
    <Banner
      tone="bad"
      title="Failed to load connections"
      action={<Button onClick={() => void refetch()}>Try Again</Button>}
    >
      {messageOf(error, 'An error occurred')}
    </Banner>
  );
}

const depth = ({ area }: RelationGroup) => entities[area].depth;

function Chain({ area, record, groups }: Relations) {
  const side = (direction: RelationGroup['direction']) =>
    groups
      .filter((group) => group.direction === direction)
      .toSorted((one, other) => depth(one) - depth(other));
  const [uses, usedBy] = [side('uses'), side('usedBy')];
  const { data: impact } = useImpact(area, { ids: [record.id] });
  const optional = new Set(
    (impact?.nodes ?? [])
      .filter(({ direction, strength }) => direction === 'usedBy' && strength === 'uses')
      .map(({ id }) => id),
  );
  const stop = (group: RelationGroup) => (
    <RelatedRecords
      key={group.area}
      subject={`${area}:${record.id}`}
      group={group}
      optional={optional}
      isLast={group === usedBy.at(-1)}
    />
  );
  return (
    <div>
      {uses.length > 0 && <Direction isFirst>Uses</Direction>}
      {uses.map(stop)}
      <Stop icon={entities[area].icon} isHere isLast={usedBy.length === 0}>
        <p className="-mt-1 flex min-h-10 flex-wrap items-center gap-x-2 rounded-md border border-accent bg-accent-soft px-2.5 py-1.5">
          <span className="min-w-0 clipped font-semibold text-accent-text">
            {shownName(area, record.name)}
          </span>
          <RecordDetail area={area} detail={record.detail} />
        </p>
      </Stop>
      {usedBy.length > 0 && <Direction isFirst={false}>Used by</Direction>}
      {usedBy.map(stop)}
      {groups.length === 0 && (
        <p className="pl-11 text-ink-2">Nothing is connected with this {entities[area].entity.one}.</p>
      )}
    </div>
  );
}

function Waiting() {
  return (
    <div role="status" className="grid gap-5">
      <span className="sr-only">Loading</span>
      {[0, 1, 2].map((place) => (
        <div key={place} className="grid grid-cols-[2rem_minmax(0,1fr)] items-center gap-3">
          <Skeleton className="size-8 rounded-full" />
          <Skeleton className={place === 1 ? 'h-4 w-2/3' : 'h-4 w-1/2'} />
        </div>
      ))}
    </div>
  );
}
