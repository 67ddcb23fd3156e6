import { Eye, EyeOff } from 'lucide-react';
import { type ComponentProps, useRef, useState } from 'react';
import { Field } from '../ui/field.tsx';
import { MaskedInput } from './masked-input.tsx';
import { ReplaceSecret } from './replace-secret.tsx';
import { type SecretValue, useStoredSecret } from './stored-secret.ts';
import type { FieldValues } from 'react-hook-form';
import { Contested } from '../records/contested.tsx';
import { type FormFieldProps, useFormField } from './use-form-field.ts';

type FieldProps = ComponentProps<typeof Field>;

interface SecretFieldProps
  extends SecretValue, Pick<FieldProps, 'label' | 'required' | 'hint' | 'error' | 'note'> {
  onBlur?: (() => void) | undefined;
  placeholder?: string | undefined;
  /** Keeps line breaks, for keys and certificates. */
  isMultiLine?: boolean;
  /** Whether leaving it empty removes a stored one; by default if it is not required. */
  isRemovable?: boolean;
}

/** A secret of a record, masked until revealed. A stored one is editable after Replace. */
export function SecretField(props: SecretFieldProps) {
  const { label, required = false, hint, error, note, isMultiLine = false, onBlur, placeholder } = props;
  const { value, isRemovable = !required } = props;
  const [isTypedShown, setTypedShown] = useState(false);
  const stored = useStoredSecret(props);
  const input = useRef<HTMLElement>(null);
  const isPlain = stored.isKept ? stored.isShown : isTypedShown;
  const Icon = isPlain ? EyeOff : Eye;
  const toggle = () => {
    if (!stored.isKept) setTypedShown(!isTypedShown);
    else if (stored.isShown) stored.hide();
    else stored.show();
  };
  return (
    <Field
      label={label}
      required={required}
      hint={isRemovable && stored.isReplaced && value === '' ? removesStored : hint}
      error={error}
      note={note}
      after={<ReplaceSecret stored={stored} what={label} input={input} />}
    >
      {(aria) => (
        <div className="relative">
          <MaskedInput
            {...aria}
            readOnly={stored.isKept}
            value={stored.text}
            onChange={props.onChange}
            onBlur={onBlur}
            placeholder={placeholder}
            isPlain={isPlain || stored.isKept}
            isMultiLine={stored.isKept ? stored.text.includes('\n') : isMultiLine}
            ref={(element: HTMLElement | null) => {
              input.current = element;
            }}
          />
          {(!stored.isKept || stored.canShow) && (
            <button
              type="button"
              aria-label={isPlain ? 'Hide characters' : 'Show characters'}
              aria-pressed={isPlain}
              onClick={toggle}
              className="absolute top-0.5 right-1 inline-flex size-7 items-center justify-center rounded-md text-ink-2 hover:bg-sunken hover:text-ink max-md:top-1.5"
            >
              <Icon size={16} aria-hidden />
            </button>
          )}
        </div>
      )}
    </Field>
  );
}

export const removesStored = 'Left empty, the stored one is removed.';

export function PasswordField<V extends FieldValues>(props: FormFieldProps<V>) {
  const { name, required } = props;
  const { field, label, error, contested } = useFormField(props);
  return (
    <SecretField
      label={label}
      required={required}
      error={error}
      note={<Contested field={contested} isSecret />}
      value={field.value ?? ''}
      onChange={field.onChange}
      onBlur={field.onBlur}
      path={name}
    />
  );
}
