import { InputField } from '../../ui/input-field.tsx';
import { CheckLabel } from '../../ui/check-label.tsx';
import { unmanaged } from '../../ui/input.tsx';
import type { ChannelField } from './channel-fields.ts';

interface ChannelConfigFieldProps {
  field: ChannelField;
  /** Whether a secret is stored, which is never shown. */
  isStored: boolean;
  value: string | boolean;
  error: string | undefined;
  onChange: (value: string | boolean) => void;
}

/** A field of a channel. A stored secret can only be replaced. */
export function ChannelConfigField({ field, isStored, value, error, onChange }: ChannelConfigFieldProps) {
  const { label, hint, kind, isRequired = false, maxLength } = field;
  if (kind === 'check')
    return (
      <div className="grid gap-1">
        <CheckLabel checked={value === true} onChange={({ target }) => onChange(target.checked)}>
          {label}
        </CheckLabel>
        <p className="text-xs text-ink-2">{hint}</p>
      </div>
    );
  const isSecret = kind === 'secret';
  return (
    <InputField
      label={label}
      required={isRequired && !isStored}
      error={error}
      hint={isStored ? 'Stored, and never shown. Left empty, it stays.' : hint}
      {...(isSecret && unmanaged)}
      type={isSecret ? 'password' : 'text'}
      autoComplete={isSecret ? 'new-password' : 'off'}
      autoCapitalize="none"
      spellCheck={false}
      placeholder={isStored ? '••••••••' : undefined}
      value={String(value)}
      maxLength={maxLength}
      onChange={onChange}
    />
  );
}
