import type { WithoutSecrets } from '@quartermaster/contract/rules/secrets';

/**
 * Stands in a form for a stored secret that was not loaded. It counts as filled and is never sent: the server keeps
 * what an update leaves out. Begins with a private-use character, which no typed secret does.
 */
export const keptSecret = '\uE000kept';

type Values = Record<string, unknown>;

const isObject = (value: unknown): value is Values => typeof value === 'object' && value !== null;

/** A copy of a value with `keptSecret` at a path; elements of a list are found by id. */
function keptAt(value: unknown, path: readonly string[]): unknown {
  const [step, ...rest] = path;
  if (step === undefined) return keptSecret;
  if (Array.isArray(value))
    return value.map((each: unknown) => (isObject(each) && each['id'] === step ? keptAt(each, rest) : each));
  const map = isObject(value) ? value : {};
  return { ...map, [step]: keptAt(map[step], rest) };
}

/** A credential's name may contain dots. */
function stepsOf(path: string): string[] {
  const [field = '', ...rest] = path.split('.');
  return field === 'apiCredentials' ? [field, rest.join('.')] : [field, ...rest];
}

/** A record as a form starts with it: `keptSecret` in place of its secrets. */
export const withKept = <T extends object>(record: T): T =>
  ((record as WithoutSecrets).secretFields ?? []).reduce<unknown>(
    (kept, path) => keptAt(kept, stepsOf(path)),
    record,
  ) as T;

/** The form's values without kept secrets. */
export function withoutKept<T>(value: T): T {
  if (Array.isArray(value)) return value.map(withoutKept) as T;
  if (!isObject(value)) return value;
  const entries = Object.entries(value).filter(([, part]) => part !== keptSecret);
  return Object.fromEntries(entries.map(([name, part]) => [name, withoutKept(part)])) as T;
}

/** Credentials are merged by name, so a removed one is sent as null. */
export function withCleared(body: Values, before: Values): Values {
  const [now, then] = [body['apiCredentials'], before['apiCredentials']];
  // Credentials of another type replace the stored ones.
  if (!isObject(now) || !isObject(then) || 'registratorTypeId' in body) return body;
  const cleared = Object.keys(then).flatMap((name) => (Object.hasOwn(now, name) ? [] : [[name, null]]));
  return { ...body, apiCredentials: { ...now, ...(Object.fromEntries(cleared) as Values) } };
}
