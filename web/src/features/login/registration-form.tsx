import { registrationForm } from '@quartermaster/contract/auth/auth.schema';
import { signUp, useSession } from '../../api/session.ts';
import { Field } from '../../ui/field.tsx';
import { SecretInput } from '../../form/secret-input.tsx';
import { Input } from '../../ui/input.tsx';
import { AuthForm } from './auth-form.tsx';
import { useAuthForm } from './use-auth-form.ts';

const blank = { email: '', password: '', confirmPassword: '', setupCode: '', invitation: null };

/** `invitation` is the token of one, whose workspace the person joins. */
export function RegistrationForm({ invitation }: { invitation?: string }) {
  const { needsSetupCode } = useSession();
  const { field, errorOf, busy, submit } = useAuthForm(
    registrationForm,
    blank,
    async ({ email, password, setupCode }) => {
      const given = { ...(setupCode && { setupCode }), ...(invitation !== undefined && { invitation }) };
      await signUp({ email, password, ...given });
      // Who registers by an invitation has joined with it.
      const isSignedIn = useSession.getState().status.is === 'authenticated';
      if (invitation !== undefined && isSignedIn) location.assign('/');
    },
  );
  return (
    <AuthForm
      submitLabel="Create account"
      busyLabel="Creating account..."
      busy={busy}
      onSubmit={(event) => void submit(event)}
    >
      <Field label="Email" error={errorOf('email')}>
        {(aria) => <Input {...aria} {...field('email')} type="email" autoComplete="username" autoFocus />}
      </Field>
      <Field
        label="Password"
        hint={
          errorOf('password') ? undefined : 'At least 8 characters, with upper case, lower case and a number'
        }
        error={errorOf('password')}
      >
        {(aria) => <SecretInput {...aria} {...field('password')} autoComplete="new-password" />}
      </Field>
      <Field label="Confirm password" error={errorOf('confirmPassword')}>
        {(aria) => <SecretInput {...aria} {...field('confirmPassword')} autoComplete="new-password" />}
      </Field>
      {needsSetupCode && (
        <Field label="Setup code" error={errorOf('setupCode')}>
          {(aria) => <Input {...aria} {...field('setupCode')} autoComplete="off" autoFocus />}
        </Field>
      )}
    </AuthForm>
  );
}
