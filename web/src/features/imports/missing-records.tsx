import type { Import, MissingReference } from '@quartermaster/contract/imports/imports.schema';
import { isUuid } from '@quartermaster/contract/rules/formats';
import { useState } from 'react';
import { entities } from '../../records/entities.ts';
import { capital } from '../../records/entity.ts';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { formatNumber } from '../../ui/format.ts';
import { Panel } from '../../ui/panel.tsx';
import { PickRecordDialog } from './pick-record-dialog.tsx';
import { RecordById } from './record-by-id.tsx';
import type { OptionChanges } from './use-import.ts';

type References = NonNullable<OptionChanges['references']>;

interface MissingRecordsProps {
  shown: Import;
  onChange: (options: OptionChanges) => void;
}

const shownAtFirst = 50;

/** One name's choice. A word for all names is kept for the others, by their paths. */
function withChoice(
  { options, missing }: Import,
  { path, name }: MissingReference,
  choice: string,
): References {
  const { references } = options;
  const others =
    typeof references === 'string' ? Object.fromEntries(missing.map((each) => [each.path, references])) : {};
  return { ...others, [`${path}:${name}`]: choice };
}

const isPicked = ({ choice }: MissingReference): boolean => choice !== null && isUuid(choice);

/** Every name is created but those for which a record is picked. A word for all would replace these, too. */
function allCreated({ missing, targets }: Import): References {
  if (!missing.some(isPicked)) return 'create';
  const paths = targets.flatMap(({ target }) => {
    const keys = target.split('.');
    return keys.slice(1).map((_, at) => keys.slice(0, at + 1).join('.'));
  });
  const names = missing.filter((each) => !isPicked(each)).map(({ path, name }) => `${path}:${name}`);
  return Object.fromEntries([...new Set([...paths, ...names])].map((key) => [key, 'create']));
}

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
          <li
            key={`${each.path}:${each.name}`}
            className="flex flex-wrap items-center gap-x-3 gap-y-1.5 px-4 py-2 text-sm"
          >
            <div className="min-w-0 flex-1 basis-56">
              <p className="flex items-center gap-2">
                <span className="min-w-0 font-medium wrap-anywhere">{each.name}</span>
                {each.choice === null && <Badge tone="warn">Undecided</Badge>}
              </p>
              <p className="text-xs text-ink-2">
                {capital(entities[each.area].entity.one)} · {formatNumber(each.rows)}{' '}
                {each.rows === 1 ? 'row' : 'rows'}
                {each.choice !== null && isPicked(each) && (
                  <>
                    {' · uses '}
                    <RecordById area={each.area} id={each.choice} />
                  </>
                )}
              </p>
            </div>
            <Choice each={each} onChoose={(choice) => choose(each, choice)} onPick={() => setPicking(each)} />
          </li>
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
