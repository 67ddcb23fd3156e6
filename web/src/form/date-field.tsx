import type { FieldValues } from 'react-hook-form';
import { Input } from '../ui/input.tsx';
import { formatDay } from '../ui/format.ts';
import { monthsLater, partialDay } from './date-text.ts';
import { Field } from '../ui/field.tsx';
import { Contested } from '../records/contested.tsx';
import { type FormFieldProps, useFormField } from './use-form-field.ts';

const steps = [
  { label: '+3 mo', months: 3 },
  { label: '+1 yr', months: 12 },
  { label: '+2 yr', months: 24 },
];

const shownDay = (value: unknown) =>
  typeof value === 'string' && value !== '' ? formatDay(value) : 'no date';

/** A day as YYYY-MM-DD. A partly typed one is distinguished from none. */
export function DateField<V extends FieldValues>(props: FormFieldProps<V>) {
  const { required } = props;
  const { field, label, error, contested } = useFormField(props);
  const held = String(field.value ?? '');
  const value = held === partialDay ? '' : held;
  const take = ({ value: typed, validity }: HTMLInputElement) => {
    const found = validity.badInput ? partialDay : typed;
    if (found !== held) field.onChange(found);
  };
  const buttons = steps.map(({ label: step, months }) => (
    <button
      key={step}
      type="button"
      className="h-6 rounded px-2 text-xs font-medium text-ink-2 hover:bg-sunken hover:text-ink"
      onClick={() => field.onChange(monthsLater(value, months, new Date()))}
    >
      {step}
    </button>
  ));
  return (
    <Field
      label={label}
      required={required}
      error={error}
      note={<Contested field={contested} show={shownDay} />}
      after={<div className="flex gap-1">{buttons}</div>}
    >
      {(aria) => (
        <Input
          {...aria}
          {...field}
          type="date"
          value={value}
          onChange={({ target }) => take(target)}
          onBlur={({ target }) => {
            // The input fires no change event from empty to partly typed.
            take(target);
            field.onBlur();
          }}
        />
      )}
    </Field>
  );
}
