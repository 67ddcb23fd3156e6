import type { WithoutSecrets } from '@quartermaster/contract/rules/secrets';

/**
 * Stands in a form's values for a secret that is stored and was not loaded. It counts as filled, and is never sent: what is
 * left out stays. A private-use character, which no secret that a person types begins with.
 */
export const keptSecret = '\uE000kept';

type Values = Record<string, unknown>;

const isObject = (value: unknown): value is Values => typeof value === 'object' && value !== null;

/** A copy of a value with `keptSecret` at a path; an element of a list is found by its id. */
function keptAt(value: unknown, path: readonly string[]): unknown {
  const [step, ...rest] = path;
  if (step === undefined) return keptSecret;
  if (Array.isArray(value))
    return value.map((each: unknown) => (isObject(each) && each['id'] === step ? keptAt(each, rest) : each));
  const map = isObject(value) ? value : {};
  return { ...map, [step]: keptAt(map[step], rest) };
}

/** The name of a credential may hold dots itself. */
function stepsOf(path: string): string[] {
  const [field = '', ...rest] = path.split('.');
  return field === 'apiCredentials' ? [field, rest.join('.')] : [field, ...rest];
}

/** A record as a form begins with it: what it does not know of its secrets is kept. */
export const withKept = <T extends object>(record: T): T =>
  ((record as WithoutSecrets).secretFields ?? []).reduce<unknown>(
    (kept, path) => keptAt(kept, stepsOf(path)),
    record,
  ) as T;

/** What is sent of a form's values: secrets that are kept are left out. */
export function withoutKept<T>(value: T): T {
  if (Array.isArray(value)) return value.map(withoutKept) as T;
  if (!isObject(value)) return value;
  const entries = Object.entries(value).filter(([, part]) => part !== keptSecret);
  return Object.fromEntries(entries.map(([name, part]) => [name, withoutKept(part)])) as T;
}

/** Credentials are merged by name: one that the form no longer has is sent as null. */
export function withCleared(body: Values, before: Values): Values {
  const [now, then] = [body['apiCredentials'], before['apiCredentials']];
  // Those of another type replace what was there.
  if (!isObject(now) || !isObject(then) || 'registratorTypeId' in body) return body;
  const cleared = Object.keys(then).flatMap((name) => (Object.hasOwn(now, name) ? [] : [[name, null]]));
  return { ...body, apiCredentials: { ...now, ...(Object.fromEntries(cleared) as Values) } };
}
