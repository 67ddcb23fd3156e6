import type { Entity } from '@quartermaster/contract/api/entity';
import { isCredentials } from '@quartermaster/contract/api/fields';
import type { SentCredentials } from '@quartermaster/contract/catalog/credential-field';
import { v7 as uuid } from 'uuid';
import { isOtherProvider } from './provider-credentials.ts';
import type { Element } from './element-ids.ts';
import { elementSecrets } from './secret-paths.ts';

type Fields = Record<string, unknown>;

const given = (element: Fields): Fields =>
  Object.fromEntries(Object.entries(element).filter(([, value]) => value !== undefined));

/**
 * The sent list, in which each element inherits what it leaves out from the stored element with the same id, or else
 * the same username.
 */
export function completedElements(stored: readonly Element[], sent: readonly Fields[]): Element[] {
  const left = new Map(stored.map((element) => [element.id, element]));
  const claimed = new Set(sent.map(({ id }) => id));
  return sent.map((element) => {
    const found =
      left.get(String(element.id)) ??
      [...left.values()].find(({ id, username }) => !claimed.has(id) && username === element.username);
    if (found) left.delete(found.id);
    return { ...found, ...given(element), id: found?.id ?? uuid() };
  });
}

/**
 * The fields of a create or an update, completed inside credentials and lists with what the update leaves out. `read`
 * opens a field of the stored record, null if no key opens it; `before` is null for a new record.
 */
export function withMergedSecrets(
  { fields: definitions }: Entity,
  fields: Fields,
  before: Readonly<Fields> | null,
  read: (field: string) => unknown,
): Fields {
  const merged = { ...fields };
  for (const [name, definition] of Object.entries(definitions)) {
    const sent = fields[name];
    if (sent === undefined || sent === null) continue;
    if (definition.column === 'sealed')
      merged[name] = completedElements(((before && read(name)) ?? []) as Element[], sent as Fields[]);
    if (!isCredentials(definition) || !before) continue;
    const { of, describe } = definition;
    // Credentials do not carry over to another provider or type.
    const isMoved =
      of === 'provider'
        ? isOtherProvider((provider) => describe({ provider }), before[of], fields[of])
        : fields[of] !== undefined && fields[of] !== before[of];
    if (!isMoved) merged[name] = { ...(read(name) as SentCredentials | null), ...(sent as SentCredentials) };
    if (!isMoved && Object.keys(sent).length === 0) delete merged[name];
  }
  return merged;
}

/** The paths of the secrets in maps and lists that were sent; `merged` is what they became. */
export function touchedSecrets({ fields: definitions }: Entity, sent: Fields, merged: Fields): string[] {
  return Object.entries(definitions).flatMap(([name, definition]) => {
    const value = sent[name];
    if (value === undefined || value === null) return [];
    if (isCredentials(definition)) return Object.keys(value).map((key) => `${name}.${key}`);
    if (definition.column !== 'sealed') return [];
    const stored = (merged[name] ?? []) as Element[];
    return (value as Fields[]).flatMap((element, at) =>
      elementSecrets.flatMap((key) =>
        element[key] === undefined ? [] : [`${name}.${stored[at]?.id ?? ''}.${key}`],
      ),
    );
  });
}
