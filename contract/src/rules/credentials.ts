import {
  type CredentialFields,
  type Credentials,
  type SentCredentials,
  credentialTypes,
} from '../catalog/credential-field.ts';
import type { FieldErrors } from '../api/errors.ts';
import { isEmail, isWebUrl } from './formats.ts';
import { limits } from './limits.ts';

/** Own properties only: a field may be called `constructor`. */
const valueOf = (values: Credentials, name: string): string =>
  Object.hasOwn(values, name) ? (values[name] ?? '').trim() : '';

const filled = (value: string | null | undefined): boolean => (value ?? '').trim() !== '';

/** The credentials without blank ones. */
export const filledCredentials = (values: SentCredentials | null | undefined): Credentials =>
  Object.fromEntries(
    Object.entries(values ?? {}).flatMap(([name, value]) => (filled(value) ? [[name, value ?? '']] : [])),
  );

/** The names of the credentials that are set in an answer, in which secret ones are null. */
export const namesSet = (values: SentCredentials | null | undefined): string[] =>
  Object.entries(values ?? {}).flatMap(([name, value]) => (value === null || filled(value) ? [name] : []));

export const missingFields = (
  fields: CredentialFields,
  values: Credentials,
): [name: string, label: string][] =>
  Object.entries(fields)
    .filter(([name, field]) => field.required && valueOf(values, name) === '')
    .map(([name, field]) => [name, field.label]);

/** The error of each credential, by field name. */
export function credentialErrors(fields: CredentialFields, values: Credentials): FieldErrors {
  const errors: FieldErrors = {};
  for (const [name, label] of missingFields(fields, values)) errors[name] = `${label} is required`;
  for (const [name, { label, type }] of Object.entries(fields)) {
    const value = valueOf(values, name);
    if (value === '') continue;
    if (type === 'email' && !isEmail(value)) errors[name] = `${label} must be a valid email`;
    if (type === 'url' && !isWebUrl(value)) errors[name] = `${label} must be a valid URL`;
  }
  return errors;
}

/** Prefixes the keys with the field of the map: `apiKey` becomes `apiCredentials.apiKey`. */
export const below = (path: string, errors: FieldErrors): FieldErrors =>
  Object.fromEntries(Object.entries(errors).map(([name, message]) => [`${path}.${name}`, message]));

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** `text` is a former name of `string`. */
const typeOf = (value: unknown): unknown => (value === 'text' ? 'string' : value);
const isType = (value: unknown): value is (typeof credentialTypes)[number] =>
  (credentialTypes as readonly unknown[]).includes(value);

/** The error in the definition of each API field, by field name. */
export function apiFieldErrors(apiFields: Record<string, unknown>): FieldErrors {
  const errors: FieldErrors = {};
  for (const [name, field] of Object.entries(apiFields)) {
    if (!isObject(field)) errors[name] = `Field "${name}" must be an object`;
    else if ([field.label, field.placeholder, field.description].some(isTooLong)) errors[name] = unfit(name);
    else if (typeof field.label !== 'string' || field.label.trim() === '')
      errors[name] = `Field "${name}" must have a label`;
    else if (!isType(typeOf(field.type)))
      errors[name] = `Field "${name}" must have a valid type (${credentialTypes.join(', ')})`;
    else if (typeof field.required !== 'boolean') errors[name] = `Field "${name}" must have a required flag`;
    else if (!isOptionalFlag(field.readable))
      errors[name] = `Field "${name}" must have readable as true or false`;
    else if ([field.label, field.placeholder, field.description].some(isUnfit)) errors[name] = unfit(name);
  }
  return errors;
}

const isOptionalFlag = (value: unknown): boolean =>
  value === undefined || value === null || typeof value === 'boolean';

const unfit = (name: string): string =>
  `Field "${name}" must have texts of at most ${limits.apiFieldText} characters`;

const isTooLong = (text: unknown): boolean => typeof text === 'string' && text.length > limits.apiFieldText;

const isUnfit = (text: unknown): boolean =>
  text !== undefined &&
  text !== null &&
  (typeof text !== 'string' ||
    text.length > limits.apiFieldText ||
    text.includes('\0') ||
    !text.isWellFormed());

/** The API fields as stored. Call it only if `apiFieldErrors` found no error. */
export function readApiFields(apiFields: Record<string, unknown>): CredentialFields {
  const fields: CredentialFields = {};
  for (const [name, field] of Object.entries(apiFields)) {
    if (!isObject(field)) continue;
    const type = typeOf(field.type);
    const text = (value: unknown) => (typeof value === 'string' ? value.trim() : '');
    fields[name] = {
      label: text(field.label),
      type: isType(type) ? type : 'string',
      required: field.required === true,
      ...(text(field.placeholder) && { placeholder: text(field.placeholder) }),
      ...(text(field.description) && { description: text(field.description) }),
      ...(field.readable === true && type !== 'password' && { readable: true }),
    };
  }
  return fields;
}
