import { client } from '@quartermaster/contract/api/client';
import type { Challenge, User } from '@quartermaster/contract/auth/auth.schema';
import { create } from 'zustand';
import { ApiError, messageOf } from './error.ts';
import { type In, type Output, endSession, request, retryOffline, refreshAccess } from './request.ts';
import { queryClient } from './queries.ts';
import { forgetWorkspace, stayInWorkspace } from './workspace.ts';
import { clearTokens, hasTokens, isExpired, onTokens, readTokens, storeTokens, subjectOf } from './tokens.ts';

type Status =
  | { is: 'loading' }
  | { is: 'authenticated'; user: User }
  /** `left`: the user signed out, so there is no page to return to. */
  | { is: 'logged out'; left: boolean };

export interface Session {
  status: Status;
  /** The error of the latest sign-in or registration, until a field is edited. */
  error: string | null;
  /** The server refused a registration without the right setup code. */
  needsSetupCode: boolean;
  /** A sign-in that waits for a second factor. */
  challenge: Challenge | null;
  /** The person registered a moment ago, in this tab. */
  isNew: boolean;
}

export const useSession = create<Session>(() => ({
  status: { is: 'loading' },
  error: null,
  needsSetupCode: false,
  challenge: null,
  isNew: false,
}));
const become = useSession.setState;

/** The user id in the access token. */
let subject: unknown;

function enter(user: User): void {
  subject = subjectOf(readTokens().access);
  stayInWorkspace(user.defaultWorkspaceId);
  become({ status: { is: 'authenticated', user }, error: null, needsSetupCode: false, challenge: null });
}

function leave(left: boolean): void {
  subject = undefined;
  become({ status: { is: 'logged out', left }, isNew: false });
  forgetWorkspace();
  queryClient.clear();
}

/** The key of a session's refresh token whose logout did not reach the server. */
const leftKey = 'leftSession';

async function endLeftSession(): Promise<void> {
  const left = localStorage.getItem(leftKey);
  if (left === null) return;
  await endSession(left);
  localStorage.removeItem(leftKey);
}

/** Restores the session from the stored tokens. */
export async function startSession(): Promise<void> {
  void endLeftSession().catch(() => undefined);
  if (!hasTokens()) return leave(false);
  become({ status: { is: 'loading' } });
  try {
    const { access } = readTokens();
    if (isExpired(access)) await refreshAccess(access);
    enter((await retryOffline(() => request(client.auth.me))).user);
  } catch {
    clearTokens();
    if (useSession.getState().status.is !== 'logged out') leave(false);
  }
}

onTokens(() => {
  const { is } = useSession.getState().status;
  if (!hasTokens()) {
    if (is !== 'logged out') leave(false);
  } else if (is === 'logged out') void startSession();
  else if (is === 'authenticated' && subjectOf(readTokens().access) !== subject) {
    forgetWorkspace();
    queryClient.clear();
    void startSession();
  }
});

type Credentials = In<typeof client.auth.login, 'body'>;
type Registration = In<typeof client.auth.register, 'body'>;

async function signInWith(
  send: () => Promise<Output<typeof client.auth.login>>,
  failure: string,
): Promise<void> {
  become({ error: null });
  try {
    const answer = await send();
    if ('challenge' in answer) return become({ challenge: answer.challenge });
    const { user, tokens } = answer;
    // Set first: otherwise the new tokens would look like a sign-in in another tab.
    become({ status: { is: 'loading' } });
    storeTokens(tokens);
    enter(user);
  } catch (error) {
    become({
      error: messageOf(error, failure),
      ...(error instanceof ApiError && error.details?.setupCode === true && { needsSetupCode: true }),
      ...(error instanceof ApiError && error.details?.challenge === 'ended' && { challenge: null }),
    });
  }
}

export const signIn = (body: Credentials) =>
  signInWith(() => request(client.auth.login, { body }), 'Login failed');
export const signUp = (body: Registration) =>
  signInWith(async () => {
    const answer = await request(client.auth.register, { body });
    become({ isNew: true });
    return answer;
  }, 'Registration failed');

/** Completes a sign-in with an app code or a recovery code. */
export const finishSignIn = (body: In<typeof client.factors.second, 'body'>) =>
  signInWith(() => request(client.factors.second, { body }), 'Login failed');
export const signInByPasskey = () =>
  signInWith(async () => {
    const { answerOfPasskey } = await import('./passkey.ts');
    return request(client.passkeys.signIn, { body: { response: await answerOfPasskey() } });
  }, 'Login failed');
export const signInByProvider = (body: In<typeof client.oidc.finish, 'body'>) =>
  signInWith(() => request(client.oidc.finish, { body }), 'Login failed');
/** Shows an error from before a request was sent. */
export const showSignInError = (error: unknown) => become({ error: messageOf(error, 'Login failed') });
export const leaveChallenge = () => become({ challenge: null, error: null });

/** Updates the user after a change of their account. */
export function userChanged(user: User): void {
  become({ status: { is: 'authenticated', user } });
}

export function clearSessionError(): void {
  if (useSession.getState().error !== null) become({ error: null });
}

export async function signOut(): Promise<void> {
  const { refresh } = readTokens();
  await request(client.auth.logout).catch(() => {
    const left = readTokens().refresh ?? refresh;
    if (left !== null) localStorage.setItem(leftKey, left);
  });
  leave(true);
  clearTokens();
}
