import type { Import } from '@quartermaster/contract/imports/imports.schema';
import { useNavigate } from '@tanstack/react-router';
import { formatNumber } from '../../ui/format.ts';
import { Spinner } from '../../ui/spinner.tsx';
import { AmbiguousRecords } from './ambiguous-records.tsx';
import { ColumnList } from './column-list.tsx';
import { GivenValues } from './given-values.tsx';
import { ImportFooter } from './import-footer.tsx';
import { MissingRecords } from './missing-records.tsx';
import { RowOptions } from './row-options.tsx';
import { SourceLine } from './source-line.tsx';
import { type OptionChanges, useChangeImport, useIsPlanning } from './use-import.ts';
import { counted } from '../../records/count-text.ts';

export interface StepProps {
  shown: Import;
  report: (title: string, error?: unknown) => void;
}

/** What the columns become, and what is decided once for all rows. */
export function ColumnsStep({ shown, report }: StepProps) {
  const navigate = useNavigate();
  const { mutate: change } = useChangeImport(shown.id, report);
  const isPlanning = useIsPlanning(shown.id);
  const setOptions = (options: OptionChanges) => change({ options });
  return (
    <>
      <SourceLine shown={shown} onChange={setOptions} />
      <div className="grid content-start gap-3 pb-4 lg:grid-cols-[minmax(0,1fr)_24rem] frame:min-h-0 frame:flex-1 frame:overflow-y-auto">
        <div className="grid min-w-0 content-start gap-3">
          <ColumnList shown={shown} onChange={change} />
          <AmbiguousRecords shown={shown} onChange={setOptions} />
          <MissingRecords shown={shown} onChange={setOptions} />
        </div>
        <div className="grid min-w-0 content-start gap-3">
          <GivenValues shown={shown} onChange={setOptions} />
          <RowOptions shown={shown} onChange={setOptions} />
        </div>
      </div>
      <ImportFooter
        label={`Preview ${counted({ one: 'row' }, shown.rows)}`}
        onGo={() => void navigate({ to: '/import', search: { id: shown.id, step: 'preview' } })}
      >
        <PlanState shown={shown} isPlanning={isPlanning} />
      </ImportFooter>
    </>
  );
}

/** What comes of the choices so far. */
function PlanState({ shown, isPlanning }: { shown: Import; isPlanning: boolean }) {
  const { counts, missing, ambiguous, columns } = shown;
  const undecided =
    [...missing, ...ambiguous].filter(({ choice }) => choice === null).length +
    columns.filter(({ asks }) => asks !== null).length;
  return (
    <p role="status" className="flex items-center gap-2">
      {isPlanning ? (
        <>
          <Spinner /> Planning…
        </>
      ) : (
        counts && (
          <span>
            {formatNumber(counts.create)} new, {formatNumber(counts.update)} changed,{' '}
            {formatNumber(counts.error)} with errors
            {undecided > 0 && <>, {formatNumber(undecided)} undecided</>}
          </span>
        )
      )}
    </p>
  );
}
