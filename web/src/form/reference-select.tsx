import { Combobox } from '@base-ui/react/combobox';
import { Check, ChevronDown } from 'lucide-react';
import { useMemo } from 'react';
import { controlClass } from '../ui/input.tsx';
import { Field } from './field.tsx';

export interface ReferenceOption {
  id: string;
  label: string;
  /** A second line. */
  hint?: string | undefined;
}

interface ReferenceSelectProps {
  label: string;
  options: readonly ReferenceOption[];
  /** The id of the chosen record, or ''. */
  value: string;
  onChange: (id: string) => void;
  required?: boolean;
  /** What no choice reads as: 'No proxy'. Without it one must be chosen. */
  emptyLabel?: string;
  /** The chosen record, where `options` may not hold it. */
  chosen?: ReferenceOption | undefined;
  /** Asks the server as one types; then `options` are what it found. */
  onSearch?: ((text: string) => void) | undefined;
  error?: string | undefined;
  hint?: string;
  disabled?: boolean;
}

const toText = ({ label }: ReferenceOption) => label;
const isSame = (one: ReferenceOption, other: ReferenceOption) => one.id === other.id;

/** A choice among records, with search. */
export function ReferenceSelect(props: ReferenceSelectProps) {
  const { label, options, value, onChange, required, emptyLabel, chosen, onSearch, error, hint } = props;
  const items = useMemo(
    () => (emptyLabel === undefined ? [...options] : [{ id: '', label: emptyLabel }, ...options]),
    [options, emptyLabel],
  );
  const selected =
    items.find(({ id }) => id === value) ?? (value !== '' && chosen?.id === value ? chosen : null);
  return (
    <Field label={label} required={required} hint={hint} error={error}>
      {(aria) => (
        <Combobox.Root
          items={items}
          value={selected}
          onValueChange={(option: ReferenceOption | null) => onChange(option?.id ?? '')}
          onInputValueChange={(text, { reason }) => {
            if (reason === 'input-change') onSearch?.(text);
          }}
          itemToStringLabel={toText}
          isItemEqualToValue={isSame}
          disabled={props.disabled ?? false}
          autoHighlight
          {...(onSearch && { filter: null })}
        >
          <Combobox.InputGroup className="relative">
            <Combobox.Input
              {...aria}
              placeholder="Select…"
              className={`${controlClass} h-8 pr-9 max-md:h-10`}
            />
            <Combobox.Trigger
              aria-label={`Show ${label.toLowerCase()} choices`}
              className="absolute inset-y-0 right-0 grid w-8 place-items-center text-ink-3"
            >
              <ChevronDown aria-hidden className="size-4" />
            </Combobox.Trigger>
          </Combobox.InputGroup>
          <Choices />
        </Combobox.Root>
      )}
    </Field>
  );
}

const Choices = () => (
  <Combobox.Portal>
    <Combobox.Positioner sideOffset={4} className="z-60 outline-none">
      <Combobox.Popup className="w-(--anchor-width) max-w-(--available-width) rounded-md border border-line bg-raised shadow-popup">
        <Combobox.Empty>
          <div className="px-3 py-2 text-sm text-ink-2">Nothing found</div>
        </Combobox.Empty>
        <Combobox.List className="max-h-[min(20rem,var(--available-height))] overflow-y-auto p-1 outline-none data-empty:p-0">
          {(option: ReferenceOption) => (
            <Combobox.Item
              key={option.id}
              value={option}
              className="grid min-h-8 cursor-default grid-cols-[1rem_1fr] items-center gap-2 rounded px-2 py-1 text-sm select-none data-highlighted:bg-accent-soft data-highlighted:text-accent-text"
            >
              <Combobox.ItemIndicator className="col-start-1">
                <Check aria-hidden className="size-4" />
              </Combobox.ItemIndicator>
              <span className="col-start-2 min-w-0">
                <span className="block truncate">{option.label}</span>
                {option.hint && <span className="block truncate text-xs text-ink-2">{option.hint}</span>}
              </span>
            </Combobox.Item>
          )}
        </Combobox.List>
      </Combobox.Popup>
    </Combobox.Positioner>
  </Combobox.Portal>
);
