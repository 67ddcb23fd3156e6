import type { Import, MissingReference } from '@quartermaster/contract/imports/imports.schema';
import { useState } from 'react';
import { Button } from '../../ui/button.tsx';
import { formatNumber } from '../../ui/format.ts';
import { Panel } from '../../ui/panel.tsx';
import { NamedInFile } from './named-in-file.tsx';
import { PickRecordDialog } from './pick-record-dialog.tsx';
import { allCreated, isPicked, withChoice } from './reference-choices.ts';
import type { OptionChanges } from './use-import.ts';

interface MissingRecordsProps {
  shown: Import;
  onChange: (options: OptionChanges) => void;
}

const shownAtFirst = 50;

/** The names in the file that no record has. */
export function MissingRecords({ shown, onChange }: MissingRecordsProps) {
  const { missing } = shown;
  const [isWhole, setWhole] = useState(false);
  const [picking, setPicking] = useState<MissingReference>();
  if (missing.length === 0) return null;
  const isAllCreated = missing.every(({ choice }) => choice === 'create');
  const isAllDecided = missing.every((each) => each.choice === 'create' || isPicked(each));
  const listed = isWhole ? missing : missing.slice(0, shownAtFirst);
  const choose = (each: MissingReference, choice: string) =>
    onChange({ references: withChoice(shown, each, choice) });
  return (
    <Panel
      title={`Does not exist yet (${formatNumber(missing.length)})`}
      after={
        <Button
          className="-mr-2"
          disabled={isAllDecided}
          onClick={() => onChange({ references: allCreated(shown) })}
        >
          {isAllCreated ? 'All are created' : 'Create all'}
        </Button>
      }
    >
      <ul className="divide-y divide-line">
        {listed.map((each) => (
          <NamedInFile key={`${each.path}:${each.name}`} each={each} isUseNamed={isPicked(each)}>
            <Choice each={each} onChoose={(choice) => choose(each, choice)} onPick={() => setPicking(each)} />
          </NamedInFile>
        ))}
      </ul>
      {listed.length < missing.length && (
        <div className="border-t border-line p-3">
          <Button onClick={() => setWhole(true)}>Show all {formatNumber(missing.length)}</Button>
        </div>
      )}
      {picking && (
        <PickRecordDialog
          area={picking.area}
          title={`Use in place of ${picking.name}`}
          onDone={(id) => choose(picking, id)}
          onClose={() => setPicking(undefined)}
        />
      )}
    </Panel>
  );
}

interface ChoiceProps {
  each: MissingReference;
  onChoose: (choice: string) => void;
  onPick: () => void;
}

const choiceClass =
  'h-7 px-2.5 text-sm text-ink-2 hover:text-ink rounded aria-pressed:bg-surface aria-pressed:font-medium aria-pressed:text-ink aria-pressed:shadow-card';

function Choice({ each, onChoose, onPick }: ChoiceProps) {
  const { name, choice } = each;
  const option = (label: string, isChosen: boolean, onClick: () => void) => (
    <button type="button" aria-pressed={isChosen} className={choiceClass} onClick={onClick}>
      {label}
    </button>
  );
  return (
    <div
      role="group"
      aria-label={name}
      className="flex shrink-0 gap-1 rounded-md border border-line bg-sunken p-0.5"
    >
      {option('Create', choice === 'create', () => onChoose('create'))}
      {option('Choose existing', isPicked(each), onPick)}
      {option('Leave out', choice === 'fail', () => onChoose('fail'))}
    </div>
  );
}
