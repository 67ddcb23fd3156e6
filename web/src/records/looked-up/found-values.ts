import type { MismatchField } from '@quartermaster/contract/mismatches/mismatches.routes';

/** The fields that are compared with answers of DNS; the others are compared with those of registries. */
export const dnsFields: readonly MismatchField[] = ['server', 'cdn'];

/** What was found in these fields, on buttons and in messages. */
export const valueNoun = (fields: readonly MismatchField[]): string =>
  fields.some((field) => dnsFields.includes(field)) ? 'found value' : 'registry value';
