import clsx from 'clsx';
import type { KeyboardEvent, Ref } from 'react';
import type { FieldAria } from '../ui/field.tsx';
import { Input, unmanaged } from '../ui/input.tsx';
import { Textarea } from '../ui/textarea.tsx';

interface MaskedInputProps extends FieldAria {
  readOnly: boolean;
  value: string;
  onChange: (value: string) => void;
  onBlur: (() => void) | undefined;
  placeholder: string | undefined;
  isPlain: boolean;
  /** Looks like an input until it holds a line break. */
  isMultiLine: boolean;
  ref: Ref<HTMLInputElement & HTMLTextAreaElement>;
}

const linesAtMost = 8;

export function MaskedInput({ isPlain, isMultiLine, value, onChange, ...rest }: MaskedInputProps) {
  const input = {
    ...rest,
    value,
    // A script can write into a read-only input too.
    onChange: ({ target }: { target: { value: string } }) => {
      if (!rest.readOnly) onChange(target.value);
    },
    autoCapitalize: 'none',
    spellCheck: false,
  };
  if (!isMultiLine)
    return (
      <Input
        {...unmanaged}
        {...input}
        autoComplete={rest.readOnly ? 'off' : 'new-password'}
        type={isPlain ? 'text' : 'password'}
        className="pr-10"
      />
    );
  const lines = value.split('\n').length;
  return (
    <Textarea
      {...input}
      autoComplete="off"
      rows={Math.min(lines, linesAtMost)}
      onKeyDown={lines === 1 ? saveOnEnter : undefined}
      className={clsx(
        'block pr-10',
        lines === 1
          ? 'h-8 resize-none overflow-hidden py-1 whitespace-nowrap max-md:h-10 max-md:py-1.5'
          : 'font-mono text-sm',
        // The mask would cover the placeholder too.
        !isPlain && value !== '' && '[-webkit-text-security:disc]',
      )}
    />
  );
}

/** With one line it is used like an input; Shift with Enter adds a line. */
function saveOnEnter(event: KeyboardEvent<HTMLTextAreaElement>) {
  if (event.key !== 'Enter' || event.shiftKey || event.nativeEvent.isComposing) return;
  event.preventDefault();
  event.stopPropagation();
  event.currentTarget.form?.requestSubmit();
}
