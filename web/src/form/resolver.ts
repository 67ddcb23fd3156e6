import type { FieldErrors as Messages } from '@quartermaster/contract/api/errors';
import { type FieldErrors, type FieldValues, type Resolver, set as setPath } from 'react-hook-form';
import { pointerUp } from './pointer-up.ts';

/** A resolver from a check that returns messages by the path of their field: `users.0.username`. */
export const resolverOf =
  <V extends FieldValues>(check: (values: V) => Messages): Resolver<V> =>
  async (values) => {
    await pointerUp();
    const errors: FieldErrors<V> = {};
    for (const [path, message] of Object.entries(check(values)))
      setPath(errors, path, { type: 'rule', message });
    return Object.keys(errors).length > 0 ? { values: {}, errors } : { values, errors: {} };
  };
