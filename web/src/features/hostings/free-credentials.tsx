import type { FieldErrors } from '@quartermaster/contract/api/errors';
import { Plus, X } from 'lucide-react';
import { useRef } from 'react';
import { Field } from '../../ui/field.tsx';
import { SecretField } from '../../form/secret-field.tsx';
import { keptSecret } from '../../records/kept-secrets.ts';
import { Button, IconButton } from '../../ui/button.tsx';
import { Input } from '../../ui/input.tsx';
import { type FreeCredential, blankCredential } from './hosting-values.ts';

interface FreeCredentialsProps {
  /** Whether they belong to the provider of the stored record. */
  areStored: boolean;
  value: readonly FreeCredential[];
  /** `clears` are the paths, below the list, of messages that no longer apply. */
  onChange: (rows: FreeCredential[], clears: string[]) => void;
  /** Validates the field at a path below the list on blur. */
  onLeave: (path: string) => void;
  /** Keyed by the path below the list: `0.name`. */
  errors: FieldErrors;
}

/** A stored value belongs to its name: after a change of name it has to be typed again. */
const changed = (row: FreeCredential, field: keyof FreeCredential, text: string): FreeCredential => ({
  ...row,
  ...(field === 'name' && row.value === keptSecret && { value: '' }),
  [field]: text,
});

/** Credentials with free names, each a name and a value. */
export function FreeCredentials({ areStored, value, onChange, onLeave, errors }: FreeCredentialsProps) {
  const list = useRef<HTMLUListElement>(null);
  const focusRow = (index: number) =>
    requestAnimationFrame(() => list.current?.children[index]?.querySelector('input')?.focus());
  const everything = value.flatMap((_, index) => [`${index}.name`, `${index}.value`]);
  const replace = (rows: FreeCredential[], focused: number) => {
    onChange(rows, everything);
    focusRow(focused);
  };
  const row = (index: number, field: keyof FreeCredential) => ({
    value: value[index]?.[field] ?? '',
    onChange: (text: string) =>
      onChange(
        value.map((other, place) => (place === index ? changed(other, field, text) : other)),
        [`${index}.${field}`],
      ),
    onBlur: () => onLeave(`${index}.${field}`),
  });
  return (
    <div className="grid gap-3">
      <ul ref={list} aria-label="Credentials" className="grid gap-3">
        {value.map((_, index) => (
          <li key={index} className="grid grid-cols-[1fr_1fr_auto] items-start gap-2">
            <Field label="Credential name" error={errors[`${index}.name`]}>
              {(aria) => (
                <Input
                  {...aria}
                  {...row(index, 'name')}
                  onChange={({ target }) => row(index, 'name').onChange(target.value)}
                  placeholder="apiKey"
                  autoComplete="off"
                  isExact
                />
              )}
            </Field>
            <SecretField
              label="Value"
              error={errors[`${index}.value`]}
              {...row(index, 'value')}
              path={areStored ? `apiCredentials.${value[index]?.name ?? ''}` : undefined}
              isMultiLine
              isRemovable={false}
            />
            <IconButton
              label={`Remove credential ${value[index]?.name || index + 1}`}
              icon={X}
              className="mt-7 max-md:mt-8"
              disabled={value.length === 1 && value[0]?.name === '' && value[0].value === ''}
              onClick={() =>
                value.length === 1
                  ? replace([blankCredential], 0)
                  : replace(
                      value.filter((__, place) => place !== index),
                      Math.min(index, value.length - 2),
                    )
              }
            />
          </li>
        ))}
      </ul>
      <div>
        <Button icon={Plus} onClick={() => replace([...value, blankCredential], value.length)}>
          Add Credential
        </Button>
      </div>
    </div>
  );
}
