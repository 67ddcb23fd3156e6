import type { ComponentProps, FormEvent, ReactNode } from 'react';
import { useSession } from '../../api/session.ts';
import { Banner } from '../../ui/banner.tsx';
import { Button } from '../../ui/button.tsx';
import { Field } from '../../ui/field.tsx';
import { AddressInput } from '../../ui/input.tsx';

interface AuthFormProps {
  submitLabel: string;
  busyLabel: string;
  busy: boolean;
  submit: (event: FormEvent) => Promise<void>;
  children: ReactNode;
}

/** The fields, the server's error message, and the button. */
export function AuthForm({ submitLabel, busyLabel, busy, submit, children }: AuthFormProps) {
  const { error } = useSession();
  return (
    <form
      noValidate
      className="mt-6 grid gap-4"
      onSubmit={(event) => {
        event.preventDefault();
        void submit(event);
      }}
    >
      {children}
      {error !== null && <Banner tone="bad" title={error} />}
      <Button type="submit" variant="primary" busy={busy} className="mt-1 h-10 w-full text-base">
        {busy ? busyLabel : submitLabel}
      </Button>
    </form>
  );
}

interface EmailFieldProps extends ComponentProps<typeof AddressInput> {
  error: string | undefined;
}

/** The address that a person signs in with; focused first. */
export const EmailField = ({ error, ...input }: EmailFieldProps) => (
  <Field label="Email" error={error}>
    {(aria) => <AddressInput {...aria} {...input} autoComplete="username" autoFocus />}
  </Field>
);
