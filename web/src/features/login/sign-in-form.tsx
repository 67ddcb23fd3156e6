import { client } from '@quartermaster/contract/api/client';
import { signIn as schema } from '@quartermaster/contract/auth/auth.schema';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { routeQuery } from '../../api/queries.ts';
import { signIn } from '../../api/session.ts';
import { Field } from '../../ui/field.tsx';
import { SecretInput } from '../../form/secret-input.tsx';
import { Input } from '../../ui/input.tsx';
import { AuthForm } from './auth-form.tsx';
import { useAuthForm } from './use-auth-form.ts';

export function SignInForm() {
  const { field, errorOf, busy, submit } = useAuthForm(schema, { email: '', password: '' }, signIn);
  const { data: methods } = useQuery(routeQuery(client.account.methods));
  return (
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
  );
}
