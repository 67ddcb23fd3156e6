import type { FormEventHandler, ReactNode } from 'react';
import { useSession } from '../../api/session.ts';
import { Banner } from '../../ui/banner.tsx';
import { Button } from '../../ui/button.tsx';

interface AuthFormProps {
  submitLabel: string;
  busyLabel: string;
  busy: boolean;
  onSubmit: FormEventHandler;
  children: ReactNode;
}

/** The fields, the server's refusal, and the button. */
export function AuthForm({ submitLabel, busyLabel, busy, onSubmit, children }: AuthFormProps) {
  const { error } = useSession();
  return (
    <form noValidate className="mt-6 grid gap-4" onSubmit={onSubmit}>
      {children}
      {error !== null && <Banner tone="bad" title={error} />}
      <Button type="submit" variant="primary" busy={busy} className="mt-1 h-10 w-full text-base">
        {busy ? busyLabel : submitLabel}
      </Button>
    </form>
  );
}
