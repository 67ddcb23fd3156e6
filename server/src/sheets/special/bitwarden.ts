import { limits, shortened } from '@quartermaster/contract/rules/limits';
import { tableOf } from '../table.ts';
import type { FromCells } from './special.ts';

const own = [
  'folder',
  'favorite',
  'type',
  'name',
  'notes',
  'fields',
  'reprompt',
  'login_uri',
  'login_username',
];

/** An entry of another type, which is any text of the file. */
const notLogin = (type: string): string =>
  type === ''
    ? 'An entry without a type is not a login'
    : `An entry of type ${shortened(type, limits.tagType)} is not a login`;

/** The CSV of Bitwarden and Vaultwarden. Notes, cards and identities are no logins. */
export const bitwarden: FromCells = (cells) => {
  const [header = []] = cells;
  if (!own.every((name) => header.includes(name))) return null;
  const { columns, rows } = tableOf(cells, 1);
  const type = columns.indexOf('type');
  const skipped = rows.flatMap((row, at) =>
    type < 0 || row[type] === 'login' ? [] : [[at, notLogin(row[type] ?? '')] as const],
  );
  return {
    source: 'Bitwarden',
    header: 1,
    columns,
    rows,
    skipped: Object.fromEntries(skipped),
    targets: {
      folder: 'tag:folder',
      type: null,
      favorite: null,
      fields: null,
      reprompt: null,
      login_totp: null,
    },
  };
};
