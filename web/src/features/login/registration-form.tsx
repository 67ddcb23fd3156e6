import { registrationForm } from '@quartermaster/contract/auth/auth.schema';
import { signUp, useSession } from '../../api/session.ts';
import { NewPasswordField, SecretInput } from '../../form/secret-input.tsx';
import { Field } from '../../ui/field.tsx';
import { Input } from '../../ui/input.tsx';
import { AuthForm, EmailField } from './auth-form.tsx';
import { useAuthForm } from './use-auth-form.ts';

const blank = { password: '', confirmPassword: '', setupCode: '', invitation: null };

interface RegistrationFormProps {
  /** A token; the person joins its workspace. */
  invitation?: string;
  /** Filled in. */
  email: string;
}

export function RegistrationForm({ invitation, email: filled }: RegistrationFormProps) {
  const { needsSetupCode } = useSession();
  const { field, errorOf, ...form } = useAuthForm(
    registrationForm,
    { ...blank, email: filled },
    async ({ email, password, setupCode }) => {
      const given = { ...(setupCode && { setupCode }), ...(invitation !== undefined && { invitation }) };
      await signUp({ email, password, ...given });
      // Registering with an invitation also accepts it.
      const isSignedIn = useSession.getState().status.is === 'authenticated';
      if (invitation !== undefined && isSignedIn) location.assign('/');
    },
  );
  return (
    <AuthForm submitLabel="Create account" busyLabel="Creating account..." {...form}>
      <EmailField {...field('email')} error={errorOf('email')} />
      <NewPasswordField label="Password" {...field('password')} error={errorOf('password')} />
      <Field label="Confirm password" error={errorOf('confirmPassword')}>
        {(aria) => <SecretInput {...aria} {...field('confirmPassword')} autoComplete="new-password" />}
      </Field>
      {needsSetupCode && (
        <Field label="Setup code" error={errorOf('setupCode')}>
          {(aria) => <Input {...aria} {...field('setupCode')} autoComplete="off" isExact autoFocus />}
        </Field>
      )}
    </AuthForm>
  );
}
