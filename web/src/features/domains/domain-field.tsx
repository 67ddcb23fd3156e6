import { toAsciiDomain } from '@quartermaster/contract/rules/domain-name';
import { useState } from 'react';
import type { FieldValues } from 'react-hook-form';
import { messageOf } from '../../api/error.ts';
import { TextField } from '../../form/text-field.tsx';
import type { FormFieldProps } from '../../form/use-form-field.ts';
import { useStartImport } from '../../records/start-import.ts';
import { toast } from '../../ui/toaster.tsx';
import { hostOf, severalNames, tidyName } from './pasted-names.ts';

interface DomainFieldProps<V extends FieldValues> extends Pick<FormFieldProps<V>, 'form' | 'name'> {
  value: string;
  onChange: (domain: string) => void;
}

/** A domain's name. Takes the host of a pasted web address; of several pasted names the first, and offers an import. */
export function DomainField<V extends FieldValues>({ form, name, value, onChange }: DomainFieldProps<V>) {
  const [pasted, setPasted] = useState({ taken: '', note: '', names: [] as string[] });
  const { mutate: startImport, isPending } = useStartImport((error) =>
    toast({ title: messageOf(error, 'Failed to read the names'), type: 'error' }),
  );
  const take = (taken: string, note: string, names: string[] = []) => {
    onChange(taken);
    setPasted({ taken, note, names });
  };
  const tidy = (text: string): boolean => {
    const tidied = tidyName(text);
    if (tidied === text) return false;
    take(tidied, hostOf(text) === undefined ? '' : `The host of ${text.trim()}`);
    return true;
  };
  const onPaste = (text: string): boolean => {
    const isTidied = tidy(text);
    const names = severalNames(text);
    const [first] = names;
    if (first !== undefined) take(first, `${names.length} names were pasted; this is the first`, names);
    return isTidied || first !== undefined;
  };
  const ascii = toAsciiDomain(value);
  const isPasted = pasted.note !== '' && pasted.taken === value;
  const notes = [
    isPasted && pasted.note,
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
      hint={
        notes.length > 0 && (
          <span className="wrap-anywhere">
            {notes.join('. ')}
            {isPasted && pasted.names.length > 1 && (
              <>
                {'. '}
                <button
                  type="button"
                  disabled={isPending}
                  className="min-h-6 rounded font-medium text-accent-text underline"
                  onClick={() =>
                    startImport({ area: 'domains', text: pasted.names.join('\n'), name: 'Pasted names' })
                  }
                >
                  {isPending ? 'Reading…' : `Import all ${pasted.names.length}`}
                </button>
              </>
            )}
          </span>
        )
      }
    />
  );
}
