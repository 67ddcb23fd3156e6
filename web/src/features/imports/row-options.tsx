import type { Import } from '@quartermaster/contract/imports/imports.schema';
import { inSentence } from '@quartermaster/contract/rules/field-label';
import { entities } from '../../records/entities.ts';
import { Panel } from '../../ui/panel.tsx';
import { Segments } from '../../ui/segments.tsx';
import type { OptionChanges } from './use-import.ts';

interface RowOptionsProps {
  shown: Import;
  onChange: (options: OptionChanges) => void;
}

const existing = { update: 'Update', skip: 'Skip', error: 'Error' };
const duplicates = { first: 'Use the first', last: 'Use the last', error: 'Error' };
const badCells = { drop: 'Leave the cell out', error: 'Leave such rows out' };
const tags = { add: 'Add', replace: 'Replace' };

/** What happens to rows about records that exist, and to repeated ones. */
export function RowOptions({ shown, onChange }: RowOptionsProps) {
  const { options, key, targets, area } = shown;
  const { one } = entities[area].entity;
  return (
    <Panel title="Rows">
      <div className="grid gap-4 p-4">
        <Segments
          label="Existing records"
          hint={`Rows are matched to a ${one} by: ${key.map(inSentence).join(', ')}. A blank cell changes nothing, '-' empties the field.`}
          options={existing}
          value={options.existing}
          onChange={(value) => onChange({ existing: value })}
        />
        <Segments
          label="Duplicates in the file"
          options={duplicates}
          value={options.duplicates}
          onChange={(value) => onChange({ duplicates: value })}
        />
        <Segments
          label="If a cell can't be read"
          hint="Where a required field, the key or a secret is wrong, the row is left out in either case."
          options={badCells}
          value={options.badCells}
          onChange={(value) => onChange({ badCells: value })}
        />
        {targets.some(({ target }) => target === 'tags') && (
          <Segments
            label="Tags"
            options={tags}
            value={options.tags}
            onChange={(value) => onChange({ tags: value })}
          />
        )}
      </div>
    </Panel>
  );
}
