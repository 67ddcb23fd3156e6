import { Combobox } from '@base-ui/react/combobox';
import { ChevronDown } from 'lucide-react';
import { useMemo, useRef, useState } from 'react';
import { controlClass } from '../ui/input.tsx';
import { Field } from '../ui/field.tsx';
export type { ReferenceOption } from './reference-choices.tsx';
import { Choices, type ReferenceOption, matches, shownAtMost, useClosing } from './reference-choices.tsx';

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
  const { label, options, value, onChange, required, emptyLabel, onSearch, error, hint } = props;
  const items = useMemo(
    () => (emptyLabel === undefined ? [...options] : [{ id: '', label: emptyLabel }, ...options]),
    [options, emptyLabel],
  );
  const [picked, setPicked] = useState(props.chosen);
  const selected = useSteady([...items, picked, props.chosen].find((option) => option?.id === value));
  const container = useRef<HTMLDivElement>(null);
  const { onBlur, ...closing } = useClosing(() => onSearch?.(''));
  return (
    <Field label={label} required={required} hint={hint} error={error}>
      {(aria) => (
        <Combobox.Root
          items={items}
          value={selected}
          onValueChange={(option: ReferenceOption | null) => {
            setPicked(option ?? undefined);
            onChange(option?.id ?? '');
          }}
          onInputValueChange={(text, { reason }) => {
            if (reason === 'input-change') onSearch?.(text);
          }}
          itemToStringLabel={toText}
          isItemEqualToValue={isSame}
          filter={matches}
          limit={shownAtMost}
          disabled={props.disabled ?? false}
          autoHighlight
          {...closing}
        >
          <Combobox.InputGroup className="relative" onBlur={onBlur}>
            <Combobox.Input
              {...aria}
              // So that typing replaces what was chosen.
              onClick={(event) => event.currentTarget.select()}
              placeholder="Select…"
              className={`${controlClass} h-8 pr-9 max-md:h-10`}
            />
            <Combobox.Trigger
              aria-label={`Show ${label.toLowerCase()} choices`}
              className="absolute inset-y-0 right-0 grid w-8 place-items-center text-ink-3"
            >
              <ChevronDown aria-hidden className="size-4" />
            </Combobox.Trigger>
            <div ref={container} />
          </Combobox.InputGroup>
          <Choices container={container} isCut={items.length > shownAtMost} />
        </Combobox.Root>
      )}
    </Field>
  );
}

/** The same object while it says the same: a new one would take back what is being typed. */
function useSteady(option: ReferenceOption | undefined): ReferenceOption | null {
  const { id, label } = option ?? {};
  return useMemo(() => (id === undefined || label === undefined ? null : { id, label }), [id, label]);
}
