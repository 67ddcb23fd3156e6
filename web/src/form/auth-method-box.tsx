import type { FieldErrors } from '@quartermaster/contract/api/errors';
import { authMethodText } from '@quartermaster/contract/rules/auth-method';
import { StatusBadge } from '../ui/status-badge.tsx';
import { CheckLabel } from '../ui/check-label.tsx';
import { Field } from '../ui/field.tsx';
import { SecretInput } from './secret-input.tsx';

export interface AuthMethodValues {
  password: string;
  isGoogleLogin: boolean;
}

interface AuthMethodBoxProps extends AuthMethodValues {
  onChange: (values: AuthMethodValues) => void;
  /** Under `password` and `authentication`. */
  errors: FieldErrors;
}

/** A password or Google login, never both. */
export function AuthMethodBox({ password, isGoogleLogin, onChange, errors }: AuthMethodBoxProps) {
  return (
    <fieldset className="grid content-start gap-3 rounded-lg border border-line p-4">
      <legend className="px-1 text-sm font-medium">Authentication Method</legend>
      {!isGoogleLogin && (
        <Field label="Password" required error={errors['password']}>
          {(aria) => (
            <SecretInput
              {...aria}
              value={password}
              onChange={(event) => onChange({ password: event.target.value, isGoogleLogin })}
            />
          )}
        </Field>
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
    </fieldset>
  );
}
