import type { FormEvent, ReactNode } from 'react';
import { useSession } from '../../api/session.ts';
import { Banner } from '../../ui/banner.tsx';
import { Button } from '../../ui/button.tsx';

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
