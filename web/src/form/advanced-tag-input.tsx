import { tagError } from '@quartermaster/contract/rules/tags';
import { type KeyboardEvent, useRef, useState } from 'react';
import { Button } from '../ui/button.tsx';
import { Field } from '../ui/field.tsx';
import { SuggestedInput } from '../ui/suggested-input.tsx';
import type { TagInputProps } from './tag-input.ts';
import { suggestedTypes, suggestedValues } from '../records/tag-suggestions.ts';

const blank = { type: '', value: '' };
const input = 'min-w-0 flex-1';
const button = 'max-md:h-10 max-md:px-2.5';

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
        <div role="group" {...aria} className="flex gap-2" onKeyDown={onKeyDown}>
          <SuggestedInput
            ref={typeInput}
            aria-label="Tag type"
            placeholder="Tag type"
            className={input}
            value={tag.type}
            options={suggestedTypes(available)}
            onChange={(type) => change({ type })}
          />
          <SuggestedInput
            aria-label="Tag value"
            placeholder="Tag value"
            className={input}
            value={tag.value}
            options={suggestedValues(available, tag.type)}
            onChange={(text) => change({ value: text })}
          />
          <Button className={button} onClick={add}>
            Add
          </Button>
          <Button variant="ghost" aria-label="Cancel tag" className={button} onClick={start}>
            Cancel
          </Button>
        </div>
      )}
    </Field>
  );
}
