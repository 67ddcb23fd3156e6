import type {
  CredentialFields as Fields,
  Credentials,
} from '@quartermaster/contract/catalog/credential-field';
import type { FieldErrors } from '@quartermaster/contract/api/errors';
import { useEffect, useRef } from 'react';
import { Input } from '../ui/input.tsx';
import { Field } from '../ui/field.tsx';
import { Contested } from './contested.tsx';
import type { RecordForm } from './use-record-form.ts';
import { StoredSecretInput } from './stored-secret-input.tsx';

interface CredentialFieldsProps {
  fields: Fields;
  values: Credentials;
  /** `name` is the changed field. */
  onChange: (values: Credentials, name: string) => void;
  /** Messages by field name. */
  errors: FieldErrors;
  /** Keyed by path: `apiCredentials.token`. */
  contested: RecordForm['contested'];
  /** Fields that are filled from elsewhere. */
  locked?: readonly string[];
  /** Called when a field loses the focus, and after a pause in typing. */
  onCheck?: (name: string) => void;
}

const inputTypes = { string: 'text', email: 'email', url: 'url' } as const;

/** A credential may be named `constructor`, which every object inherits. */
const own = (map: Record<string, string>, name: string) => (Object.hasOwn(map, name) ? map[name] : undefined);

const pauseMs = 500;

/** Calls back for the last name after a pause in typing. */
function useAfterPause(onPause: ((name: string) => void) | undefined): (name: string) => void {
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const latest = useRef(onPause);
  useEffect(() => {
    latest.current = onPause;
  });
  useEffect(() => () => clearTimeout(timer.current), []);
  return (name) => {
    clearTimeout(timer.current);
    timer.current = setTimeout(() => latest.current?.(name), pauseMs);
  };
}

/** An input for each credential that a provider asks for. */
export function CredentialFields(props: CredentialFieldsProps) {
  const { fields, values, onChange, errors, contested, locked = [], onCheck } = props;
  const checkSoon = useAfterPause(onCheck);
  return Object.entries(fields).map(([name, { label, type, required, placeholder, description }]) => (
    <Field
      key={name}
      label={label}
      required={required}
      hint={description}
      error={own(errors, name)}
      note={<Contested field={contested[`apiCredentials.${name}`]} isSecret={type === 'password'} />}
    >
      {(aria) => {
        const input = {
          ...aria,
          value: own(values, name) ?? '',
          placeholder,
          readOnly: aria.readOnly || locked.includes(name),
          onBlur: () => onCheck?.(name),
          onChange: (event: { target: { value: string } }) => {
            onChange({ ...values, [name]: event.target.value }, name);
            checkSoon(name);
          },
        };
        if (type === 'password') return <StoredSecretInput {...input} path={`apiCredentials.${name}`} />;
        return <Input {...input} type={inputTypes[type]} autoComplete="off" spellCheck={false} />;
      }}
    </Field>
  ));
}
