import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { clearSessionError, useSession } from '../../api/session.ts';
import { Button } from '../../ui/button.tsx';
import { useTitle } from '../../ui/use-title.ts';
import { LoginFrame } from './login-frame.tsx';
import { methodsQuery } from './methods.ts';
import { ProviderWay } from './other-way.tsx';
import { RegistrationForm } from './registration-form.tsx';
import { SecondStep } from './second-step.tsx';
import { SignInForm } from './sign-in-form.tsx';

interface SignInOrUpProps {
  /** Shown below the title of the sign-in. */
  subtitle: string;
  /** The token of an invitation: most people with one are new, so registration comes first. */
  invitation?: string;
  /** The tab's title, if it differs from the form's. */
  tab?: string;
  /** Filled in. */
  email?: string;
}

interface SwitchProps {
  isNew: boolean;
  /** Nobody has registered yet. */
  isFirst: boolean;
  onSwitch: () => void;
}

/** Changes between the two forms; on a new installation, registration is what there is to do. */
const Switch = ({ isNew, isFirst, onSwitch }: SwitchProps) =>
  isFirst && !isNew ? (
    <>
      This installation has no account yet. The first one becomes its administrator.
      <Button variant="primary" className="mt-3 h-10 w-full text-base" onClick={onSwitch}>
        Create one
      </Button>
    </>
  ) : (
    <>
      {isNew ? 'Already have an account?' : "Don't have an account?"}{' '}
      <button
        type="button"
        className="min-h-6 rounded px-1 font-medium text-accent-text hover:underline"
        onClick={onSwitch}
      >
        {isNew ? 'Sign in' : 'Create one'}
      </button>
    </>
  );

/** Sign-in, with a switch to registration where people have passwords, followed by the second step if needed. */
export function SignInOrUp({ subtitle, invitation, tab, email = '' }: SignInOrUpProps) {
  const { challenge } = useSession();
  const { data: methods } = useQuery(methodsQuery);
  const [asksNew, setNew] = useState(invitation !== undefined);
  const canRegister = methods?.password !== false;
  const isNew = asksNew && canRegister;
  useTitle(tab ?? (isNew ? 'Create your account' : 'Sign in'));
  const switchForm = () => {
    clearSessionError();
    setNew(!isNew);
  };
  if (challenge) return <SecondStep challenge={challenge} />;
  return (
    <LoginFrame
      title={isNew ? 'Create your account' : 'Sign in to Quartermaster'}
      subtitle={isNew && invitation === undefined ? undefined : subtitle}
      below={canRegister && <Switch isNew={isNew} isFirst={methods?.isNew === true} onSwitch={switchForm} />}
    >
      {isNew ? (
        <>
          <RegistrationForm {...(invitation !== undefined && { invitation })} email={email} />
          <ProviderWay invitation={invitation ?? null} />
        </>
      ) : (
        <SignInForm invitation={invitation ?? null} email={email} />
      )}
    </LoginFrame>
  );
}
