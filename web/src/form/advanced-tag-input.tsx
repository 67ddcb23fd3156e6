import { tagError } from '@quartermaster/contract/rules/tags';
import { type KeyboardEvent, useId, useRef, useState } from 'react';
import { Button } from '../ui/button.tsx';
import { Input } from '../ui/input.tsx';
import { Field } from './field.tsx';
import type { TagInputProps } from './tag-editor.tsx';
import { suggestedTypes, suggestedValues } from './tag-suggestions.ts';

const blank = { type: '', value: '' };

/** A type and a value, each with suggestions. */
export function AdvancedTagInput({ value, available, onAdd, error, after, counter }: TagInputProps) {
  const [tag, setTag] = useState(blank);
  const [problem, setProblem] = useState<string>();
  const typeInput = useRef<HTMLInputElement>(null);
  const isBlank = tag.type === '' && tag.value === '';

  const start = () => {
    setTag(blank);
    setProblem(undefined);
    typeInput.current?.focus();
  };
  const add = () => {
    const trimmed = { type: tag.type.trim(), value: tag.value.trim() };
    const fault = tagError(trimmed, value);
    if (fault) return setProblem(fault);
    onAdd(trimmed);
    return start();
  };
  const change = (part: Partial<typeof blank>) => {
    setTag({ ...tag, ...part });
    setProblem(undefined);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Enter' && !event.ctrlKey && !event.metaKey) {
      event.preventDefault();
      add();
    }
    if (event.key === 'Escape' && !isBlank) {
      event.preventDefault();
      event.stopPropagation();
      start();
    }
  };
  return (
    <Field label="Tags" isGroup error={problem ?? error} after={after} counter={counter}>
      {(aria) => (
        <div role="group" {...aria} className="flex flex-wrap gap-2" onKeyDown={onKeyDown}>
          <Suggested
            inputRef={typeInput}
            label="Tag type"
            value={tag.type}
            options={suggestedTypes(available)}
            onChange={(type) => change({ type })}
          />
          <Suggested
            label="Tag value"
            value={tag.value}
            options={suggestedValues(available, tag.type)}
            onChange={(text) => change({ value: text })}
          />
          <Button onClick={add}>Add</Button>
          <Button variant="ghost" aria-label="Cancel tag" onClick={start}>
            Cancel
          </Button>
        </div>
      )}
    </Field>
  );
}

interface SuggestedProps {
  label: string;
  value: string;
  options: readonly string[];
  onChange: (text: string) => void;
  inputRef?: React.Ref<HTMLInputElement>;
}

function Suggested({ label, value, options, onChange, inputRef }: SuggestedProps) {
  const list = useId();
  return (
    <>
      <Input
        ref={inputRef}
        list={list}
        aria-label={label}
        placeholder={label}
        autoComplete="off"
        value={value}
        onChange={(event) => onChange(event.target.value)}
        className="min-w-28 flex-1 basis-28"
      />
      <datalist id={list}>
        {options.map((option) => (
          <option key={option} value={option} />
        ))}
      </datalist>
    </>
  );
}
