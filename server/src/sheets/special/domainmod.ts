import { tableOf } from '../table.ts';
import type { FromCells } from './special.ts';

const own = ['Domain Status', 'Expiry Date', 'Domain', 'Registrar', 'Registrar Account', 'Renewal Status'];

/** Its words for a domain's state; others are left to the person. */
const statuses = new Map(
  Object.entries({
    Active: 'ACTIVE',
    Expired: 'EXPIRED',
    Sold: 'TRANSFERRED',
    'In Transfer': 'TRANSFERRED',
    'Pending (Transfer)': 'TRANSFERRED',
    'Pending (Renewal)': 'EXPIRING',
    'Pending (Registration)': 'ACTIVE',
    'Pending (Other)': 'ACTIVE',
  }),
);

const email = /^[^\s@]+@\S+$/;

/** DomainMOD's export of domains: a title, then the header. The mailbox is the user name, or in the account's name. */
export const domainmod: FromCells = (cells, area) => {
  const header = cells.slice(0, 10).findIndex((row) => own.every((name) => row.includes(name)));
  if (header < 0 || area !== 'domains') return null;
  const { columns, rows } = tableOf(cells, header + 1);
  const status = columns.indexOf('Domain Status');
  const isMail = (column: string) => rows.some((row) => email.test(row[columns.indexOf(column)] ?? ''));
  const mailbox = ['Username', 'Registrar Account'].find(isMail);
  return {
    source: 'DomainMOD',
    header: header + 1,
    columns,
    rows: rows.map((row) => row.map((cell, at) => (at === status ? (statuses.get(cell) ?? cell) : cell))),
    targets: {
      'Domain Status': 'status',
      'Expiry Date': 'expirationDate',
      Registrar: 'registratorAccount.registratorType.name',
      'Registrar Account': null,
      Username: null,
      ...(mailbox !== undefined && { [mailbox]: 'registratorAccount.emailAccount.email' }),
      Category: 'tag:category',
      Owner: 'tag:owner',
      TLD: null,
      'Web Host': null,
      Function: null,
      Notes: 'comment',
    },
  };
};
