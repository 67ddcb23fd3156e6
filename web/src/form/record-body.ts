import { type Values, filled, isBlank, same } from '@quartermaster/contract/rules/same';
import type { FieldErrors } from '@quartermaster/contract/api/errors';

/** Omits blank values from a new record. */
export const createBody = (values: Values): Values => filled(values) as Values;

/** Empty lists and maps are sent as such, other blanks as null. */
const emptied = (value: unknown): unknown =>
  isBlank(value) && (typeof value !== 'object' || value === null) ? null : value;

/**
 * Only values that differ from the record, and all of those that are sent together if one of them does; emptied ones
 * are null.
 */
export function changedBody(
  values: Values,
  record: Values,
  sentTogether: readonly (readonly string[])[] = [],
): Values {
  const differs = (name: string) => !same(values[name], record[name]);
  const isSent = (name: string) =>
    differs(name) || sentTogether.some((names) => names.includes(name) && names.some(differs));
  return Object.fromEntries(
    Object.entries(values)
      .filter(([name]) => isSent(name))
      .map(([name, value]) => [name, emptied(value)]),
  );
}

/** The values that differ from the initial ones. */
export const changedValues = (values: Values, before: Values): Values =>
  Object.fromEntries(Object.entries(values).filter(([name, value]) => !same(value, before[name])));

interface NestedErrors {
  [name: string]: unknown;
}

/** A form's messages by path: `users.0.username`. */
export function flatErrors(errors: NestedErrors | readonly unknown[], path = ''): FieldErrors {
  const flat: FieldErrors = {};
  for (const [name, error] of Object.entries(errors)) {
    if (typeof error !== 'object' || error === null || name === 'ref') continue;
    const at = path === '' ? name : `${path}.${name}`;
    if ('message' in error && typeof error.message === 'string' && error.message !== '')
      flat[at] = error.message;
    // A list can have an error of its own besides those of its items.
    Object.assign(flat, flatErrors(error as NestedErrors, at));
  }
  return flat;
}

/** Of `{'users.0.name': …}` below `users`: `{'0.name': …}`. */
export const errorsBelow = (errors: FieldErrors, path: string): FieldErrors =>
  Object.fromEntries(
    Object.entries(errors).flatMap(([name, message]) =>
      name.startsWith(`${path}.`) ? [[name.slice(path.length + 1), message]] : [],
    ),
  );
