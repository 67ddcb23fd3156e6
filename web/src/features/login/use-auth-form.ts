import { fieldErrors } from '@quartermaster/contract/api/endpoint';
import { type DefaultValues, type FieldValues, type Path, useForm } from 'react-hook-form';
import type { z } from 'zod';
import { clearSessionError } from '../../api/session.ts';
import { resolverOf } from '../../form/resolver.ts';

/** A form validated on submit; editing a field clears its error. */
export function useAuthForm<V extends FieldValues>(
  schema: z.ZodType<V, V>,
  defaultValues: DefaultValues<V>,
  send: (values: V) => Promise<void>,
) {
  const form = useForm<V>({
    resolver: resolverOf((values) => {
      const { error } = schema.safeParse(values);
      return error ? fieldErrors(error) : {};
    }),
    defaultValues,
    reValidateMode: 'onSubmit',
  });
  const { errors, isSubmitting } = form.formState;

  const field = (name: Path<V>) =>
    form.register(name, {
      onChange: () => {
        form.clearErrors(name);
        clearSessionError();
      },
    });
  const errorOf = (name: Path<V>): string | undefined => {
    const message = errors[name]?.message;
    return typeof message === 'string' ? message : undefined;
  };
  return { field, errorOf, busy: isSubmitting, submit: form.handleSubmit(send) };
}
