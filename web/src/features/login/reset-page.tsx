import { client } from '@quartermaster/contract/api/client';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { request } from '../../api/request.ts';
import { NewPasswordField } from '../../form/secret-input.tsx';
import { useActionForm } from '../../records/use-action-form.ts';
import { Banner } from '../../ui/banner.tsx';
import { Button, buttonClass } from '../../ui/button.tsx';
import { useTitle } from '../../ui/use-title.ts';
import { CutLink, takeToken } from './link-page.tsx';
import { LoginFrame } from './login-frame.tsx';

const toSignIn = (
  <Link to="/login" className={buttonClass('primary', 'mt-6 h-10 w-full text-base')}>
    Sign in
  </Link>
);

/** The page behind the link for a forgotten password. */
export default function ResetPage() {
  const [token] = useState(takeToken);
  const [isDone, setDone] = useState(false);
  const { values, set, errorOf, problem, isPending, submit } = useActionForm(
    { password: '' },
    async (body) => {
      await request(client.account.reset, { body: { ...body, token } });
      setDone(true);
    },
    'Failed to change the password',
  );
  useTitle('New password');
  if (isDone)
    return (
      <LoginFrame
        title="Your password has been changed"
        subtitle="All sessions have ended. Sign in with the new password, and see on the account page who else can sign in: passkeys and linked sign-ins stay."
      >
        {toSignIn}
      </LoginFrame>
    );
  if (token === '') return <CutLink title="New password" />;
  return (
    <LoginFrame title="Choose a new password">
      <form noValidate className="mt-6 grid gap-4" onSubmit={submit}>
        <NewPasswordField
          label="New password"
          error={errorOf('password')}
          autoFocus
          value={values.password}
          onChange={({ target }) => set({ password: target.value })}
        />
        {problem !== null && <Banner tone="bad" title={problem} />}
        <Button type="submit" variant="primary" busy={isPending} className="mt-1 h-10 w-full text-base">
          {isPending ? 'Saving...' : 'Save the password'}
        </Button>
      </form>
    </LoginFrame>
  );
}
