import { useSession } from '../api/session.ts';

/** The values of a form that was left; in memory only, because they may contain secrets. */
interface Draft {
  key: string;
  values: object;
}

let wanted: Draft | undefined;

/** The next form with this key starts from these values. */
export const wantDraft = (key: string, values: object): void => {
  wanted = { key, values };
};

export const draftFor = (key: string): object | undefined =>
  wanted?.key === key ? wanted.values : undefined;

export const forgetDraft = (): void => {
  wanted = undefined;
};

const userOf = ({ status }: ReturnType<typeof useSession.getState>) =>
  status.is === 'authenticated' ? status.user.id : undefined;

let owner = userOf(useSession.getState());

// A different person may sign in next.
useSession.subscribe((session) => {
  const user = userOf(session);
  if (user === undefined) return;
  if (user !== owner) forgetDraft();
  owner = user;
});
