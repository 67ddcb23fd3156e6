import type { AmbiguousReference, Import } from '@quartermaster/contract/imports/imports.schema';
import { limits } from '@quartermaster/contract/rules/limits';
import { useState } from 'react';
import { formatNumber } from '../../ui/format.ts';
import { Panel } from '../../ui/panel.tsx';
import { Select } from '../../ui/select.tsx';
import { NamedInFile } from './named-in-file.tsx';
import { PickRecordDialog } from './pick-record-dialog.tsx';
import { isPicked, withChoice } from './reference-choices.ts';
import type { OptionChanges } from './use-import.ts';

interface AmbiguousRecordsProps {
  shown: Import;
  onChange: (options: OptionChanges) => void;
}

/** The names in the file that several records fit. */
export function AmbiguousRecords({ shown, onChange }: AmbiguousRecordsProps) {
  const { ambiguous } = shown;
  if (ambiguous.length === 0) return null;
  return (
    <Panel title={`Several records fit (${formatNumber(ambiguous.length)})`}>
      <ul className="divide-y divide-line">
        {ambiguous.map((each) => (
          <Ambiguous
            key={`${each.path}:${each.name}`}
            each={each}
            onChoose={(choice) => onChange({ references: withChoice(shown, each, choice) })}
          />
        ))}
      </ul>
      {ambiguous.length === limits.importAmbiguous && (
        <p className="border-t border-line px-4 py-2 text-xs text-ink-2">
          Others follow as these are decided.
        </p>
      )}
    </Panel>
  );
}

/** Asks for a record beyond those listed: no id is this. */
const askAnother = 'another';

interface AmbiguousProps {
  each: AmbiguousReference;
  onChoose: (choice: string | null) => void;
}

function Ambiguous({ each, onChoose }: AmbiguousProps) {
  const [isAsking, setAsking] = useState(false);
  const { area, name, choice, fits, records } = each;
  const isListed = records.some(({ id }) => id === choice);
  const isAnother = isPicked(each) && !isListed;
  const choose = (value: string) => {
    if (value !== askAnother) return onChoose(value === '' ? null : value);
    setAsking(true);
    return false;
  };
  return (
    <NamedInFile each={each} isUseNamed={isAnother} more={`${formatNumber(fits)} fit`}>
      <Select
        aria-label={`Record for ${name}`}
        className="w-full shrink-0 md:w-80"
        emptyLabel="Choose one"
        options={[
          ...records.map((record) => ({ value: record.id, label: record.name })),
          ...(isAnother ? [{ value: choice ?? '', label: 'Another record' }] : []),
          ...(fits > records.length ? [{ value: askAnother, label: 'Choose another…' }] : []),
          { value: 'fail', label: 'Leave out' },
        ]}
        value={choice ?? ''}
        onChange={choose}
      />
      {isAsking && (
        <PickRecordDialog
          area={area}
          title={`Use for ${name}`}
          onDone={onChoose}
          onClose={() => setAsking(false)}
        />
      )}
    </NamedInFile>
  );
}
