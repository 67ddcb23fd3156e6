import type { FieldErrors } from '@quartermaster/contract/api/errors';

export type Values = Record<string, unknown>;

const isBlank = (value: unknown): boolean =>
  value === undefined ||
  value === null ||
  value === '' ||
  (Array.isArray(value) && value.length === 0) ||
  (typeof value === 'object' && Object.keys(value).length === 0);

/** Blanks are left out of a new record. */
export const createBody = (values: Values): Values =>
  Object.fromEntries(Object.entries(values).filter(([, value]) => !isBlank(value)));

const same = (one: unknown, other: unknown): boolean =>
  (isBlank(one) && isBlank(other)) || JSON.stringify(one) === JSON.stringify(other);

/** Lists and maps are emptied as such, anything else with null. */
const emptied = (value: unknown): unknown =>
  isBlank(value) && (typeof value !== 'object' || value === null) ? null : value;

/**
 * Only what differs from the record, and all of `together` when one of them does; what was emptied is null.
 */
export function changedBody(values: Values, record: Values, together: readonly string[] = []): Values {
  const differs = (name: string) => !same(values[name], record[name]);
  const isSent = (name: string) => differs(name) || (together.includes(name) && together.some(differs));
  return Object.fromEntries(
    Object.entries(values)
      .filter(([name]) => isSent(name))
      .map(([name, value]) => [name, emptied(value)]),
  );
}

/** What a person has changed of the values that a form began with. */
export const changedValues = (values: Values, before: Values): Values =>
  Object.fromEntries(Object.entries(values).filter(([name, value]) => !same(value, before[name])));

/** A field's name as a person reads it: 'registratorAccountId' is 'registrator account'. */
export const fieldWords = (name: string): string =>
  name
    .replace(/^(is|has)(?=[A-Z])|Id$/g, '')
    .replaceAll(/(?<=[a-z])[A-Z]/g, (letter) => ` ${letter}`)
    .toLowerCase();

interface NestedErrors {
  [name: string]: unknown;
}

/** The errors of a form by their path: `users.0.username`. */
export function flatErrors(errors: NestedErrors | readonly unknown[], path = ''): FieldErrors {
  const flat: FieldErrors = {};
  for (const [name, error] of Object.entries(errors)) {
    if (typeof error !== 'object' || error === null || name === 'ref') continue;
    const at = path === '' ? name : `${path}.${name}`;
    if ('message' in error && typeof error.message === 'string' && error.message !== '')
      flat[at] = error.message;
    // A list can have a fault of its own beside those of its elements.
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
