import type { FieldErrors } from '../api/errors.ts';
import { isSafeUsername } from './ssh-command.ts';

/** An SSH user of a server, possibly incomplete. */
export interface ServerUserDraft {
  /** The id of a stored user, whose secrets stay if an update leaves them out. */
  id?: string | undefined;
  username?: string | null | undefined;
  password?: string | null | undefined;
  isDefault: boolean;
}

const blank = (text: string | null | undefined): boolean => (text ?? '').trim() === '';
const unsafe =
  'Username may only hold letters, digits and the characters . _ @ + -, and not begin with @, + or -';

function listError(users: readonly ServerUserDraft[]): string | null {
  if (users.length === 0) return 'At least one user is required';
  const defaults = users.filter(({ isDefault }) => isDefault).length;
  if (defaults === 0) return 'At least one user must be marked as default';
  return defaults > 1 ? 'Only one user can be marked as default' : null;
}

/** Errors of the list (under `users`) and of each user (under `users.0.username`). */
export function serverUserErrors(users: readonly ServerUserDraft[]): FieldErrors {
  const errors: FieldErrors = {};
  const ofList = listError(users);
  if (ofList !== null) errors.users = ofList;
  users.forEach(({ id, username, password }, index) => {
    const report = (field: string, message: string) => {
      errors[`users.${index}.${field}`] = `User ${index + 1}: ${message}`;
    };
    if (blank(username)) report('username', 'Username is required');
    else if (!isSafeUsername((username ?? '').trim())) report('username', unsafe);
    if (blank(password) && (id === undefined || password !== undefined))
      report('password', 'Password is required');
  });
  return errors;
}
