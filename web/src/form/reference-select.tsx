import { useMemo, useRef, useState } from 'react';
import type { FieldPath, FieldValues } from 'react-hook-form';
import { useMayWrite } from '../api/rights.ts';
import { type Entity, type Identified, fieldHeading } from '../records/entity.ts';
import { useRecord } from '../records/use-record.ts';
import { Field } from '../ui/field.tsx';
import type { PickerOption } from '../ui/picker-list.tsx';
import { Picker } from '../ui/picker.tsx';
import { Contested } from '../records/contested.tsx';
import { loadForm, useNewRecord } from './nested-forms.tsx';
import type { RecordForm } from './use-record-form.ts';

export interface ReferenceProps<T extends Identified, V extends FieldValues> {
  form: RecordForm<V>;
  name: FieldPath<V>;
  /** By default the field's own, as a heading. */
  label?: string;
  /** The entity that the field refers to. A new record can be created from here. */
  entity: Entity<T>;
  /** Keeps its identity across renders. */
  toOption: (row: T) => PickerOption;
  /** The reference of the edited record, among the choices or not. */
  chosen?: PickerOption | undefined;
  required?: boolean;
  /** The label when nothing is chosen: 'No proxy'. Without it a choice is required. */
  emptyLabel?: string;
  /** Handles the choice, if other fields depend on it; by default it becomes the field's value. */
  onChange?: (option: PickerOption | undefined) => void;
}

interface ReferenceSelectProps<T extends Identified, V extends FieldValues> extends ReferenceProps<T, V> {
  /** Undefined while loading. */
  options: readonly PickerOption[] | undefined;
  /** Called with the typed text if the server searches; `options` are its results then. */
  onSearch?: (text: string) => void;
}

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
  const [picked, setPicked] = useState(props.chosen);
  const isOnlyTarget = options.length === 1;
  const items = useMemo(() => {
    const empty = emptyLabel === undefined ? [] : [{ id: '', label: emptyLabel }];
    return isOnlyTarget ? [...options, ...empty] : [...empty, ...options];
  }, [options, emptyLabel, isOnlyTarget]);
  const selected = [...items, picked, props.chosen].find((option) => option?.id === value);
  const input = useRef<HTMLInputElement>(null);

  const choose = (option: PickerOption | undefined) => {
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
          <Picker
            {...aria}
            noun={label.toLowerCase()}
            input={input}
            options={items}
            isOnlyTarget={isOnlyTarget}
            chosen={selected}
            onChoose={choose}
            onSearch={onSearch}
            act={mayCreate ? { label: `+ New ${entity.one}`, run: create } : undefined}
            onFocus={() => void loadForm(entity).catch(() => undefined)}
          />
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
  toOption: (row: T) => PickerOption;
  options: readonly PickerOption[];
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
