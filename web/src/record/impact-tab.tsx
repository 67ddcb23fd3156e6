import type { ImpactNode } from '@quartermaster/contract/api/impact';
import { Link } from '@tanstack/react-router';
import { Download } from 'lucide-react';
import { download } from '../api/download.ts';
import { entities } from '../records/entities.ts';
import { capital } from '../records/entity.ts';
import { ImpactSummary, useImpact } from '../records/impact-summary.tsx';
import { ProblemBanner } from '../records/problem-banner.tsx';
import { shownName } from '../records/record-name.tsx';
import { useProblem } from '../records/use-problem.ts';
import { Badge } from '../ui/badge.tsx';
import { Button } from '../ui/button.tsx';
import { Spinner } from '../ui/spinner.tsx';
import type { Subject } from './details.ts';

const NodeRow = ({ area, id, name, via, canReset }: ImpactNode) => (
  <li className="flex flex-wrap items-center gap-x-3 gap-y-1 py-2 text-sm">
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
    {canReset && <Badge tone="bad">Can be taken over</Badge>}
  </li>
);

interface GroupProps {
  title: string;
  nodes: readonly ImpactNode[];
}

const Group = ({ title, nodes }: GroupProps) =>
  nodes.length > 0 && (
    <section aria-label={title}>
      <h3 className="text-xs font-medium text-ink-3">{title}</h3>
      <ul className="divide-y divide-line">
        {nodes.map((node) => (
          <NodeRow key={`${node.area} ${node.id}`} {...node} />
        ))}
      </ul>
    </section>
  );

/** What breaks without the record, and what it needs itself. */
export function ImpactTab({ subject }: { subject: Subject }) {
  const { area, entity, record } = subject;
  const { data, error, isPending, refetch } = useImpact(area, record.id);
  const { report, problem, dismiss } = useProblem();
  const save = async () => {
    try {
      const { saveFile } = await import('../ui/save-file.ts');
      const file = await download(entity.impactExport, undefined, undefined, { id: record.id });
      saveFile(file.name, file.blob);
    } catch (failure) {
      report('Export failed', failure);
    }
  };
  const nodes = (direction: string, strength: string) =>
    (data?.nodes ?? []).filter((node) => node.direction === direction && node.strength === strength);
  return (
    <div className="grid gap-4">
      <ProblemBanner title="Failed to load the impact" error={error} onRetry={() => void refetch()} />
      <ProblemBanner {...problem} onDismiss={dismiss} />
      {isPending && <Spinner />}
      {data && (
        <>
          <div className="flex flex-wrap items-start justify-between gap-3">
            {data.nodes.some(({ direction }) => direction === 'usedBy') ? (
              <ImpactSummary impact={data} />
            ) : (
              <p className="text-sm text-ink-2">Nothing depends on it.</p>
            )}
            <Button icon={Download} onClick={() => void save()}>
              Export
            </Button>
          </div>
          {data.truncated && <p className="text-sm text-ink-2">The nearest records are listed.</p>}
          <Group title="Cannot exist without it" nodes={nodes('usedBy', 'requires')} />
          <Group title="Would go on without it" nodes={nodes('usedBy', 'uses')} />
          <Group title="It cannot exist without" nodes={nodes('uses', 'requires')} />
          <Group title="It also uses" nodes={nodes('uses', 'uses')} />
        </>
      )}
    </div>
  );
}
