import clsx from 'clsx';
import { ChevronDown } from 'lucide-react';
import { controlClass } from './input.tsx';
import { Picker, type PickerProps } from './picker.tsx';
import { tableMedia, useMedia } from './use-media.ts';

interface SelectOption {
  value: string;
  label: string;
  /** The heading above it and the choices of the same group, which stand together. */
  group?: string;
}

interface SelectProps extends Omit<
  PickerProps,
  'noun' | 'options' | 'chosen' | 'onChoose' | 'onSearch' | 'act' | 'input'
> {
  options: readonly SelectOption[];
  /** The label of no choice, whose value is ''; without it one is always chosen. */
  emptyLabel?: string | undefined;
  value: string;
  /** Returns false to keep the former choice. */
  onChange: (value: string) => void | false;
}

/** One of a few choices: a picker, or on a phone the device's own. */
export function Select({ options, emptyLabel, value, onChange, className, ...aria }: SelectProps) {
  const isWide = useMedia(tableMedia);
  const all: readonly SelectOption[] =
    emptyLabel === undefined ? options : [{ value: '', label: emptyLabel }, ...options];
  if (isWide) {
    const choices = all.map(({ value: id, label, group }) => ({ id, label, group }));
    return (
      <Picker
        {...aria}
        className={className}
        options={choices}
        chosen={choices.find(({ id }) => id === value)}
        onChoose={(option) => {
          if (!option && emptyLabel === undefined) return false;
          return onChange(option?.id ?? '');
        }}
      />
    );
  }
  return (
    <span className={clsx('relative inline-block w-full', className)}>
      <select
        {...aria}
        value={value}
        onChange={({ target }) => onChange(target.value)}
        className={clsx(controlClass, 'h-10 appearance-none clipped pr-8')}
      >
        {/* Otherwise the browser shows the first choice as made. */}
        {value === '' && emptyLabel === undefined && (
          <option value="" hidden>
            Select…
          </option>
        )}
        {[...Map.groupBy(all, ({ group }) => group)].map(([group, some]) => {
          const choices = some.map((option) => (
            <option key={option.value} value={option.value}>
              {option.label}
            </option>
          ));
          if (group === undefined) return choices;
          return (
            <optgroup key={group} label={group}>
              {choices}
            </optgroup>
          );
        })}
      </select>
      <ChevronDown
        aria-hidden
        className="pointer-events-none absolute top-1/2 right-2.5 size-4 -translate-y-1/2 text-ink-3"
      />
    </span>
  );
}
