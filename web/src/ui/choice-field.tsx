import type { ComponentProps } from 'react';
import { Field, type LabelledProps } from './field.tsx';
import { Select } from './select.tsx';

type ChoiceFieldProps<C extends string> = LabelledProps &
  Pick<ComponentProps<typeof Select>, 'options' | 'emptyLabel'> & {
    value: C;
    onChange: (choice: C) => void;
  };

/** One of a few choices, with its label, hint and error. */
export const ChoiceField = <C extends string>(props: ChoiceFieldProps<C>) => {
  const { options, emptyLabel, value, onChange, ...field } = props;
  return (
    <Field {...field}>
      {(aria) => (
        <Select
          {...aria}
          options={options}
          emptyLabel={emptyLabel}
          value={value}
          onChange={(choice) => onChange(choice as C)}
        />
      )}
    </Field>
  );
};
