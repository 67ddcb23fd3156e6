import { signIn as schema } from '@quartermaster/contract/auth/auth.schema';
import { signIn } from '../../api/session.ts';
import { Field } from '../../ui/field.tsx';
import { SecretInput } from '../../form/secret-input.tsx';
import { Input } from '../../ui/input.tsx';
import { AuthForm } from './auth-form.tsx';
import { useAuthForm } from './use-auth-form.ts';

export function SignInForm() {
  const { field, errorOf, busy, submit } = useAuthForm(schema, { email: '', password: '' }, signIn);
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
      <Field label="Password" error={errorOf('password')}>
        {(aria) => <SecretInput {...aria} {...field('password')} autoComplete="current-password" />}
      </Field>
    </AuthForm>
  );
}
