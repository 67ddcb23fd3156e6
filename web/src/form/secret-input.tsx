import { Eye, EyeOff } from 'lucide-react';
import { type ComponentProps, useState } from 'react';
import { Input } from '../ui/input.tsx';
import { Field } from '../ui/field.tsx';

/** A secret, masked until revealed. Accepts pasting, and turns autofill off. */
export function SecretInput(input: Omit<ComponentProps<typeof Input>, 'type'>) {
  const [isShown, setShown] = useState(false);
  const Icon = isShown ? EyeOff : Eye;
  return (
    <div className="relative">
      <Input
        autoComplete="new-password"
        spellCheck={false}
        {...input}
        type={isShown ? 'text' : 'password'}
        className="pr-10"
      />
      <button
        type="button"
        aria-label={isShown ? 'Hide characters' : 'Show characters'}
        aria-pressed={isShown}
        onClick={() => setShown(!isShown)}
        className="absolute top-1/2 right-1 inline-flex size-7 -translate-y-1/2 items-center justify-center rounded-md text-ink-2 hover:bg-sunken hover:text-ink"
      >
        <Icon size={16} aria-hidden />
      </button>
    </div>
  );
}

interface NewPasswordFieldProps extends ComponentProps<typeof SecretInput> {
  label: string;
  error: string | undefined;
  /** What else happens with it. */
  note?: string;
}

/** Shows the requirements for a password, until the server or the form reports which are not met. */
export const NewPasswordField = ({ label, error, note = '', ...input }: NewPasswordFieldProps) => (
  <Field
    label={label}
    error={error}
    hint={error ? undefined : `At least 8 characters, with upper case, lower case and a number.${note}`}
  >
    {(aria) => <SecretInput {...aria} {...input} autoComplete="new-password" />}
  </Field>
);
