export type Words = Record<string, string>;

/** Every value stays the text that it is; the router's own codec would turn `?search=123` into a number. */
export const parseSearch = (search: string): Words => Object.fromEntries(new URLSearchParams(search));

type Scalar = string | number | boolean | null | undefined;

/** `?a=b`, or nothing; values that are absent or blank are left out. */
export function stringifySearch(search: object): string {
  const params = new URLSearchParams();
  for (const [name, value] of Object.entries(search as Record<string, Scalar>))
    if (value !== undefined && value !== null && value !== '') params.set(name, String(value));
  return params.size > 0 ? `?${params}` : '';
}

/** Each page reads its own words from the address and passes over the others. */
export const validateWords = (search: Record<string, unknown>): Words =>
  Object.fromEntries(
    Object.entries(search).filter((entry): entry is [string, string] => typeof entry[1] === 'string'),
  );

/** A way back inside this application: a path, never another host. */
export const safePath = (path: unknown): string =>
  typeof path === 'string' && /^\/(?![/\\])/.test(path) && !path.startsWith('/login') ? path : '/';

/** What the sign-in has to know to lead back to `href`. */
export const signInSearch = (href: string): Words => (safePath(href) === '/' ? {} : { from: href });
