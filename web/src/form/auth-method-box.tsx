import { authMethodText } from '@quartermaster/contract/rules/auth-method';
import { StatusBadge } from '../ui/status-badge.tsx';
import { CheckLabel } from '../ui/check-label.tsx';
import { Contested } from '../records/contested.tsx';
import type { Values } from '@quartermaster/contract/rules/same';
import type { RecordForm } from './use-record-form.ts';
import { SecretField } from './secret-field.tsx';

export interface AuthMethodValues {
  password: string;
  isGoogleLogin: boolean;
}

interface AuthMethodBoxProps<V extends AuthMethodValues> {
  form: Pick<RecordForm<V>, 'values' | 'errors' | 'contested' | 'set'>;
}

const shownMethod = (password: unknown, { isGoogleLogin }: Values): string => {
  if (isGoogleLogin === true) return 'Google Login';
  return typeof password === 'string' && password !== '' ? password : 'no password';
};

/** A password or Google login, never both. */
export function AuthMethodBox<V extends AuthMethodValues>({ form }: AuthMethodBoxProps<V>) {
  const { errors } = form;
  const { password, isGoogleLogin } = form.values;
  const onChange = (method: AuthMethodValues) =>
    form.set(method as Partial<V>, ['password', 'authentication']);
  return (
    <fieldset className="grid content-start gap-3 rounded-lg border border-line p-4">
      <legend className="px-1 text-sm font-medium">Authentication Method</legend>
      {!isGoogleLogin && (
        <SecretField
          label="Password"
          required
          error={errors['password']}
          value={password}
          path="password"
          onChange={(typed) => onChange({ password: typed, isGoogleLogin })}
        />
      )}
      <div className="flex flex-wrap items-center justify-between gap-2">
        <CheckLabel
          checked={isGoogleLogin}
          onChange={(event) => onChange({ password: '', isGoogleLogin: event.target.checked })}
        >
          Use Google Login instead of password
        </CheckLabel>
        <StatusBadge tone="info">{authMethodText({ password, isGoogleLogin })}</StatusBadge>
      </div>
      {errors['authentication'] && (
        <p role="alert" className="text-xs text-bad">
          {errors['authentication']}
        </p>
      )}
      <Contested field={form.contested['password']} show={shownMethod} isSecret />
    </fieldset>
  );
}
