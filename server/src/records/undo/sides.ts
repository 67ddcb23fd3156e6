import { type Field, isCredentials } from '@quartermaster/contract/api/fields';
import type { Values } from '@quartermaster/contract/rules/same';
import type { Owner } from '../../access/owner.ts';
import type { OwnedTableName } from '../../db/schema.ts';
import { isSealed } from '../kinds/codec.ts';
import { decodeColumn } from '../kinds/decode-column.ts';
import { entityOf } from '../kinds/entities.ts';
import type { Row } from '../kinds/row.ts';
import { elementSecrets } from '../kinds/secret-paths.ts';
import type { Origins } from './origins.ts';

/** Stands for a secret where records are compared. */
class Token {
  readonly path: string;
  readonly origin: string;

  constructor(path: string, origin: string) {
    this.path = path;
    this.origin = origin;
  }

  toJSON(): string {
    return `secret ${this.path} ${this.origin}`;
  }
}

export const isToken = (value: unknown): value is Token => value instanceof Token;

type OriginAt = (path: string) => string | undefined;

const isSet = (value: unknown): boolean => typeof value === 'string' && value !== '';

/** Replaces what is secret in a field's value; `forgotten` secrets are there although their values are not. */
function mapSecrets(
  field: string,
  definition: Field,
  value: unknown,
  forgotten: readonly string[],
  replace: (path: string, value: unknown) => unknown,
): unknown {
  const isThere = (path: string, each: unknown) => isSet(each) || isToken(each) || forgotten.includes(path);
  const at = (path: string, each: unknown) => (isThere(path, each) ? replace(path, each) : (each ?? null));
  if (definition.column === 'secret') return at(field, value);
  if (isCredentials(definition)) {
    const lost = forgotten.flatMap((path) =>
      path.startsWith(`${field}.`) ? [path.slice(field.length + 1)] : [],
    );
    const map = (value ?? {}) as Values;
    const names = new Set([...Object.keys(map), ...lost]);
    return Object.fromEntries([...names].map((name) => [name, at(`${field}.${name}`, map[name])]));
  }
  if (definition.column === 'sealed')
    return ((value ?? []) as Values[]).map((element) => ({
      ...element,
      ...Object.fromEntries(
        elementSecrets.map((name) => [name, at(`${field}.${String(element['id'])}.${name}`, element[name])]),
      ),
    }));
  return value;
}

/** A record at three times, with tokens for its secrets, and the values that these stand for. */
export class Sides {
  readonly #owner: Owner;
  readonly #table: OwnedTableName;
  readonly #recordId: string;
  readonly #values = new Map<string, unknown>();

  constructor(owner: Owner, table: OwnedTableName, recordId: string) {
    this.#owner = owner;
    this.#table = table;
    this.#recordId = recordId;
  }

  /** These fields of a row; throws UnsealError if no key opens one. */
  read(row: Row, fields: readonly string[], origin: OriginAt, forgotten: readonly string[] = []): Values {
    return Object.fromEntries(
      fields.map((field) => {
        const definition = entityOf[this.#table].fields[field] as Field;
        const stored = row[field] ?? null;
        const value =
          stored === null && isSealed(definition.column)
            ? null
            : decodeColumn(this.#owner.sealer, this.#table, this.#recordId, field, definition.column, stored);
        const lost = forgotten.filter((path) => origin(path) !== undefined);
        return [
          field,
          mapSecrets(field, definition, value, lost, (path, each) => {
            // Others read what an undo did, so it must not reveal to anybody whether two values are equal.
            const token = new Token(path, origin(path) ?? 'unknown');
            if (isSet(each)) this.#values.set(token.toJSON(), each);
            return token;
          }),
        ];
      }),
    );
  }

  /** The fields with the values of their secrets, and the paths of those whose values left the history. */
  open(fields: Values): { fields: Values; lost: string[] } {
    const lost: string[] = [];
    const opened = Object.entries(fields).map(([field, value]) => {
      const definition = entityOf[this.#table].fields[field] as Field;
      const open = (path: string, each: unknown) => {
        const key = isToken(each) ? each.toJSON() : '';
        if (!this.#values.has(key)) lost.push(path);
        return this.#values.get(key) ?? null;
      };
      return [field, mapSecrets(field, definition, value, [], open)];
    });
    return { fields: Object.fromEntries(opened) as Values, lost };
  }
}

/** The paths of the secrets that differ between two states of a field. */
export function touchedIn(now: unknown, next: unknown): string[] {
  const tokens = (value: unknown): Token[] => {
    if (isToken(value)) return [value];
    return typeof value === 'object' && value !== null ? Object.values(value).flatMap(tokens) : [];
  };
  const of = (value: unknown) => new Map(tokens(value).map((token) => [token.path, token.origin]));
  const [had, has] = [of(now), of(next)];
  return [...new Set([...had.keys(), ...has.keys()])].filter((path) => had.get(path) !== has.get(path));
}

/** Where the origins of a record's secrets are unknown, nothing has changed them. */
export const originAt =
  (origins: Origins | undefined, when: (origins: Origins) => OriginAt): OriginAt =>
  (path) =>
    origins ? when(origins)(path) : 'start';
