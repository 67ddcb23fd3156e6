import { toAsciiDomain } from '@quartermaster/contract/rules/domain-name';
import { useState } from 'react';
import type { FieldValues } from 'react-hook-form';
import { TextField } from '../../form/text-field.tsx';
import type { FormFieldProps } from '../../form/use-form-field.ts';
import { hostOf, severalNames, tidyName } from './pasted-names.ts';

interface DomainFieldProps<V extends FieldValues> extends Pick<FormFieldProps<V>, 'form' | 'name'> {
  value: string;
  onChange: (domain: string) => void;
}

/** A domain's name. Takes the host of a pasted web address, and the first of several pasted names. */
export function DomainField<V extends FieldValues>({ form, name, value, onChange }: DomainFieldProps<V>) {
  const [pasted, setPasted] = useState({ taken: '', note: '' });
  const take = (taken: string, note: string) => {
    onChange(taken);
    setPasted({ taken, note });
  };
  const tidy = (text: string): boolean => {
    const tidied = tidyName(text);
    if (tidied === text) return false;
    take(tidied, hostOf(text) === undefined ? '' : `The host of ${text.trim()}`);
    return true;
  };
  const onPaste = (text: string): boolean => {
    const isTidied = tidy(text);
    const [first, ...more] = severalNames(text);
    if (first !== undefined) take(first, `${more.length + 1} names were pasted; this is the first`);
    return isTidied || first !== undefined;
  };
  const ascii = toAsciiDomain(value);
  const notes = [
    pasted.note !== '' && pasted.taken === value && pasted.note,
    ascii !== value.trim().toLowerCase() && `Stored as ${ascii}`,
  ].filter(Boolean);
  return (
    <TextField
      form={form}
      name={name}
      required
      inputMode="url"
      placeholder="example.com"
      onPaste={onPaste}
      onLeave={tidy}
      hint={notes.length > 0 && <span className="wrap-anywhere">{notes.join('. ')}</span>}
    />
  );
}
