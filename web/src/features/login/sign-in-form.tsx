import { signIn as schema } from '@quartermaster/contract/auth/auth.schema';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { hasPasskeys } from '../../api/passkey.ts';
import { signIn } from '../../api/session.ts';
import { SecretInput } from '../../form/secret-input.tsx';
import { Field } from '../../ui/field.tsx';
import { AuthForm, EmailField } from './auth-form.tsx';
import { methodsQuery } from './methods.ts';
import { PasskeyWay, ProviderWay, Refusal } from './other-way.tsx';
import { useAuthForm } from './use-auth-form.ts';

interface SignInFormProps {
  invitation?: string | null;
  /** Filled in. */
  email?: string;
}

/**
 * Sign-in with a password, or another method of the installation. `invitation`: joins a new person to its workspace.
 */
export function SignInForm({ invitation = null, email = '' }: SignInFormProps) {
  const { data: methods } = useQuery(methodsQuery);
  const { field, errorOf, ...form } = useAuthForm(schema, { email, password: '' }, signIn);
  const takesPassword = methods?.password !== false;
  return (
    <>
      {takesPassword ? (
        <AuthForm submitLabel="Sign in" busyLabel="Signing in..." {...form}>
          <EmailField {...field('email')} error={errorOf('email')} />
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
      ) : (
        <div className="pt-3">
          <Refusal />
        </div>
      )}
      {methods?.passkeys === true && hasPasskeys() && <PasskeyWay label="Sign in with a passkey" />}
      <ProviderWay invitation={invitation} />
    </>
  );
}
