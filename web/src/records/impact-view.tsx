import type { Area } from '@quartermaster/contract/api/areas';
import type { ImpactNode } from '@quartermaster/contract/api/impact';
import { impactCsv } from '@quartermaster/contract/api/impact-csv';
import { toCsv } from '@quartermaster/contract/rules/csv';
import { shownName } from '@quartermaster/contract/rules/domain-name';
import { Link, type LinkProps } from '@tanstack/react-router';
import { Download } from 'lucide-react';
import { useState } from 'react';
import { Badge } from '../ui/badge.tsx';
import { Button } from '../ui/button.tsx';
import { saveFile } from '../ui/save-file.ts';
import { Spinner } from '../ui/spinner.tsx';
import { entities } from './entities.ts';
import { capital } from './entity.ts';
import { type Chosen, ImpactSummary, themOf, useImpact } from './impact-summary.tsx';
import { MoreButton } from './more-button.tsx';
import { ProblemBanner } from './problem-banner.tsx';

const shownAtOnce = 100;

type LinkTo = (area: Area, id: string) => LinkProps;

const toPage: LinkTo = (area, id) => ({ to: `/${area}/${id}`, search: {} });

interface NodeRowProps {
  node: ImpactNode;
  linkTo: LinkTo;
}

const NodeRow = ({ node: { area, id, name, via, canReset }, linkTo }: NodeRowProps) => (
  <li className="flex flex-wrap items-center gap-x-3 gap-y-1 py-2 text-sm max-md:grid max-md:justify-items-start">
    <Link
      {...linkTo(area, id)}
      className="min-w-0 font-medium wrap-anywhere text-accent-text hover:underline"
    >
      {shownName(area, name)}
    </Link>
    <span className="text-xs text-ink-2">
      {capital(entities[area].entity.one)}
      {via && ` through ${shownName(via.area, via.name)}`}
    </span>
    {canReset && <Badge tone="bad">Can be taken over</Badge>}
  </li>
);

interface GroupProps {
  title: string;
  nodes: readonly ImpactNode[];
  linkTo: LinkTo;
}

function Group({ title, nodes, linkTo }: GroupProps) {
  const [shown, setShown] = useState(shownAtOnce);
  if (nodes.length === 0) return null;
  return (
    <section aria-label={title}>
      <h3 className="text-xs font-medium text-ink-3">{title}</h3>
      <ul className="divide-y divide-line">
        {nodes.slice(0, shown).map((node) => (
          <NodeRow key={`${node.area} ${node.id}`} node={node} linkTo={linkTo} />
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
  /** Where its records are shown; by default on their pages. */
  linkTo?: LinkTo;
}

/** What breaks without the records, and what they need themselves. */
export function ImpactView({ area, chosen, linkTo = toPage }: ImpactViewProps) {
  const { data, error, isPending, refetch } = useImpact(area, chosen);
  const nodes = (direction: string, strength: string) =>
    (data?.nodes ?? []).filter((node) => node.direction === direction && node.strength === strength);
  const them = data && themOf(data);
  const [need, use] =
    them === 'it'
      ? ['It cannot exist without', 'It also uses']
      : ['They cannot exist without', 'They also use'];
  const save = () => {
    const { download } = entities[area].entity.impactExport;
    const file = new Blob([toCsv(impactCsv, data?.nodes ?? [])], { type: 'text/csv;charset=utf-8' });
    saveFile(download?.name ?? 'impact.csv', file);
  };
  return (
    <div className="grid gap-4">
      <ProblemBanner title="Failed to load the impact" error={error} onRetry={() => void refetch()} />
      {isPending && <Spinner />}
      {data && (
        <>
          <div className="flex flex-wrap items-start justify-between gap-3">
            {data.nodes.some(({ direction }) => direction === 'usedBy') ? (
              <ImpactSummary impact={data} />
            ) : (
              <p className="text-sm text-ink-2">Nothing depends on {them}.</p>
            )}
            <Button icon={Download} onClick={save}>
              Export
            </Button>
          </div>
          {data.truncated && <p className="text-sm text-ink-2">The nearest records are listed.</p>}
          <Group title={`Cannot exist without ${them}`} nodes={nodes('usedBy', 'requires')} linkTo={linkTo} />
          <Group title={`Would go on without ${them}`} nodes={nodes('usedBy', 'uses')} linkTo={linkTo} />
          <Group title={need} nodes={nodes('uses', 'requires')} linkTo={linkTo} />
          <Group title={use} nodes={nodes('uses', 'uses')} linkTo={linkTo} />
        </>
      )}
    </div>
  );
}
