import { client } from '@quartermaster/contract/api/client';
import { Link } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { request } from '../../api/request.ts';
import { useActionForm } from '../../form/use-action-form.ts';
import { Banner } from '../../ui/banner.tsx';
import { Button } from '../../ui/button.tsx';
import { Field } from '../../ui/field.tsx';
import { Input } from '../../ui/input.tsx';
import { LoginFrame } from './login-frame.tsx';

/** Asks for the address that a link is sent to, by which a forgotten password can be replaced. */
export default function ForgotPage() {
  const [sentTo, setSentTo] = useState<string>();
  const { values, set, errorOf, problem, isPending, submit } = useActionForm(
    { email: '' },
    async (body) => {
      await request(client.account.forgot, { body });
      setSentTo(body.email);
    },
    'Failed to send the link',
  );
  useEffect(() => {
    document.title = 'Forgot password · Quartermaster';
  }, []);
  const back = (
    <Link to="/login" className="min-h-6 rounded px-1 font-medium text-accent-text hover:underline">
      Back to sign-in
    </Link>
  );
  if (sentTo !== undefined)
    return (
      <LoginFrame
        title="Look into your mailbox"
        subtitle={`If ${sentTo} has an account here, a link to choose a new password is on its way. It works once, for an hour.`}
        below={back}
      />
    );
  return (
    <LoginFrame
      title="Forgot your password?"
      subtitle="A link to choose a new one is sent to you."
      below={back}
    >
      <form noValidate className="mt-6 grid gap-4" onSubmit={submit}>
        <Field label="Email" error={errorOf('email')}>
          {(aria) => (
            <Input
              {...aria}
              type="email"
              autoComplete="username"
              autoFocus
              value={values.email}
              onChange={({ target }) => set({ email: target.value })}
            />
          )}
        </Field>
        {problem !== null && <Banner tone="bad" title={problem} />}
        <Button type="submit" variant="primary" busy={isPending} className="mt-1 h-10 w-full text-base">
          {isPending ? 'Sending...' : 'Send the link'}
        </Button>
      </form>
    </LoginFrame>
  );
}
