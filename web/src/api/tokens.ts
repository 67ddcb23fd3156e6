import { createStore } from 'zustand';

const keys = { access: 'accessToken', refresh: 'refreshToken' } as const;

/** Tokens are in local storage, so that all tabs share a sign-in; another tab may just have replaced them. */
export const readTokens = () => ({
  access: localStorage.getItem(keys.access),
  refresh: localStorage.getItem(keys.refresh),
});

export const hasTokens = (): boolean => readTokens().refresh !== null || readTokens().access !== null;

const store = createStore(readTokens);
const changed = () => store.setState(readTokens());

/** Calls back on every change, made here or in another tab. */
export const onTokens = (listener: () => void): (() => void) => store.subscribe(listener);

export function storeTokens(tokens: { accessToken: string; refreshToken?: string | undefined }): void {
  localStorage.setItem(keys.access, tokens.accessToken);
  if (tokens.refreshToken) localStorage.setItem(keys.refresh, tokens.refreshToken);
  changed();
}

export function clearTokens(): void {
  if (!hasTokens()) return;
  // In this order: a missing access token with a refresh token looks like a sign-in in another tab.
  localStorage.removeItem(keys.refresh);
  localStorage.removeItem(keys.access);
  changed();
}

window.addEventListener('storage', ({ key }) => {
  if (key === null || key === keys.access || key === keys.refresh) changed();
});

function claims(token: string | null): Record<string, unknown> {
  try {
    const part = (token ?? '').split('.')[1] ?? '';
    return JSON.parse(atob(part.replaceAll('-', '+').replaceAll('_', '/'))) as Record<string, unknown>;
  } catch {
    return {};
  }
}

/** A token without an expiry counts as expired. */
export function isExpired(token: string | null): boolean {
  const { exp } = claims(token);
  return typeof exp !== 'number' || exp * 1000 <= Date.now();
}

/** The user id in a token. */
export const subjectOf = (token: string | null): unknown => claims(token).sub;
