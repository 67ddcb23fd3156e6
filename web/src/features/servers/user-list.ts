import type { FieldErrors } from '@quartermaster/contract/api/errors';

/** An SSH user as the form holds it. */
export interface UserValues {
  /** The id of a stored user. */
  id?: string;
  username: string;
  password: string;
  sshKey: string;
  isDefault: boolean;
}

export const newUser = (isDefault: boolean): UserValues => ({
  username: '',
  password: '',
  sshKey: '',
  isDefault,
});

/** Makes at most one user the default. */
export const withUser = (
  users: readonly UserValues[],
  index: number,
  change: Partial<UserValues>,
): UserValues[] =>
  users.map((user, place) => {
    if (place === index) return { ...user, ...change };
    return change.isDefault ? { ...user, isDefault: false } : user;
  });

/** Keeps at least one user; if the default is removed, the first one becomes it. */
export function withoutUser(users: readonly UserValues[], index: number): UserValues[] {
  if (users.length <= 1) return [...users];
  const left = users.filter((_, place) => place !== index);
  const becomesFirst = users[index]?.isDefault === true;
  return becomesFirst ? left.map((user, place) => ({ ...user, isDefault: place === 0 })) : left;
}

/** The messages of the users that are left, by the paths that they have then: `users.0.username`. */
export const messagesWithoutUser = (errors: FieldErrors, index: number): FieldErrors =>
  Object.fromEntries(
    Object.entries(errors).flatMap(([path, message]) => {
      const [, place, field] = /^users\.(\d+)\.(.+)$/.exec(path) ?? [];
      const at = Number(place);
      if (field === undefined || at === index) return [];
      return [[`users.${at > index ? at - 1 : at}.${field}`, message]];
    }),
  );

/** Users as they are sent: a key that was emptied is null, and one that was never set is left out. */
export const sentUsers = (users: readonly UserValues[], hadKey: (id: string) => boolean) =>
  users.map(({ sshKey, ...user }) => {
    if (sshKey !== '') return { ...user, sshKey };
    return user.id !== undefined && hadKey(user.id) ? { ...user, sshKey: null } : user;
  });
