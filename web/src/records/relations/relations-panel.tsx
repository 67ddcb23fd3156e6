import type { Area } from '@quartermaster/contract/api/areas';
import type { RecordName, RelationGroup, Relations } from '@quartermaster/contract/api/relations';
import { Link } from '@tanstack/react-router';
import { Pencil } from 'lucide-react';
import { ApiError, messageOf } from '../../api/error.ts';
import { useWorkspace } from '../../api/rights.ts';
import { entities } from '../entities.ts';
import { openSearch } from '../record-address.ts';
import { RecordDetail, shownName } from '../record-name.tsx';
import { useRelations } from '../use-relations.ts';
import { Banner } from '../../ui/banner.tsx';
import { Button, buttonClass } from '../../ui/button.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { RelatedRecords } from './related-records.tsx';
import { Direction, Stop } from './stop.tsx';

/** A record, with what it uses above it and what uses it below: from mailbox down to domain. */
export function RelationsPanel({ subject }: { subject: string }) {
  const { data, error, refetch } = useRelations(subject);
  const isScoped = (useWorkspace()?.scope.length ?? 0) > 0;
  if (data) return <Chain {...data} />;
  if (!error) return <Waiting />;
  if (error instanceof ApiError && error.code === 'NOT_FOUND')
    return (
      <p className="text-ink-2">
        {isScoped ? 'This record is outside your access.' : 'This record no longer exists.'}
      </p>
    );
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
  const stop = (group: RelationGroup) => (
    <RelatedRecords
      key={group.area}
      subject={`${area}:${record.id}`}
      group={group}
      isLast={group === usedBy.at(-1)}
    />
  );
  return (
    <>
      {uses.length > 0 && <Direction isFirst>Uses</Direction>}
      {uses.map(stop)}
      <Itself area={area} record={record} isLast={usedBy.length === 0} />
      {usedBy.length > 0 && <Direction isFirst={false}>Used by</Direction>}
      {usedBy.map(stop)}
      {groups.length === 0 && (
        <p className="pl-11 text-ink-2">Nothing is connected with this {entities[area].entity.one}.</p>
      )}
    </>
  );
}

interface ItselfProps {
  area: Area;
  record: RecordName;
  isLast: boolean;
}

const Itself = ({ area, record, isLast }: ItselfProps) => {
  const { name, detail } = record;
  const search = openSearch(area, record);
  return (
    <Stop icon={entities[area].icon} isHere isLast={isLast}>
      <div className="-mt-1 flex items-center gap-2 rounded-md border border-accent bg-accent-soft py-1.5 pr-1.5 pl-2.5">
        <span className="flex min-w-0 flex-1 flex-wrap items-center gap-x-2">
          <span className="min-w-0 clipped font-semibold text-accent-text">{shownName(area, name)}</span>
          <RecordDetail area={area} detail={detail} />
        </span>
        {search.form && (
          <Link to={`/${area}`} search={search} className={buttonClass('default', 'h-7 px-2')}>
            <Pencil aria-hidden className="size-3.5" strokeWidth={1.75} /> Edit
          </Link>
        )}
      </div>
    </Stop>
  );
};

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
