import type { CredentialFields } from '../catalog/credential-field.ts';
import { limits } from './limits.ts';

/** Whether a credential is secret: its type is `password`, or its provider or registrator type does not describe it. */
export const isSecretCredential = (fields: CredentialFields | null, name: string): boolean =>
  fields === null || !Object.hasOwn(fields, name) || fields[name]?.type === 'password';

/** An answer without secrets lists the paths of those that are set. */
export interface WithoutSecrets {
  secretFields?: readonly string[] | undefined;
}

/** Whether a secret is set, in a request or in an answer with or without secrets. */
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

/** This many reveals by one person within this many minutes are an audit event. */
export const alarm = { reveals: limits.revealAlarm, minutes: limits.revealAlarmMinutes };
