import { tableOf } from '../table.ts';
import type { FromCells } from './special.ts';

const own = ['Group', 'Title', 'Username', 'Password', 'URL', 'Notes'];

/** The CSV of KeePassXC. An entry with neither a user name nor a password is no login. */
export const keepassxc: FromCells = (cells) => {
  const [header = []] = cells;
  if (!own.every((name) => header.includes(name))) return null;
  const { columns, rows } = tableOf(cells, 1);
  const login = [columns.indexOf('Username'), columns.indexOf('Password')];
  const skipped = rows.flatMap((row, at) =>
    login.some((column) => (row[column] ?? '') !== '') ? [] : [[at, 'This entry is not a login'] as const],
  );
  return {
    source: 'KeePassXC',
    header: 1,
    columns,
    rows,
    skipped: Object.fromEntries(skipped),
    targets: { Group: 'tag:group', TOTP: null, Icon: null, 'Last Modified': null, Created: null },
  };
};
