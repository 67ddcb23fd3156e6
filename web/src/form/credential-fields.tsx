import type {
  CredentialFields as Fields,
  Credentials,
} from '@quartermaster/contract/catalog/credential-field';
import type { FieldErrors } from '@quartermaster/contract/api/errors';
import { useEffect, useRef } from 'react';
import { Input } from '../ui/input.tsx';
import { Field } from '../ui/field.tsx';
import { Contested } from '../records/contested.tsx';
import type { RecordForm } from './use-record-form.ts';
import { SecretField } from './secret-field.tsx';

interface CredentialFieldsProps {
  fields: Fields;
  values: Credentials;
  /** `name` is the changed field. */
  onChange: (values: Credentials, name: string) => void;
  /** Messages by field name. */
  errors: FieldErrors;
  /** Keyed by path: `apiCredentials.token`. */
  contested: RecordForm['contested'];
  /** Whether they belong to the provider or type of the stored record; by default they do. */
  areStored?: boolean;
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
  const { fields, values, onChange, errors, contested, areStored = true, locked = [], onCheck } = props;
  const checkSoon = useAfterPause(onCheck);
  return Object.entries(fields).map(([name, { label, type, required, placeholder, description }]) => {
    const path = `apiCredentials.${name}`;
    const field = {
      label,
      required,
      hint: description,
      error: own(errors, name),
      note: <Contested field={contested[path]} isSecret={type === 'password'} />,
    };
    const input = { value: own(values, name) ?? '', placeholder, onBlur: () => onCheck?.(name) };
    const change = (value: string) => {
      onChange({ ...values, [name]: value }, name);
      checkSoon(name);
    };
    if (type === 'password')
      return (
        <SecretField
          key={name}
          {...field}
          {...input}
          onChange={change}
          path={areStored ? path : undefined}
          isMultiLine
        />
      );
    return (
      <Field key={name} {...field}>
        {(aria) => (
          <Input
            {...aria}
            {...input}
            onChange={({ target }) => change(target.value)}
            readOnly={locked.includes(name)}
            type={inputTypes[type]}
            autoComplete="off"
            isExact
          />
        )}
      </Field>
    );
  });
}
