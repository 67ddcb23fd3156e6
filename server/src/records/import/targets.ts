import { shownName } from '@quartermaster/contract/api/entity';
import { type Column, type Field, isReference } from '@quartermaster/contract/api/fields';
import type { TextPath } from '@quartermaster/contract/api/kind';
import { columnName } from '@quartermaster/contract/imports/column-name';
import { headerWords } from '@quartermaster/contract/imports/header-words';
import { fieldLabel } from '@quartermaster/contract/rules/field-label';
import type { OwnedTableName } from '../../db/schema.ts';
import { dates } from '../kinds/date-element.ts';
import { entityOf } from '../kinds/entities.ts';

/** What a column of a file can become: a field of the record, or of one that it refers to. */
export interface ColumnTarget {
  /** 'expirationDate', 'registratorAccount.emailAccount.email', 'users.username', 'tags', 'tag:client'. */
  path: string;
  label: string;
  /** The path of the reference to the record that has the field; '' for the row's own. */
  at: string;
  table: OwnedTableName;
  field: string;
  /** The key in an element of a list, or of a map. */
  element: string | null;
  column: Column;
  secret: boolean;
  required: boolean;
  /** Whether a row needs it: it is required, and so is the record that it leads into. */
  isNeeded: boolean;
}

const elementSecrets = ['password', 'sshKey'];
const elements = ['username', 'password', 'sshKey'];

const isSealed = (column: Column): boolean => column.startsWith('secret');
const isRequired = (field: Field): boolean =>
  !('initial' in field) && !field.rule.safeParse(undefined).success;
export const pathsOf = (path: TextPath | undefined): string[] =>
  path === undefined ? [] : typeof path === 'string' ? [path] : [path.host, path.port];

const identities = new Map<OwnedTableName, readonly string[]>();

/** By which paths a record is recognised: those of its unique fields, with those of the records among them. */
export function identityOf(table: OwnedTableName): readonly string[] {
  const known = identities.get(table);
  if (known) return known;
  const { unique, fields } = entityOf[table];
  const paths = unique.fields.flatMap((name) => {
    const field = fields[name];
    if (!field || !isReference(field)) return [name];
    return identityOf(field.to.table as OwnedTableName).map((path) => `${shownName(name)}.${path}`);
  });
  identities.set(table, paths);
  return paths;
}

/** Whether a record that is created on the way needs this field, or is told apart by it. A note it can do without. */
function isNested(table: OwnedTableName, name: string, field: Field): boolean {
  const { unique, name: naming, detail } = entityOf[table];
  const known = [...unique.fields, ...pathsOf(naming), ...pathsOf(detail), 'isGoogleLogin'];
  return known.includes(name) || isRequired(field) || (field.column === 'secret' && name !== 'secureNote');
}

function own(table: OwnedTableName, at: string, label: string, isReached = true): ColumnTarget[] {
  const { fields, fieldLabels } = entityOf[table];
  const prefix = at === '' ? '' : `${at}.`;
  return Object.entries(fields).flatMap(([name, field]): ColumnTarget[] => {
    const named = (path: string) => [label, fieldLabel(fieldLabels, path)].filter(Boolean).join(' › ');
    const called = named(name);
    const target = (element: string | null, more: Partial<ColumnTarget> = {}): ColumnTarget => ({
      path: prefix + name,
      label: called,
      at,
      table,
      field: name,
      element,
      column: field.column,
      secret: isSealed(field.column),
      required: isRequired(field),
      isNeeded: isReached && isRequired(field),
      ...more,
    });
    if (field === dates || (at !== '' && !isNested(table, name, field))) return [];
    if (field.column === 'sealed')
      return elements.map((element) =>
        target(element, {
          path: `${prefix}${name}.${element}`,
          label: named(`${name}.${element}`),
          secret: elementSecrets.includes(element),
          required: element !== 'sshKey',
        }),
      );
    if (field.column === 'secrets') return [];
    if (!isReference(field)) return [target(null)];
    const below = isRequired(field) || at === '';
    const to = field.to.table as OwnedTableName;
    const nested = below ? own(to, prefix + shownName(name), called, isReached && isRequired(field)) : [];
    return at === '' ? [target(null), ...nested] : nested;
  });
}

const cache = new Map<OwnedTableName, readonly ColumnTarget[]>();

/** What the columns of a file with records of this table can become, beside `tag:<type>` and `apiCredentials.<name>`. */
export function targetsOf(table: OwnedTableName): readonly ColumnTarget[] {
  const known = cache.get(table) ?? own(table, '', '');
  cache.set(table, known);
  return known;
}

const byPath = new Map<OwnedTableName, ReadonlyMap<string, ColumnTarget>>();

/** The target at a path; undefined if there is none. */
export function targetAt(table: OwnedTableName, path: string): ColumnTarget | undefined {
  const known = byPath.get(table) ?? new Map(targetsOf(table).map((target) => [target.path, target]));
  byPath.set(table, known);
  const target = known.get(path);
  if (target) return target;
  const { fields } = entityOf[table];
  const [, kind, name] = /^(tag:|apiCredentials\.)([\s\S]+)$/.exec(path) ?? [];
  if (kind === undefined || name === undefined || name.trim() === '') return undefined;
  const field = kind === 'tag:' ? 'tags' : 'apiCredentials';
  const definition = fields[field];
  if (!definition) return undefined;
  const label = kind === 'tag:' ? `Tag ${name}` : `API credential ${name}`;
  return {
    path,
    label,
    at: '',
    table,
    field,
    element: name,
    column: definition.column,
    secret: kind !== 'tag:',
    required: false,
    isNeeded: false,
  };
}

/** The names by which columns are recognised, as `columnName` makes them, the surest first. */
export function namesOf(table: OwnedTableName): ReadonlyMap<string, ColumnTarget> {
  const { csv = {}, fields } = entityOf[table];
  const targets = targetsOf(table);
  const names = new Map<string, ColumnTarget>();
  const add = (text: string, target: ColumnTarget) => {
    const name = columnName(text);
    if (!names.has(name)) names.set(name, target);
  };
  for (const [heading, path] of Object.entries(csv)) {
    const target = typeof path === 'string' ? targetAt(table, path) : undefined;
    if (target) add(heading, target);
  }
  for (const target of targets) add(target.path, target);
  for (const target of targets) add(target.label, target);
  for (const [name, { synonyms = {} }] of Object.entries(fields))
    for (const [below, words] of Object.entries(synonyms)) {
      const at = name.endsWith('Id') ? shownName(name) : name;
      const target = targetAt(table, below === '' ? name : `${at}.${below}`);
      if (target) for (const word of words) add(word, target);
    }
  for (const [path, words] of headerWords) {
    const target = targetAt(table, path);
    if (target) for (const word of words) add(word, target);
  }
  return names;
}
