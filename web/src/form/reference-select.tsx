import { Combobox } from '@base-ui/react/combobox';
import { ChevronDown } from 'lucide-react';
import { useMemo, useRef, useState } from 'react';
import type { FieldPath, FieldValues } from 'react-hook-form';
import { useMayWrite } from '../api/rights.ts';
import { type Entity, type Identified, fieldHeading } from '../records/entity.ts';
import { useRecord } from '../records/use-record.ts';
import { Field } from '../ui/field.tsx';
import { controlClass } from '../ui/input.tsx';
import { Contested } from './contested.tsx';
import { loadForm, useNewRecord } from './nested-forms.tsx';
import {
  Choices,
  type ReferenceOption,
  matches,
  newId,
  shownAtMost,
  useClosing,
} from './reference-choices.tsx';
import type { RecordForm } from './use-record-form.ts';

export interface ReferenceProps<T extends Identified, V extends FieldValues> {
  form: RecordForm<V>;
  name: FieldPath<V>;
  /** By default the field's own, as a heading. */
  label?: string;
  /** The entity that the field refers to. A new record can be created from here. */
  entity: Entity<T>;
  /** Keeps its identity across renders. */
  toOption: (row: T) => ReferenceOption;
  /** The reference of the edited record, among the choices or not. */
  chosen?: ReferenceOption | undefined;
  required?: boolean;
  /** The label when nothing is chosen: 'No proxy'. Without it a choice is required. */
  emptyLabel?: string;
  /** Handles the choice, if other fields depend on it; by default it becomes the field's value. */
  onChange?: (option: ReferenceOption | undefined) => void;
}

interface ReferenceSelectProps<T extends Identified, V extends FieldValues> extends ReferenceProps<T, V> {
  /** Undefined while loading. */
  options: readonly ReferenceOption[] | undefined;
  /** Called with the typed text if the server searches; `options` are its results then. */
  onSearch?: (text: string) => void;
}

const toText = ({ label }: ReferenceOption) => label;
const isSame = (one: ReferenceOption, other: ReferenceOption) => one.id === other.id;
const isNone = () => false;
const none: readonly never[] = [];

/** A searchable picker of records. It ends with the form for a new one, for people who may create one. */
export function ReferenceSelect<T extends Identified, V extends FieldValues>(
  props: ReferenceSelectProps<T, V>,
) {
  const { form, name, entity, toOption, options = none, required, emptyLabel, onSearch } = props;
  const { label = fieldHeading({ fieldLabels: form.labels }, name) } = props;
  const value = String(form.values[name] ?? '');
  const ask = useNewRecord();
  const mayCreate = useMayWrite(entity);
  const [typed, setTyped] = useState('');
  const [picked, setPicked] = useState(props.chosen);
  const isOnlyTarget = options.length === 1;
  const items = useMemo(() => {
    const empty = emptyLabel === undefined ? [] : [{ id: '', label: emptyLabel }];
    return isOnlyTarget ? [...options, ...empty] : [...empty, ...options];
  }, [options, emptyLabel, isOnlyTarget]);
  const found = useMemo(
    () => items.filter((option) => matches(option, typed)).slice(0, shownAtMost),
    [items, typed],
  );
  const shown = useMemo(
    () => (mayCreate ? [...found, { id: newId, label: `+ New ${entity.one}` }] : found),
    [found, entity, mayCreate],
  );
  // The first ArrowDown after typing leaves the only match highlighted, so that Enter takes it.
  const hasOneMatch = typed !== '' && found.length === 1;
  const isStepped = useRef(false);
  // With one possible target, Enter takes it as soon as the list is open: the first choice is highlighted, unless the
  // chosen one is among them. The root's type leaves out 'always', which it hands on.
  const highlight = (isOnlyTarget ? 'always' : true) as boolean;
  const isChosen = isOnlyTarget && value === '' ? isNone : isSame;
  const selected = useSteady([...items, picked, props.chosen].find((option) => option?.id === value));
  const container = useRef<HTMLDivElement>(null);
  const input = useRef<HTMLInputElement>(null);
  const { onBlur, ...closing } = useClosing(() => {
    setTyped('');
    onSearch?.('');
  });

  const choose = (option: ReferenceOption | undefined) => {
    setPicked(option);
    if (props.onChange) props.onChange(option);
    else form.set({ [name]: option?.id ?? '' } as Partial<V>);
  };
  const create = () => ask?.(entity, input, (saved) => choose(toOption(saved as T)));
  return (
    <div className="grid gap-1.5">
      <Field
        label={label}
        required={required}
        error={form.errors[name]}
        note={
          <Contested
            field={form.contested[name]}
            show={(id) => (
              <ReferenceName
                entity={entity}
                toOption={toOption}
                emptyLabel={emptyLabel}
                options={items}
                id={id}
              />
            )}
          />
        }
      >
        {(aria) => (
          <Combobox.Root
            items={items}
            filteredItems={shown}
            value={selected}
            onValueChange={(option: ReferenceOption | null, { cancel }) => {
              if (option?.id !== newId) return choose(option ?? undefined);
              cancel();
              closing.actionsRef.current?.close();
              return create();
            }}
            onInputValueChange={(text, { reason }) => {
              if (reason !== 'input-change') return;
              isStepped.current = false;
              setTyped(text);
              onSearch?.(text);
            }}
            itemToStringLabel={toText}
            isItemEqualToValue={isChosen}
            autoHighlight={highlight}
            {...closing}
          >
            <Combobox.InputGroup className="relative" onBlur={onBlur}>
              <Combobox.Input
                {...aria}
                ref={input}
                // So that typing replaces the choice.
                onClick={(event) => event.currentTarget.select()}
                onFocus={() => void loadForm(entity).catch(() => undefined)}
                onKeyDown={(event) => {
                  // The key would clear the field; while the list is closed, the form handles it.
                  if (event.key === 'Escape' && !closing.open) event.preventBaseUIHandler();
                  if (event.key === 'ArrowDown' && hasOneMatch && !isStepped.current) {
                    isStepped.current = true;
                    event.preventDefault();
                    event.preventBaseUIHandler();
                  }
                }}
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
      {required && props.options?.length === 0 && value === '' && (
        <p className="text-sm text-ink-2">
          There is no {entity.one} to choose yet.{' '}
          {mayCreate && (
            <button type="button" onClick={create} className="min-h-6 rounded text-accent-text underline">
              New {entity.one}
            </button>
          )}
        </p>
      )}
    </div>
  );
}

interface ReferenceNameProps<T extends Identified> {
  entity: Entity<T>;
  toOption: (row: T) => ReferenceOption;
  options: readonly ReferenceOption[];
  emptyLabel: string | undefined;
  id: unknown;
}

/** The label of a record, which need not be among the choices. */
function ReferenceName<T extends Identified>(props: ReferenceNameProps<T>) {
  const { entity, toOption, options, emptyLabel } = props;
  const id = typeof props.id === 'string' ? props.id : '';
  const known = options.find((option) => option.id === id);
  const { record } = useRecord(entity, known || id === '' ? undefined : id, none);
  return known?.label ?? (record ? toOption(record).label : (emptyLabel ?? 'nothing'));
}

/** Keeps the same object while its content is the same: a new one would reset the typed text. */
function useSteady(option: ReferenceOption | undefined): ReferenceOption | null {
  const { id, label } = option ?? {};
  return useMemo(() => (id === undefined || label === undefined ? null : { id, label }), [id, label]);
}
