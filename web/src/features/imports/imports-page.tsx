import { areas, type Area } from '@quartermaster/contract/api/areas';
import type { Import } from '@quartermaster/contract/imports/imports.schema';
import { Link, Navigate, useSearch } from '@tanstack/react-router';
import { isNotFound } from '../../api/error.ts';
import { isWritable, useKnowsRights, useMay, useWorkspace } from '../../api/rights.ts';
import { entities } from '../../records/entities.ts';
import { OfflineBanner } from '../../records/offline-banner.tsx';
import { ProblemBanner } from '../../records/problem-banner.tsx';
import { useProblem } from '../../records/use-problem.ts';
import { Banner } from '../../ui/banner.tsx';
import { buttonClass } from '../../ui/button.tsx';
import { PageHeader } from '../../ui/page-header.tsx';
import { PageSpinner } from '../../ui/spinner.tsx';
import { ColumnsStep } from './columns-step.tsx';
import { DoneStep } from './done-step.tsx';
import { FileStep } from './file-step.tsx';
import { ImportSteps, stepOf } from './import-steps.tsx';
import { PreviewStep } from './preview-step.tsx';
import { useImport } from './use-import.ts';

interface Address {
  id?: string;
  area?: string;
  step?: string;
}

// The viewport without the header of 52 px: only the step's own content scrolls.
const frame =
  'mx-auto flex w-full max-w-page flex-1 flex-col gap-3 px-4 pt-3 frame:h-[calc(100dvh-3.25rem)] frame:flex-none';

/** From a file to records, in four steps. The address has the import's id, so it can be left and come back to. */
export default function ImportsPage() {
  const { id, area: asked, step }: Address = useSearch({ strict: false });
  const mayWrite = useMay('write');
  const knowsRights = useKnowsRights();
  const workspace = useWorkspace();
  if (knowsRights && !mayWrite) return <Navigate to="/" replace />;
  const writable = areas.filter((each) => isWritable(workspace, entities[each].entity));
  const area = writable.find((each) => each === asked) ?? 'domains';
  if (id !== undefined) return <OpenImport key={id} id={id} area={area} areas={writable} step={step} />;
  return (
    <div className={frame}>
      <PageHeader title="Import" subtitle="From a spreadsheet, a password manager or another tool" />
      <ImportSteps current="file" shown={undefined} />
      <OfflineBanner />
      <FileStep area={area} areas={writable} />
    </div>
  );
}

interface OpenImportProps {
  id: string;
  area: Area;
  areas: readonly Area[];
  step: string | undefined;
}

function OpenImport({ id, area, areas: writable, step: asked }: OpenImportProps) {
  const { data, error, refetch } = useImport(id);
  const { problem, report, dismiss } = useProblem();
  const shown = data?.import;
  const isGone = isNotFound(error);
  const current = isGone ? 'file' : stepOf(shown, asked);
  const subtitle = shown ? `${shown.name} into ${entities[shown.area].title}` : undefined;
  return (
    <div className={frame}>
      <PageHeader title="Import" subtitle={subtitle} />
      <ImportSteps current={current} shown={shown} />
      <OfflineBanner />
      <ProblemBanner {...problem} onDismiss={dismiss} />
      {isGone ? (
        <>
          <Banner tone="warn" title="This import does not exist any more">
            Imports are kept for 24 hours, for the person who began them.
          </Banner>
          <FileStep area={area} areas={writable} />
        </>
      ) : (
        <ProblemBanner title="Failed to load the import" error={error} onRetry={() => void refetch()} />
      )}
      {shown?.state === 'failed' && <Failed shown={shown} />}
      {shown ? <StepOf shown={shown} step={current} report={report} /> : !error && <PageSpinner />}
    </div>
  );
}

/** Why nothing was imported; the step below is where to mend it and try again. */
const Failed = ({ shown: { area, error } }: { shown: Import }) => (
  <Banner
    tone="bad"
    title="Nothing was imported"
    action={
      <Link to="/import" search={{ area }} className={buttonClass()}>
        Start again
      </Link>
    }
  >
    {error}. Correct it and import again, or start again with another file.
  </Banner>
);

interface StepOfProps {
  shown: Import;
  step: string;
  report: (title: string, error?: unknown) => void;
}

function StepOf({ shown, step, report }: StepOfProps) {
  if (step === 'done') return <DoneStep shown={shown} report={report} />;
  if (step === 'preview') return <PreviewStep shown={shown} report={report} />;
  return <ColumnsStep shown={shown} report={report} />;
}
