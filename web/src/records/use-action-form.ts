import { useMutation } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { fieldsOf, messageOf } from '../api/error.ts';

/**
 * A small form that sends one request, without drafts and conflicts: its values, errors and state. `failure` is the
 * message for an error without one.
 */
export function useActionForm<V extends object>(
  initial: V,
  send: (values: V) => Promise<unknown>,
  failure: string,
) {
  const [values, setValues] = useState(initial);
  const { mutate, isPending, error, reset } = useMutation({ mutationFn: send, networkMode: 'always' });
  const faults = Object.entries(fieldsOf(error));
  const faultOf = (field: string) =>
    faults.find(([path]) => path === field || path.startsWith(`${field}.`))?.[1];
  const set = (change: Partial<V>) => {
    setValues({ ...values, ...change });
    if (error) reset();
  };
  const isPlaced = Object.keys(values).some((field) => faultOf(field) !== undefined);
  return {
    values,
    set,
    clear: () => {
      setValues(initial);
      reset();
    },
    errorOf: (field: keyof V & string): string | undefined => faultOf(field),
    /** What the input of a field needs. */
    field: <K extends keyof V & string>(name: K) => ({
      value: values[name],
      error: faultOf(name),
      onChange: (value: V[K]) => set({ [name]: value } as unknown as Partial<V>),
    }),
    /** An error that no field shows. */
    problem: error && !isPlaced ? messageOf(error, failure) : null,
    isPending,
    submit: (event?: FormEvent) => {
      event?.preventDefault();
      if (!isPending) mutate(values);
    },
  };
}
