import { zodResolver } from '@hookform/resolvers/zod';
import { type DefaultValues, type FieldValues, type Path, type Resolver, useForm } from 'react-hook-form';
import type { z } from 'zod';
import { clearSessionError } from '../../api/session.ts';

/** A form that is checked when it is sent; an error goes away as soon as its field is edited. */
export function useAuthForm<V extends FieldValues>(
  schema: z.ZodType<V, V>,
  defaultValues: DefaultValues<V>,
  send: (values: V) => Promise<void>,
) {
  const form = useForm<V>({
    resolver: zodResolver(schema) as Resolver<V>,
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
