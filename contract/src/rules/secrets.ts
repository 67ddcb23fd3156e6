import type { CredentialFields } from '../catalog/credential-field.ts';
import { limits } from './limits.ts';

/**
 * Whether a credential is a secret: one of the type `password`, and one that its provider or registrator type does not
 * describe.
 */
export const isSecretCredential = (fields: CredentialFields | null, name: string): boolean =>
  fields === null || !Object.hasOwn(fields, name) || fields[name]?.type === 'password';

/** A record in an answer without secrets names those that are set. */
export interface WithoutSecrets {
  secretFields?: readonly string[] | undefined;
}

/** Whether a secret is set in an answer of either shape, or in what is about to be sent. */
export const isSet = (
  value: string | null | undefined,
  { secretFields = [] }: WithoutSecrets,
  path: string,
): boolean => (value ?? '').trim() !== '' || secretFields.includes(path);

/** How a secret left the server. */
export const waysOut = {
  reveal: 'Revealed',
  copy: 'Copied',
  list: 'Listed',
  record: 'Read with its record',
} as const satisfies Record<string, string>;
export type WayOut = keyof typeof waysOut;

/** So many reveals by one person in so many minutes are an event of the audit. */
export const alarm = { reveals: limits.revealAlarm, minutes: limits.revealAlarmMinutes };
