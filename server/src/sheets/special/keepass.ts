import { tableOf } from '../table.ts';
import { withoutRows } from './skipped-rows.ts';
import type { FromCells } from './special.ts';

/** The lists of KeePassXC, and of KeePass 1.x, which KeePass 2 writes as well. */
const lists = [
  {
    source: 'KeePassXC',
    own: ['Group', 'Title', 'Username', 'Password', 'URL', 'Notes'],
    user: 'Username',
    targets: { Group: 'tag:group', TOTP: null, Icon: null, 'Last Modified': null, Created: null },
  },
  {
    source: 'KeePass',
    own: ['Account', 'Login Name', 'Password', 'Web Site', 'Comments'],
    user: 'Login Name',
    targets: {},
  },
];

/** The CSV of KeePass and its relatives. An entry with neither a user name nor a password is no login. */
export const keepass: FromCells = (cells) => {
  const [header = []] = cells;
  const list = lists.find(({ own }) => own.every((name) => header.includes(name)));
  if (!list) return null;
  const { source, user, targets } = list;
  const table = withoutRows(tableOf(cells, 1), ['Group', 'Title', 'Account'], (cell) =>
    cell(user) === '' && cell('Password') === '' ? 'This entry is not a login' : null,
  );
  return { source, header: 1, ...table, targets, secret: ['TOTP'] };
};
