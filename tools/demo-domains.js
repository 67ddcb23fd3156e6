// The domains of the fictitious portfolio, with dates relative to today.
import {
  below,
  clients,
  environments,
  next,
  often,
  pick,
  projects,
  regions,
  some,
  tag,
} from './demo-words.js';

const parts = ['', '-shop', '-careers', '-mail', '-status', '-assets', '-labs', '-events', '-press'];
const purposes = ['website', 'shop', 'mail', 'redirect', 'api', 'parked', 'assets'];
const remarks = [
  'Renews by invoice; ask accounting first',
  'Redirects to the main site',
  'Client takes it over at the end of the quarter',
  'Kept against typing errors',
  'Transfer lock is on; the code is in the vault',
  'DNS is managed by the client',
];

/** Days until a domain expires: each urgency several times, then the year ahead and beyond. */
const urgent = [-420, -95, -41, -18, -9, -4, -2, -1, 0, 0, 1, 1, 2, 3, 3, 4, 5, 6, 7, 7, 8, 9, 11, 13, 14];
const soon = [15, 17, 19, 21, 22, 24, 26, 28, 29, 30, 30];
const undated = 10;
const statusOf = (days) => (days <= 0 ? 'EXPIRED' : days <= 30 ? 'EXPIRING' : 'ACTIVE');

const dayMs = 86_400_000;

const prices = [9.73, 10.98, 14.5, 12, 35];
const payers = ['Amber Quay Ltd', 'the client', 'Amber Quay Ltd'];

/** How a domain is renewed; some of that is not known. */
const renewalOf = (index) => ({
  autoRenew: ['YES', 'NO', 'YES', 'UNKNOWN'][index % 4],
  ...(index % 7 !== 5 && { price: prices[index % 5], currency: index % 5 === 4 ? 'USD' : 'EUR' }),
  ...(index % 3 !== 2 && { payer: payers[index % 3] }),
});

/**
 * Three hundred rows; `account`, `server` and `cdn` are indexes into lists of the given lengths. `now` in milliseconds.
 */
export function domainRows(now, accountCount, serverCount, cdnCount) {
  const names = parts.flatMap((part) =>
    clients.map((client) => ({ client, domain: `${client}${part}.example` })),
  );
  return names.slice(0, 300).map(({ client, domain }, index) => {
    const far = index % 3 === 0 ? 31 + below(335) : 31 + below(700);
    // Spread the statuses over the list, so that the first screen shows some of each.
    const place = (index * 7) % 300;
    const dates = [...urgent, ...soon, ...Array.from({ length: undated }, () => null)];
    const days = place < dates.length ? dates[place] : far;
    const aside = place % 25 === 24 ? 'TRANSFERRED' : place % 37 === 36 ? 'BLOCKED' : undefined;
    // Leave some statuses outdated, for Check Expiration to correct.
    const status = aside ?? (days === null || place % 9 === 5 ? 'ACTIVE' : statusOf(days));
    return {
      domain,
      status,
      expirationDate: days === null ? null : new Date(now + days * dayMs).toISOString().slice(0, 10),
      comment: often(30, pick(remarks)) ?? null,
      ...renewalOf(index),
      // Most domains belong to the first accounts, few to the last.
      account: Math.floor(next() ** 2 * accountCount),
      server: often(85, below(serverCount)),
      cdn: often(35, below(cdnCount)),
      tags: some(
        tag('client', client),
        often(45, tag('project', pick(projects))),
        often(15, tag('priority', pick(['high', 'low']))),
        often(55, tag('env', pick(environments))),
        often(30, tag('purpose', pick(purposes))),
        often(25, tag('region', pick(regions))),
        often(12, tag('provider', pick(['registrar-dns', 'own-dns']))),
        often(10, tag('status', pick(['review', 'sold', 'keep']))),
        often(12, tag('owner', pick(['mira', 'jonas', 'team-web']), '#6f3bb2')),
      ),
    };
  });
}
