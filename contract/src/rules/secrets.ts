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

/** The element in a path such as `users.<id>.password`; null for other paths. */
export const elementOf = (path: string): string | null => /^users\.([^.]+)\./.exec(path)?.[1] ?? null;

/** Names of fields that are no words, as people read them. */
const words: Readonly<Record<string, string>> = { sshKey: 'SSH key', secureNote: 'secure note' };

/** What a person reads in place of a secret's path: 'password', 'password of root', 'API credential apiSecret'. */
export function secretWords(path: string, userName: string | undefined): string {
  const [column = '', ...rest] = path.split('.');
  if (column === 'apiCredentials') return `API credential ${rest.join('.')}`;
  const name = rest.at(-1) ?? column;
  const word = words[name] ?? name;
  return elementOf(path) === null ? word : `${word} of ${userName ?? 'a removed user'}`;
}

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
