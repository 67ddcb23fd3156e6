import { type Tag, parseTag, tagError, tagKey } from '@quartermaster/contract/rules/tags';
import { type KeyboardEvent, useState } from 'react';
import { SuggestedInput } from '../ui/suggested-input.tsx';
import { Field } from '../ui/field.tsx';
import type { TagInputProps } from './tag-input.ts';
import { suggestedTags } from '../records/tag-suggestions.ts';

/** One input for 'type:value', or just a value. Enter adds, Escape cancels. */
export function SimpleTagInput({ value, available, onAdd, error, after, counter }: TagInputProps) {
  const [text, setText] = useState('');
  const [tried, setTried] = useState<Tag>();
  // For the current list: a message about its length disappears when a tag is removed.
  const problem = (tried && tagError(tried, value)) ?? undefined;

  const change = (typed: string) => {
    setText(typed);
    setTried(undefined);
  };
  const add = (typed: string) => {
    if (typed.trim() === '') return;
    const tag = parseTag(typed);
    const isKnown = value.some((other) => tagKey(other) === tagKey(tag));
    const fault = isKnown ? null : tagError(tag, value);
    if (!isKnown && !fault) onAdd(tag);
    setText(fault ? typed : '');
    setTried(fault ? tag : undefined);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Enter') {
      add(text);
      // Ctrl or Cmd with Enter also saves the form.
      if (!event.ctrlKey && !event.metaKey) event.preventDefault();
    }
    if (event.key === 'Escape' && text !== '') {
      event.preventDefault();
      event.stopPropagation();
      change('');
    }
  };
  return (
    <Field label="Tags" error={problem ?? error} after={after} counter={counter}>
      {(aria) => (
        <SuggestedInput
          {...aria}
          options={suggestedTags(available)}
          value={text}
          placeholder="type:value, then Enter"
          onChange={change}
          // A suggested type waits for its value.
          onChoose={(chosen) => (parseTag(chosen).value === '' ? change(chosen) : add(chosen))}
          onKeyDown={onKeyDown}
          onBlur={() => add(text)}
        />
      )}
    </Field>
  );
}
