import { client } from '@quartermaster/contract/api/client';
import { signIn as schema } from '@quartermaster/contract/auth/auth.schema';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { KeyRound, LogIn } from 'lucide-react';
import { visitProvider } from '../../api/oidc.ts';
import { hasPasskeys } from '../../api/passkey.ts';
import { routeQuery } from '../../api/queries.ts';
import { showSignInError, signIn, signInByPasskey, useSession } from '../../api/session.ts';
import { Field } from '../../ui/field.tsx';
import { SecretInput } from '../../form/secret-input.tsx';
import { Input } from '../../ui/input.tsx';
import { AuthForm } from './auth-form.tsx';
import { OtherWay } from './other-way.tsx';
import { SecondStep } from './second-step.tsx';
import { useAuthForm } from './use-auth-form.ts';

const methodsQuery = routeQuery(client.account.methods);

/** Sign-in by password, and by what else the installation offers. `invitation`: whose workspace a new person joins. */
export function SignInForm({ invitation = null }: { invitation?: string | null }) {
  const { challenge } = useSession();
  const { data: methods } = useQuery(methodsQuery);
  const { field, errorOf, busy, submit } = useAuthForm(schema, { email: '', password: '' }, signIn);
  if (challenge) return <SecondStep challenge={challenge} />;
  const takesPassword = methods?.password !== false;
  return (
    <>
      {takesPassword && (
        <AuthForm
          submitLabel="Sign in"
          busyLabel="Signing in..."
          busy={busy}
          onSubmit={(event) => void submit(event)}
        >
          <Field label="Email" error={errorOf('email')}>
            {(aria) => <Input {...aria} {...field('email')} type="email" autoComplete="username" autoFocus />}
          </Field>
          <Field
            label="Password"
            error={errorOf('password')}
            after={
              methods?.mail && (
                <Link to="/forgot" className="rounded text-sm font-medium text-accent-text hover:underline">
                  Forgot password?
                </Link>
              )
            }
          >
            {(aria) => <SecretInput {...aria} {...field('password')} autoComplete="current-password" />}
          </Field>
        </AuthForm>
      )}
      {methods?.passkeys === true && hasPasskeys() && (
        <OtherWay
          icon={KeyRound}
          label="Sign in with a passkey"
          isAlone={!takesPassword}
          onUse={signInByPasskey}
        />
      )}
      {methods?.oidc && (
        <OtherWay
          icon={LogIn}
          label={`Sign in with ${methods.oidc.name}`}
          isAlone={!takesPassword}
          onUse={() => visitProvider({ isLink: false, invitation }).catch(showSignInError)}
        />
      )}
    </>
  );
}
