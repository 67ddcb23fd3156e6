import type { Area } from '@quartermaster/contract/api/areas';
import type { ImpactNode } from '@quartermaster/contract/api/impact';
import { shownName } from '@quartermaster/contract/rules/domain-name';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { Badge } from '../ui/badge.tsx';
import { Spinner } from '../ui/spinner.tsx';
import { entities } from './entities.ts';
import { capital } from './entity.ts';
import { ImpactHead } from './impact-head.tsx';
import { type Chosen, useImpact } from './impact-summary.tsx';
import { MoreButton } from './more-button.tsx';
import { ProblemBanner } from './problem-banner.tsx';

const shownAtOnce = 100;

const NodeRow = ({ node: { area, id, name, via, canReset } }: { node: ImpactNode }) => (
  <li className="flex flex-wrap items-center gap-x-3 gap-y-1 py-2 text-sm max-md:grid max-md:justify-items-start">
    <Link
      to={`/${area}/${id}`}
      search={{}}
      className="min-w-0 font-medium wrap-anywhere text-accent-text hover:underline"
    >
      {shownName(area, name)}
    </Link>
    <span className="text-xs text-ink-2">
      {capital(entities[area].entity.one)}
      {via && ` through ${shownName(via.area, via.name)}`}
    </span>
    {canReset && <Badge tone="bad">Can be reset</Badge>}
  </li>
);

interface GroupProps {
  title: string;
  nodes: readonly ImpactNode[];
}

function Group({ title, nodes }: GroupProps) {
  const [shown, setShown] = useState(shownAtOnce);
  if (nodes.length === 0) return null;
  return (
    <section aria-label={title}>
      <h3 className="text-xs font-medium text-ink-3">{title}</h3>
      <ul className="divide-y divide-line">
        {nodes.slice(0, shown).map((node) => (
          <NodeRow key={`${node.area} ${node.id}`} node={node} />
        ))}
      </ul>
      <MoreButton
        more={nodes.length > shown ? () => setShown(shown + shownAtOnce) : undefined}
        isFetchingMore={false}
      />
    </section>
  );
}

interface ImpactViewProps {
  area: Area;
  chosen: Chosen;
}

/** What depends on records, and what they need themselves. */
export function ImpactView({ area, chosen }: ImpactViewProps) {
  const { data, error, isPending, refetch } = useImpact(area, chosen);
  const nodes = (direction: string, strength: string) =>
    (data?.nodes ?? []).filter((node) => node.direction === direction && node.strength === strength);
  return (
    <div className="grid gap-4">
      <ProblemBanner title="Failed to load the impact" error={error} onRetry={() => void refetch()} />
      {isPending && <Spinner />}
      {data && (
        <>
          <ImpactHead area={area} impact={data} />
          {data.truncated && <p className="text-sm text-ink-2">The nearest records are listed.</p>}
          <Group title="Required by" nodes={nodes('usedBy', 'requires')} />
          <Group title="Optional for" nodes={nodes('usedBy', 'uses')} />
          <Group title="Requires" nodes={nodes('uses', 'requires')} />
          <Group title="Also uses" nodes={nodes('uses', 'uses')} />
        </>
      )}
    </div>
  );
}
