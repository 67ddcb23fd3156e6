import type { RelationGroup } from '@quartermaster/contract/api/relations';
import { Link } from '@tanstack/react-router';
import { ProblemBanner } from '../records/problem-banner.tsx';
import { useRelations } from '../records/use-relations.ts';
import { formatNumber } from '../ui/format.ts';
import { Skeleton } from '../ui/skeleton.tsx';
import type { Subject } from './details.ts';
import { Section } from './fact.tsx';
import { CredentialFacts, Facts } from './facts.tsx';
import { usePlace } from './place.ts';
import { Reference } from './reference.tsx';

/** How many records are named on each side. */
const namedAtMost = 10;

/** How one signs in to a record, what it is, what it uses and what uses it. */
export const Overview = ({ subject }: { subject: Subject }) => (
  <div className="@container">
    <div className="grid gap-4 @4xl:grid-cols-[minmax(0,1fr)_22rem]">
      <div className="grid content-start gap-4">
        <CredentialFacts subject={subject} />
        {subject.details.logins?.(subject.record as never)}
        <Facts subject={subject} />
        {subject.details.more?.(subject.record as never)}
      </div>
      <Related subject={subject} />
    </div>
  </div>
);

function Related({ subject: { area, record } }: { subject: Subject }) {
  const { data, error, refetch } = useRelations(`${area}:${record.id}`);
  if (error && !data)
    return <ProblemBanner title="Failed to load connections" error={error} onRetry={() => void refetch()} />;
  if (!data) return <Skeleton className="h-40 w-full" />;
  const side = (direction: RelationGroup['direction']) =>
    data.groups.filter((group) => group.direction === direction);
  return (
    <div className="grid content-start gap-4">
      <Side title="Uses" groups={side('uses')} {...{ area, record }} />
      <Side title="Used by" groups={side('usedBy')} {...{ area, record }} />
    </div>
  );
}

interface SideProps extends Pick<Subject, 'area' | 'record'> {
  title: string;
  groups: readonly RelationGroup[];
}

/** The records of one side, the nearest first, each with its kind. */
function Side({ title, groups, area, record }: SideProps) {
  const place = usePlace();
  const total = groups.reduce((sum, group) => sum + group.total, 0);
  const named = groups
    .flatMap((group) => group.records.map((each) => ({ area: group.area, ...each })))
    .slice(0, namedAtMost);
  return (
    <Section
      title={title}
      after={
        total > named.length && (
          <Link
            {...place.toTab(area, record.id, 'connections')}
            className="text-sm font-medium text-accent-text hover:underline"
          >
            All {formatNumber(total)}
          </Link>
        )
      }
    >
      {named.length === 0 && <p className="px-4 py-2.5 text-sm text-ink-2">Nothing</p>}
      <ul className="py-1">
        {named.map((each) => (
          <li key={each.id} className="flex min-h-8 items-center px-4 text-sm max-md:min-h-11">
            <Reference area={each.area} record={each} tellsKind />
          </li>
        ))}
      </ul>
    </Section>
  );
}
