// Prints examples/domains.csv, with dates of the three years after a day: YYYY-MM-DD, or today. Nothing in it exists.
import { clients, environments, often, pick, projects, regions, some } from './demo-words.js';

const count = 500;
const spanDays = 3 * 365;
const dayMs = 86_400_000;

const parts = [
  '',
  '-shop',
  '-careers',
  '-mail',
  '-status',
  '-assets',
  '-labs',
  '-events',
  '-press',
  '-api',
  '-media',
  '-stage',
  '-docs',
  '-blog',
];
const providers = ['aws', 'cloudflare', 'hetzner', 'ovh'];
const remarks = [
  'Renews by invoice; ask accounting first',
  'Redirects to the main site',
  'Needs an EU contact, see ticket 4821',
  'Internal name: "Project Blue"',
  'Nameservers: ns1, ns2, ns3',
  'Price changed in 2026: 14.90, was 11.90',
];

const cell = (text) => (/[",\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text);

/** The lines of the file. */
function linesFrom(day) {
  const names = parts.flatMap((part) =>
    clients.map((client) => ({ client, domain: `${client}${part}.example` })),
  );
  return names.slice(0, count).map(({ client, domain }, index) => {
    // Neighbours in the file end far apart; 211 and the count have no common factor.
    const days = 1 + Math.floor((((index * 211) % count) * spanDays) / count);
    const tags = some(
      often(60, `client:${client}`),
      often(50, `env:${pick(environments)}`),
      often(25, `project:${pick(projects)}`),
      often(20, `region:${pick(regions)}`),
      often(20, `provider:${pick(providers)}`),
    );
    const date = new Date(Date.parse(day) + days * dayMs).toISOString().slice(0, 10);
    return [domain, date, tags.join('; '), often(20, pick(remarks)) ?? ''].map(cell).join(',');
  });
}

const [, , day = new Date().toISOString().slice(0, 10)] = process.argv;
process.stdout.write(['Domain,Expiration Date,Tags,Comment', ...linesFrom(day), ''].join('\n'));
