import type { FactChange } from '@quartermaster/contract/fact-changes/fact-changes.schema';
import type { Fact } from '@quartermaster/contract/lookups/lookups.schema';
import type { Mismatch } from '@quartermaster/contract/mismatches/mismatches.schema';
import { Button } from '../../ui/button.tsx';
import { formatDate } from '../../ui/format.ts';
import { useMismatchAction } from './acts.ts';
import { valueNoun } from './found-values.ts';
import { factText, fieldLabels, valueLines } from './fact-words.ts';
import { sourceAndAge } from './source.ts';

interface LineProps {
  sources: Fact[];
  mismatch: Mismatch | undefined;
  changes: readonly FactChange[];
  mayWrite: boolean;
}

/** A field: what each source says and how old that is. What was typed stands there by itself only where it differs. */
export function FactLine({ sources, mismatch, changes, mayWrite }: LineProps) {
  const [first] = sources;
  if (!first) return null;
  const typed = sources.find(({ source }) => source === 'typed');
  const shown = typed === first ? sources : sources.filter((each) => each !== typed);
  const isAsTyped = typed !== undefined && typed !== first && !mismatch;
  return (
    <div className="grid grid-cols-[9.5rem_minmax(0,1fr)] gap-x-4 px-4 py-2 text-sm max-md:grid-cols-1">
      <dt className="text-ink-2 max-md:text-xs">{fieldLabels[first.field]}</dt>
      <dd className="grid min-w-0 gap-1.5">
        {shown.map(({ id, value, field, subject, source, sourceHost, observedAt }) => (
          <div key={id} className="grid gap-x-4 gap-y-0.5 md:grid-cols-[minmax(0,1fr)_auto]">
            <span className="grid">
              {valueLines(value).map((line) => (
                <span key={line} className="wrap-anywhere">
                  {line}
                </span>
              ))}
              <Former
                change={changes.find(
                  (each) => each.field === field && each.subject === subject && each.source === source,
                )}
              />
            </span>
            <span
              className="justify-self-start text-xs leading-5 text-ink-2"
              data-tip={sourceHost ?? undefined}
            >
              {sourceAndAge(source, observedAt)}
              {isAsTyped && ', as typed'}
            </span>
          </div>
        ))}
        {mismatch && <Difference {...{ mismatch, typed, mayWrite }} />}
      </dd>
    </div>
  );
}

/** What a source said before. */
const Former = ({ change }: { change: FactChange | undefined }) =>
  change && (
    <span className="text-xs wrap-anywhere text-ink-2">
      was {change.before === null ? 'empty' : factText(change.before)}, until {formatDate(change.at)}
    </span>
  );

interface DifferenceProps extends Pick<LineProps, 'mayWrite'> {
  mismatch: Mismatch;
  typed: Fact | undefined;
}

/** What is recorded instead of what was found. */
function Difference({ mismatch, typed, mayWrite }: DifferenceProps) {
  const { id, field, recorded, why, canTakeOver } = mismatch;
  const act = useMismatchAction();
  return (
    <div className="grid gap-1 rounded-md bg-sunken px-2.5 py-1.5">
      <span className="wrap-anywhere">
        Recorded: {recorded === null ? 'nothing' : valueLines(recorded).join(' ')}
      </span>
      <span className="text-xs wrap-anywhere text-ink-2">
        {typed && `${sourceAndAge('typed', typed.observedAt)} · `}
        {why}
      </span>
      {mayWrite && canTakeOver && (
        <Button
          className="justify-self-start"
          busy={act.isPending}
          onClick={() => act.mutate({ records: { ids: [id] }, action: { action: 'takeOver' } })}
        >
          Use {valueNoun([field])}
        </Button>
      )}
    </div>
  );
}
