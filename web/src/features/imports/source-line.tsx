import type { Import } from '@quartermaster/contract/imports/imports.schema';
import type { EntityChoice } from '@quartermaster/contract/imports/imports.options';
import { encodings } from '@quartermaster/contract/imports/imports.encodings';
import { Link } from '@tanstack/react-router';
import { type FormEvent, type ReactNode, useRef, useState } from 'react';
import { InputField } from '../../ui/input-field.tsx';
import { AnchoredPopover } from '../../ui/anchored-popover.tsx';
import { Button } from '../../ui/button.tsx';
import type { OptionChanges } from './use-import.ts';
import { counted } from '../../records/count-text.ts';
import { encodingNames } from './encoding-names.ts';
import { inSentence } from '@quartermaster/contract/rules/field-label';

interface SourceLineProps {
  shown: Import;
  onChange: (options: OptionChanges) => void;
}

const delimiters: Readonly<Record<string, string>> = {
  ',': 'Comma',
  ';': 'Semicolon',
  '\t': 'Tab',
  '|': 'Bar',
};
const entityWords: Readonly<Record<EntityChoice, string>> = {
  decode: 'HTML entities decoded',
  keep: 'HTML entities kept',
};

const partClass = 'rounded px-1 py-0.5 underline decoration-dotted underline-offset-4 hover:bg-sunken';

/** How the file was read, in one line whose parts can be changed. */
export function SourceLine({ shown, onChange }: SourceLineProps) {
  const { name, area, id, sheets, rows, source, encodingGuessed, notices } = shown;
  const { sheet, header, delimiter, encoding, entities } = shown.options;
  const list = source === 'JSON' ? 'List' : 'Sheet';
  return (
    <div className="grid gap-1 text-sm text-ink-2">
      <p className="flex flex-wrap items-center gap-x-1 gap-y-1">
        <Link
          to="/import"
          search={{ area }}
          data-tip="Choose another file"
          className={`${partClass} wrap-anywhere`}
        >
          {name}
        </Link>
        {!['CSV', 'XLSX'].includes(source) && <Dot>{source}</Dot>}
        {sheet !== null && (
          <Choice
            label={list}
            text={`${inSentence(list)} ${sheet}`}
            options={sheets.map((each) => [each, each])}
            value={sheet}
            onPick={(picked) => onChange({ sheet: picked })}
          />
        )}
        <Dot>
          <Link to="/import" search={{ id, step: 'preview' }} data-tip="Show the rows" className={partClass}>
            {counted({ one: 'row' }, rows)}
          </Link>
        </Dot>
        {header !== null && (
          <Dot>
            <Part label="Header row" text={header === 0 ? 'no header row' : `header row ${header}`}>
              {(close) => (
                <HeaderRow
                  value={header}
                  onPick={(picked) => {
                    close();
                    onChange({ header: picked });
                  }}
                />
              )}
            </Part>
          </Dot>
        )}
        {delimiter !== null && (
          <Choice
            label="Delimiter"
            text={inSentence(delimiters[delimiter] ?? delimiter)}
            options={Object.entries(delimiters)}
            value={delimiter}
            onPick={(picked) => onChange({ delimiter: picked })}
          />
        )}
        {encoding !== null && (
          <Choice
            label="Encoding"
            text={encodingGuessed ? `${encodingNames[encoding]}, a guess` : encodingNames[encoding]}
            options={encodings.map((each) => [each, encodingNames[each]])}
            value={encoding}
            onPick={(picked) => onChange({ encoding: picked })}
          />
        )}
        {entities !== null && (
          <Choice
            label="HTML entities"
            text={entityWords[entities]}
            options={[
              ['decode', 'Decode them'],
              ['keep', 'Keep them as written'],
            ]}
            value={entities}
            onPick={(picked) => onChange({ entities: picked })}
          />
        )}
      </p>
      {notices.map((notice) => (
        <p key={notice} className="text-warn wrap-anywhere">
          {notice}
        </p>
      ))}
    </div>
  );
}

const Dot = ({ children }: { children: ReactNode }) => (
  <span className="inline-flex items-center gap-1">
    <span aria-hidden>·</span>
    {children}
  </span>
);

interface PartProps {
  label: string;
  text: string;
  children: (close: () => void) => ReactNode;
}

function Part({ label, text, children }: PartProps) {
  const anchor = useRef<HTMLButtonElement>(null);
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <button
        ref={anchor}
        type="button"
        aria-expanded={isOpen}
        aria-label={`${label}: ${text}`}
        data-tip={`Change: ${inSentence(label)}`}
        className={partClass}
        onClick={() => setOpen(!isOpen)}
      >
        {text}
      </button>
      {isOpen && (
        <AnchoredPopover label={label} anchor={anchor} onClose={() => setOpen(false)} className="p-2">
          {children(() => setOpen(false))}
        </AnchoredPopover>
      )}
    </>
  );
}

interface ChoiceProps<T extends string> extends Omit<PartProps, 'children'> {
  options: readonly (readonly [T, string])[];
  value: T;
  onPick: (value: T) => void;
}

/** A part that is one of some values. */
const Choice = <T extends string>({ options, value, onPick, ...part }: ChoiceProps<T>) => (
  <Dot>
    <Part {...part}>
      {(close) => (
        <ul className="grid max-h-72 overflow-y-auto">
          {options.map(([each, label]) => (
            <li key={each}>
              <button
                type="button"
                aria-pressed={each === value}
                onClick={() => {
                  close();
                  onPick(each);
                }}
                className="flex min-h-8 w-full items-center rounded-md px-2 text-left text-sm wrap-anywhere hover:bg-sunken aria-pressed:bg-accent-soft aria-pressed:text-accent-text"
              >
                {label}
              </button>
            </li>
          ))}
        </ul>
      )}
    </Part>
  </Dot>
);

function HeaderRow({ value, onPick }: { value: number; onPick: (row: number) => void }) {
  const [typed, setTyped] = useState(String(value));
  const row = Number(typed);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (typed !== '' && Number.isInteger(row) && row >= 0) onPick(row);
  };
  return (
    <form onSubmit={submit} className="grid gap-3 p-1">
      <InputField
        label="Row with the column names"
        hint="Blank rows are not counted. 0 if there is none."
        type="number"
        min={0}
        inputMode="numeric"
        value={typed}
        onChange={setTyped}
      />
      <div className="flex justify-end gap-2">
        <Button onClick={() => onPick(0)}>No header</Button>
        <Button type="submit" variant="primary">
          Use this row
        </Button>
      </div>
    </form>
  );
}
