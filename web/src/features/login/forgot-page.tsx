import { client } from '@quartermaster/contract/api/client';
import { limits } from '@quartermaster/contract/rules/limits';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { request } from '../../api/request.ts';
import { useActionForm } from '../../records/use-action-form.ts';
import { Banner } from '../../ui/banner.tsx';
import { Button } from '../../ui/button.tsx';
import { useTitle } from '../../ui/use-title.ts';
import { EmailField } from './auth-form.tsx';
import { LoginFrame } from './login-frame.tsx';

/** Asks for the address to send a reset link to. */
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
  useTitle('Forgot password');
  const back = (
    <Link to="/login" className="min-h-6 rounded px-1 font-medium text-accent-text hover:underline">
      Back to sign-in
    </Link>
  );
  if (sentTo !== undefined)
    return (
      <LoginFrame
        title="Check your mailbox"
        subtitle={`If ${sentTo} has an account here, a link to choose a new password is on its way. It works once, for ${limits.resetMinutes} minutes.`}
        below={back}
      />
    );
  return (
    <LoginFrame
      title="Forgot your password?"
      subtitle="We will send you a link to choose a new one."
      below={back}
    >
      <form noValidate className="mt-6 grid gap-4" onSubmit={submit}>
        <EmailField
          error={errorOf('email')}
          value={values.email}
          onChange={({ target }) => set({ email: target.value })}
        />
        {problem !== null && <Banner tone="bad" title={problem} />}
        <Button type="submit" variant="primary" busy={isPending} className="mt-1 h-10 w-full text-base">
          {isPending ? 'Sending...' : 'Send the link'}
        </Button>
      </form>
    </LoginFrame>
  );
}
