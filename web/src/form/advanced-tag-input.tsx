import { splitTag, tagErrors } from '@quartermaster/contract/rules/tags';
import { type KeyboardEvent, type ReactNode, useId, useRef, useState } from 'react';
import { Button } from '../ui/button.tsx';
import { Field } from '../ui/field.tsx';
import { SuggestedInput } from '../ui/suggested-input.tsx';
import type { TagInputProps } from './tag-input.ts';
import { suggestedTypes, suggestedValues } from '../records/tag-suggestions.ts';

const blank = { type: '', value: '' };
const button = 'max-md:h-10 max-md:px-2.5';

/** A type and a value, each with suggestions. */
export function AdvancedTagInput({ value, available, onAdd, error, after, counter }: TagInputProps) {
  const [tag, setTag] = useState(blank);
  const [isTried, setTried] = useState(false);
  const typeInput = useRef<HTMLInputElement>(null);
  const isBlank = tag.type === '' && tag.value === '';
  // For the current list: a message about its length disappears when a tag is removed.
  const faults = isTried ? tagErrors(splitTag(tag), value) : {};

  const start = () => {
    setTag(blank);
    setTried(false);
    typeInput.current?.focus();
  };
  const add = () => {
    const split = splitTag(tag);
    if (Object.keys(tagErrors(split, value)).length > 0) return setTried(true);
    onAdd(split);
    return start();
  };
  const change = (part: Partial<typeof blank>) => {
    setTag({ ...tag, ...part });
    setTried(false);
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
    <Field label="Tags" isGroup error={faults.list ?? error} after={after} counter={counter}>
      {(aria) => (
        <div role="group" {...aria} className="flex items-start gap-2" onKeyDown={onKeyDown}>
          <Part label="Tag type" error={faults.type}>
            {(input) => (
              <SuggestedInput
                {...input}
                ref={typeInput}
                value={tag.type}
                options={suggestedTypes(available)}
                onChange={(type) => change({ type })}
              />
            )}
          </Part>
          <Part label="Tag value" error={faults.value}>
            {(input) => (
              <SuggestedInput
                {...input}
                value={tag.value}
                options={suggestedValues(available, tag.type)}
                onChange={(text) => change({ value: text })}
              />
            )}
          </Part>
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

interface PartProps {
  label: string;
  error: string | undefined;
  children: (input: object) => ReactNode;
}

/** One of the two inputs, with its message. */
function Part({ label, error, children }: PartProps) {
  const id = useId();
  return (
    <div className="grid min-w-0 flex-1 gap-1">
      {children({
        'aria-label': label,
        placeholder: label,
        'aria-invalid': error !== undefined,
        'aria-describedby': error && id,
      })}
      {error && (
        <p id={id} role="alert" className="text-xs text-bad">
          {error}
        </p>
      )}
    </div>
  );
}
