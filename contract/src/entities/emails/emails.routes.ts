import { kind } from '../../api/kind.ts';
import { route } from '../../api/route.ts';
import { tagsCell } from '../../rules/cells.ts';

export const emails = kind(
  {
    table: 'email_accounts',
    path: '/emails',
    one: 'email account',
    many: 'email accounts',
    listKey: 'emailAccounts',
    itemKey: 'emailAccount',
    resets: true,
    name: 'email',
    nameEnd: '@',
    url: 'loginUrl',
    fieldLabels: {
      email: 'Email',
      password: 'Password',
      loginUrl: 'Login URL',
      tags: 'Tags',
      comment: 'Comment',
      secureNote: 'Secure note',
    },
    search: ['email', 'comment'],
    unique: {
      fields: ['email'],
      field: 'email',
      message: 'An email account with this address already exists',
    },
    filters: { ambiguousAddress: 'flag', secretComment: 'flag' },
    sort: ['createdAt', 'updatedAt', 'email', 'loginUrl', 'comment'],
    csv: {
      Email: 'email',
      'Login URL': 'loginUrl',
      Tags: tagsCell,
      Comment: 'comment',
      'Created At': 'createdAt',
    },
    download: { name: 'email-accounts.csv', type: 'text/csv' },
  },
  (path) => ({ tags: route('GET', `${path}/tags`, 'read') }),
);
