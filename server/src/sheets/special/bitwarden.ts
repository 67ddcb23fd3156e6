import { limits, shortened } from '@quartermaster/contract/rules/limits';
import { type JsonObject, isJsonObject, textOf } from '../json-values.ts';
import { type Cells, SourceError, tableOf } from '../table.ts';
import { withoutRows } from './skipped-rows.ts';
import type { FromCells, FromJson, Special } from './special.ts';

const own = ['type', 'name', 'notes', 'fields', 'reprompt', 'login_uri', 'login_username', 'login_password'];
/** A person's own vault is in folders, an organisation's in collections. */
const groups = ['folder', 'collections'];

/** An entry of another type, which is any text of the file. */
const notLogin = (type: string): string =>
  type === ''
    ? 'An entry without a type is not a login'
    : `An entry of type ${shortened(type, limits.tagType)} is not a login`;

/** A tag for each collection: a tag's value is anything but a semicolon. */
const collectionTags = (names: readonly string[]): string =>
  names
    .map((name) => name.trim().replaceAll(';', ','))
    .filter((name) => name !== '')
    .map((name) => `collection:${name}`)
    .join('; ');

/** Logins below a header. Notes, cards, identities and keys are none. */
function logins(cells: Cells, separator: string): Special {
  const { columns, rows } = tableOf(cells, 1);
  const collections = columns.indexOf('collections');
  const tagged = rows.map((row) =>
    row.map((cell, at) => (at === collections ? collectionTags(cell.split(separator)) : cell)),
  );
  return {
    source: 'Bitwarden',
    header: 1,
    ...withoutRows({ columns, rows: tagged }, ['type', 'name'], (cell) =>
      cell('type') === 'login' ? null : notLogin(cell('type')),
    ),
    targets: {
      folder: 'tag:folder',
      collections: 'tags',
      type: null,
      favorite: null,
      fields: null,
      reprompt: null,
      login_totp: null,
    },
    // A field of one's own may be hidden in Bitwarden.
    secret: ['fields', 'login_totp'],
  };
}

/** The CSV of Bitwarden and Vaultwarden. */
export const bitwarden: FromCells = (cells) => {
  const [header = []] = cells;
  const isOne = own.every((name) => header.includes(name)) && groups.some((name) => header.includes(name));
  return isOne ? logins(cells, ',') : null;
};

const listIn = (value: unknown): JsonObject[] => (Array.isArray(value) ? value.filter(isJsonObject) : []);

const types = ['', 'login', 'note', 'card', 'identity', 'ssh key'];

/** The JSON of the same programs, as the cells of their CSV. */
export const bitwardenJson: FromJson = (value) => {
  if (!isJsonObject(value)) return null;
  if (value['encrypted'] === true)
    throw new SourceError('This export of Bitwarden is encrypted: export it as .json without a password');
  const isOrganisation = Array.isArray(value['collections']);
  const groupsOf = listIn(value[isOrganisation ? 'collections' : 'folders']);
  const items = listIn(value['items']);
  if (value['encrypted'] !== false || items.length === 0) return null;
  if (!items.every(({ type }) => typeof type === 'number')) return null;
  const names = new Map(groupsOf.map(({ id, name }) => [id, textOf(name)]));
  const rows = items.map((item) => {
    const login = isJsonObject(item['login']) ? item['login'] : {};
    const ids = Array.isArray(item['collectionIds']) ? item['collectionIds'] : [];
    const type = Number(item['type']);
    return [
      isOrganisation ? ids.map((id) => names.get(id) ?? '').join('\n') : (names.get(item['folderId']) ?? ''),
      types[type] ?? textOf(item['type']),
      ...[textOf(item['name']), textOf(item['notes'])],
      listIn(item['fields'])
        .map((field) => `${textOf(field['name'])}: ${textOf(field['value'])}`)
        .join('\n'),
      '',
      textOf(listIn(login['uris'])[0]?.['uri']),
      ...[textOf(login['username']), textOf(login['password']), textOf(login['totp'])],
    ];
  });
  const header = [isOrganisation ? 'collections' : 'folder', ...own, 'login_totp'];
  return { ...logins([header, ...rows], '\n'), header: null };
};
