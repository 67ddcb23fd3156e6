import type { Import } from '@quartermaster/contract/imports/imports.schema';
import { encodings } from '@quartermaster/contract/imports/imports.encodings';
import { Link } from '@tanstack/react-router';
import { type FormEvent, type ReactNode, useRef, useState } from 'react';
import { InputField } from '../../ui/input-field.tsx';
import { AnchoredPopover } from '../../ui/anchored-popover.tsx';
import { Button } from '../../ui/button.tsx';
import type { OptionChanges } from './use-import.ts';
import { counted } from '../../records/count-text.ts';
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
const encodingNames: Readonly<Record<(typeof encodings)[number], string>> = {
  'utf-8': 'UTF-8',
  'utf-16le': 'UTF-16 LE',
  'utf-16be': 'UTF-16 BE',
  'windows-1252': 'Windows-1252',
};

const partClass = 'rounded px-1 py-0.5 underline decoration-dotted underline-offset-4 hover:bg-sunken';

/** How the file was read, in one line whose parts can be changed. */
export function SourceLine({ shown, onChange }: SourceLineProps) {
  const { name, area, id, sheets, rows, source } = shown;
  const { sheet, header, delimiter, encoding } = shown.options;
  return (
    <p className="flex flex-wrap items-center gap-x-1 gap-y-1 text-sm text-ink-2">
      <Link
        to="/import"
        search={{ area }}
        data-tip="Take another file"
        className={`${partClass} wrap-anywhere`}
      >
        {name}
      </Link>
      {!['CSV', 'XLSX'].includes(source) && <Dot>{source}</Dot>}
      {sheet !== null && (
        <Dot>
          <Part label="Sheet" text={`sheet ${sheet}`}>
            {(close) => (
              <Options
                options={sheets.map((each) => [each, each])}
                value={sheet}
                onPick={(picked) => {
                  close();
                  onChange({ sheet: picked });
                }}
              />
            )}
          </Part>
        </Dot>
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
        <Dot>
          <Part label="Delimiter" text={inSentence(delimiters[delimiter] ?? delimiter)}>
            {(close) => (
              <Options
                options={Object.entries(delimiters)}
                value={delimiter}
                onPick={(picked) => {
                  close();
                  onChange({ delimiter: picked });
                }}
              />
            )}
          </Part>
        </Dot>
      )}
      {encoding !== null && (
        <Dot>
          <Part label="Encoding" text={encodingNames[encoding]}>
            {(close) => (
              <Options
                options={encodings.map((each) => [each, encodingNames[each]])}
                value={encoding}
                onPick={(picked) => {
                  close();
                  onChange({ encoding: picked });
                }}
              />
            )}
          </Part>
        </Dot>
      )}
    </p>
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

interface OptionsProps<T extends string> {
  options: readonly (readonly [T, string])[];
  value: string;
  onPick: (value: T) => void;
}

const Options = <T extends string>({ options, value, onPick }: OptionsProps<T>) => (
  <ul className="grid max-h-72 overflow-y-auto">
    {options.map(([each, label]) => (
      <li key={each}>
        <button
          type="button"
          aria-pressed={each === value}
          onClick={() => onPick(each)}
          className="flex min-h-8 w-full items-center rounded-md px-2 text-left text-sm wrap-anywhere hover:bg-sunken aria-pressed:bg-accent-soft aria-pressed:text-accent-text"
        >
          {label}
        </button>
      </li>
    ))}
  </ul>
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
        label="Row that names the columns"
        hint="Blank rows do not count; 0: there is none."
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
