import { Combobox } from '@base-ui/react/combobox';
import { ChevronDown } from 'lucide-react';
import { useMemo, useRef, useState } from 'react';
import { controlClass } from '../ui/input.tsx';
import { Field } from '../ui/field.tsx';
import { Choices, type ReferenceOption, matches, shownAtMost, useClosing } from './reference-choices.tsx';

interface ReferenceSelectProps {
  label: string;
  options: readonly ReferenceOption[];
  /** The id of the chosen record, or ''. */
  value: string;
  onChange: (id: string) => void;
  required?: boolean;
  /** The label of no choice: 'No proxy'. Without it a choice is required. */
  emptyLabel?: string;
  /** The chosen record, in case `options` lacks it. */
  chosen?: ReferenceOption | undefined;
  /** Called with the typed text if the server searches; `options` are its results then. */
  onSearch?: ((text: string) => void) | undefined;
  error?: string | undefined;
  hint?: string;
  disabled?: boolean;
}

const toText = ({ label }: ReferenceOption) => label;
const isSame = (one: ReferenceOption, other: ReferenceOption) => one.id === other.id;

/** A searchable picker of records. */
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
              // So that typing replaces the choice.
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

/** The same object while its content is the same: a new one would reset the typed text. */
function useSteady(option: ReferenceOption | undefined): ReferenceOption | null {
  const { id, label } = option ?? {};
  return useMemo(() => (id === undefined || label === undefined ? null : { id, label }), [id, label]);
}
