import { columnName } from '@quartermaster/contract/imports/column-name';
import { tableOf } from '../table.ts';
import type { FromCells } from './special.ts';

/** The lists of domains that panels export: columns by which to know each, and those that their names do not tell. */
const lists: readonly { source: string; own: readonly string[]; targets: Record<string, string | null> }[] = [
  {
    source: 'Namecheap',
    own: ['domain name', 'domain expiration date', 'domain auto renewal status'],
    targets: { 'domain name': 'domain', 'domain expiration date': 'expirationDate' },
  },
  {
    source: 'GoDaddy',
    own: ['domain name', 'tld', 'create date', 'expiration date'],
    targets: { 'domain name': 'domain', 'expiration date': 'expirationDate', status: null },
  },
  {
    source: 'Porkbun',
    own: ['domain', 'tld', 'expire date', 'auto renew'],
    targets: { domain: 'domain', 'expire date': 'expirationDate', status: null },
  },
  {
    source: 'Cloudflare',
    own: ['domain', 'expires at', 'auto renew'],
    targets: { domain: 'domain', 'expires at': 'expirationDate', status: null },
  },
  {
    source: 'Cloudflare',
    own: ['name', 'status', 'name servers', 'plan'],
    targets: { name: 'domain', status: null },
  },
  {
    source: 'Dynadot',
    own: ['domain', 'expiration date', 'registration date', 'renewal option'],
    targets: { domain: 'domain', 'expiration date': 'expirationDate' },
  },
  {
    source: 'NameSilo',
    own: ['domain', 'expires', 'registered', 'auto renew'],
    targets: { domain: 'domain', expires: 'expirationDate', status: null },
  },
];

/** A registrar's or Cloudflare's list of domains. Their words for a status are not ours. */
export const registrarLists: FromCells = (cells, area) => {
  if (area !== 'domains') return null;
  for (const [at, row] of cells.slice(0, 5).entries()) {
    const names = row.map(columnName);
    const found = lists.find(({ own }) => own.every((name) => names.includes(name)));
    if (!found) continue;
    const { columns, rows } = tableOf(cells, at + 1);
    const known = new Map(Object.entries(found.targets));
    const targets = columns.flatMap((column) => {
      const target = known.get(columnName(column));
      return target === undefined ? [] : [[column, target] as const];
    });
    return { source: found.source, header: at + 1, columns, rows, targets: Object.fromEntries(targets) };
  }
  return null;
};
