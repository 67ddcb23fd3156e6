import type { Entity } from '@quartermaster/contract/api/entity';
import { isCredentials } from '@quartermaster/contract/api/fields';
import type { SentCredentials } from '@quartermaster/contract/catalog/credential-field';
import { isSecretCredential } from '@quartermaster/contract/rules/secrets';
import type { Owner } from '../../access/owner.ts';

type Decoded = Readonly<Record<string, unknown>>;

/** The secret parts of an element of a sealed list. */
export const elementSecrets = ['password', 'sshKey'] as const;

/** The query parameter that chooses the shape of an answer. */
export interface AnswerShape {
  secrets?: 'omit' | undefined;
}

/** The owner without the right to secrets, if the query asks for that. */
export const answeringOwner = (owner: Owner, { secrets }: AnswerShape): Owner =>
  secrets === 'omit' ? { ...owner, secrets: false } : owner;

/** Calls `visit` for every secret that is set, and puts what it returns in the secret's place. */
function visitSecrets(
  entity: Entity,
  record: Decoded,
  visit: (path: string, value: string) => string | null,
): Record<string, unknown> {
  const visited: Record<string, unknown> = { ...record };
  const at = (path: string, value: unknown): unknown =>
    value === null || value === undefined ? value : visit(path, value as string);
  for (const [field, definition] of Object.entries(entity.fields)) {
    const value = record[field];
    if (value === null || value === undefined) continue;
    if (definition.column === 'secret') visited[field] = at(field, value);
    else if (isCredentials(definition)) {
      const described = definition.describe(record);
      visited[field] = Object.fromEntries(
        Object.entries(value as SentCredentials).map(([name, each]) => [
          name,
          isSecretCredential(described, name) ? at(`${field}.${name}`, each) : each,
        ]),
      );
    } else if (definition.column === 'sealed')
      visited[field] = (value as Record<string, unknown>[]).map((element) => ({
        ...element,
        ...Object.fromEntries(
          elementSecrets.map((name) => [name, at(`${field}.${String(element.id)}.${name}`, element[name])]),
        ),
      }));
  }
  return visited;
}

/** The record with null in place of secrets, and the paths of those that are set. */
export function withoutSecrets(entity: Entity, record: Decoded): Record<string, unknown> {
  const secretFields: string[] = [];
  const shown = visitSecrets(entity, record, (path) => {
    secretFields.push(path);
    return null;
  });
  return { ...shown, secretFields };
}

/** The secrets of a record that are set, by their paths. */
export function secretsOf(entity: Entity, record: Decoded): Map<string, string> {
  const found = new Map<string, string>();
  visitSecrets(entity, record, (path, value) => {
    found.set(path, value);
    return value;
  });
  return found;
}

/** Whether a path could lead to a secret of this record, set or not. */
export function isSecretPath(entity: Entity, record: Decoded, path: string): boolean {
  const [field = '', ...rest] = path.split('.');
  const definition = Object.hasOwn(entity.fields, field) ? entity.fields[field] : undefined;
  if (definition?.column === 'secret') return rest.length === 0;
  if (definition && isCredentials(definition))
    return rest.length > 0 && isSecretCredential(definition.describe(record), rest.join('.'));
  return (
    definition?.column === 'sealed' && rest.length === 2 && elementSecrets.some((name) => name === rest[1])
  );
}
