import { shownName } from '@quartermaster/contract/rules/domain-name';
import { containsWords } from '@quartermaster/contract/rules/folded';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { Check } from 'lucide-react';
import { type KeyboardEvent, useEffect, useId, useState } from 'react';
import type { FieldAria } from '../ui/field.tsx';
import { Input } from '../ui/input.tsx';
import { areaOfEntity } from '../records/entities.ts';
import type { Entity } from '../records/entity.ts';
import { fetchPage, listKey } from '../records/list-query.ts';
import { recordName } from '../records/record-name.tsx';

interface PickerOption {
  value: string;
  label: string;
  hint?: string | null;
}

interface RecordPickerProps {
  aria: FieldAria;
  /** The entity whose records are offered; undefined for the options alone. */
  entity: Entity | undefined;
  /** Offered ahead of the records. */
  options: readonly PickerOption[];
  value: string | undefined;
  onChange: (value: string, label: string) => void;
}

const shownAtMost = 100;

/** Finds a record by typing: the first match is chosen, and the arrow keys choose another. */
export function RecordPicker({ aria, entity, options, value, onChange }: RecordPickerProps) {
  const list = useId();
  const [typed, setTyped] = useState('');
  const search = usePaused(typed.trim());
  const { data, isPlaceholderData } = useQuery({
    queryKey: [...(entity ? listKey(entity) : ['none']), 'picker', search],
    queryFn: ({ signal }) =>
      entity ? fetchPage(entity, search === '' ? {} : { search }, 1, shownAtMost, signal) : null,
    placeholderData: keepPreviousData,
  });
  const words = typed.trim();
  const records = (data?.rows ?? []).map((row): PickerOption => {
    const area = entity && areaOfEntity(entity);
    const { id, name, detail } = area ? recordName(area, row) : { id: row.id, name: row.id, detail: null };
    return { value: id, label: area ? shownName(area, name) : name, hint: detail };
  });
  const shown = [...options, ...records].filter(({ label, hint }) =>
    containsWords(`${label}\n${hint ?? ''}`, words),
  );
  const isSettled = !isPlaceholderData && search === typed.trim();
  const { value: first, label: firstLabel = '' } = shown[0] ?? {};
  const isShown = shown.some((option) => option.value === value);
  useEffect(() => {
    if (words !== '' && isSettled && first !== undefined && !isShown) onChange(first, firstLabel);
  }, [words, isSettled, first, firstLabel, isShown, onChange]);

  const optionId = (option: string) => `${list}-${option}`;
  const move = (event: KeyboardEvent) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step === undefined || shown.length === 0) return;
    event.preventDefault();
    const at = shown.findIndex((option) => option.value === value);
    const next = shown[(at < 0 && step < 0 ? shown.length : at) + step] ?? shown.at(step > 0 ? 0 : -1);
    if (!next) return;
    onChange(next.value, next.label);
    document.getElementById(optionId(next.value))?.scrollIntoView({ block: 'nearest' });
  };
  return (
    <div className="grid gap-1.5">
      <Input
        {...aria}
        role="combobox"
        aria-expanded
        aria-controls={list}
        aria-activedescendant={isShown && value !== undefined ? optionId(value) : undefined}
        autoComplete="off"
        spellCheck={false}
        placeholder="Type to find"
        value={typed}
        onChange={({ target }) => setTyped(target.value)}
        onKeyDown={move}
      />
      <div
        id={list}
        role="listbox"
        aria-labelledby={`${aria.id}-label`}
        className="h-52 overflow-y-auto rounded-md border border-line p-1"
      >
        {shown.map((option) => (
          <div
            key={option.value}
            id={optionId(option.value)}
            role="option"
            aria-selected={option.value === value}
            onMouseDown={(event) => event.preventDefault()}
            onClick={() => onChange(option.value, option.label)}
            className="grid min-h-8 cursor-default grid-cols-[1rem_minmax(0,1fr)] items-center gap-2 rounded px-2 text-sm select-none hover:bg-sunken aria-selected:bg-accent-soft aria-selected:text-accent-text"
          >
            {option.value === value && <Check aria-hidden className="size-4" />}
            <span className="col-start-2 clipped">
              {option.label}
              {option.hint && <span className="text-ink-2"> · {option.hint}</span>}
            </span>
          </div>
        ))}
        {shown.length === 0 && (
          <p role="status" className="px-2 py-1.5 text-sm text-ink-2">
            {isSettled ? 'Nothing found' : 'Loading...'}
          </p>
        )}
      </div>
    </div>
  );
}

function usePaused(text: string): string {
  const [paused, setPaused] = useState(text);
  useEffect(() => {
    const timer = setTimeout(() => setPaused(text), 150);
    return () => clearTimeout(timer);
  }, [text]);
  return paused;
}
