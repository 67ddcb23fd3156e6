export type SearchParams = Record<string, string>;

/** Keeps every value as text; the router's default codec would turn `?search=123` into a number. */
export const parseSearch = (search: string): SearchParams => Object.fromEntries(new URLSearchParams(search));

type Scalar = string | number | boolean | null | undefined;

/** `?a=b`, or ''; omits absent and blank values. */
export function stringifySearch(search: object): string {
  const params = new URLSearchParams();
  for (const [name, value] of Object.entries(search as Record<string, Scalar>))
    if (value !== undefined && value !== null && value !== '') params.set(name, String(value));
  return params.size > 0 ? `?${params}` : '';
}

/** Each page reads its own parameters and ignores others. */
export const validateWords = (search: Record<string, unknown>): SearchParams =>
  Object.fromEntries(
    Object.entries(search).filter((entry): entry is [string, string] => typeof entry[1] === 'string'),
  );

/** A path within this application to return to, never another host. */
export const safePath = (path: unknown): string =>
  typeof path === 'string' && /^\/(?![/\\])/.test(path) && !path.startsWith('/login') ? path : '/';

/** Search parameters that make the sign-in page return to `href`. */
export const signInSearch = (href: string): SearchParams => (safePath(href) === '/' ? {} : { from: href });
