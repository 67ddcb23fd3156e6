// Writes what look-ups would have found about the demo's domains, through the code that they write with: nothing is asked.
// Run by the Node that the server runs on, beside it: node tools/demo-facts.js DATA_DIR
import { connect } from '../server/src/db/open.ts';
import { refreshShown } from '../server/src/expiry/shown.ts';
import { writeCheck } from '../server/src/expiry/lookups/checks.ts';
import { writeFacts } from '../server/src/expiry/lookups/facts.ts';

const hourMs = 3_600_000;
const dayMs = 24 * hourMs;
const now = Date.now();
const iso = (at) => new Date(at).toISOString();

const [dataDir] = process.argv.slice(2);
const files = { databaseUrl: null, dataDir, masterKey: { file: `${dataDir}/master.key` } };
const fail = (error) => {
  throw error;
};

const readDomains = (db) =>
  db
    .selectFrom('domains')
    .innerJoin('registrator_accounts as account', 'account.id', 'domains.registratorAccountId')
    .innerJoin('registrator_types as type', 'type.id', 'account.registratorTypeId')
    .leftJoin('servers', 'servers.id', 'domains.serverId')
    .leftJoin('cdn_accounts as cdn', 'cdn.id', 'domains.cdnAccountId')
    .select(['domains.ownerId', 'domains.id', 'domain', 'expirationDate', 'type.name as registrar'])
    .select(['servers.ip', 'cdn.provider as cdn'])
    .orderBy('domain')
    .execute();

const cdnHosts = {
  cloudflare: { ns: ['amy.ns.cloudflare.com', 'lars.ns.cloudflare.com'] },
  'aws-cloudfront': { cname: ['d3r8kq2p.cloudfront.net'] },
  keycdn: { cname: ['amberquay-1.kxcdn.com'] },
  bunnycdn: { cname: ['amberquay.b-cdn.net'] },
  maxcdn: { cname: ['amberquay.netdna-cdn.com'] },
  fastly: { cname: ['amberquay.global.ssl.fastly.net'] },
};
const usualNames = ['ns1.amberquay.example', 'ns2.amberquay.example'];

/** In which way the registry tells otherwise than the record, for some of the domains. */
function surprise({ expirationDate }, index) {
  const days = expirationDate === null ? null : (expirationDate - now) / dayMs;
  if (days === null) return 'dated';
  if (days > -20 && days < -8) return 'renewing';
  if (days < -300) return 'lost';
  return { 17: 'later', 58: 'moved', 101: 'later', 139: 'unpublished', 203: 'silent', 240: 'unpublished' }[
    index
  ];
}

/** The registration of a domain: facts by their fields, without an answer none. */
function registration(domain, index) {
  const { expirationDate, registrar } = domain;
  const kind = surprise(domain, index);
  const typed = expirationDate ?? now + (40 + index) * dayMs;
  const later = kind === 'later' || kind === 'renewing' ? 365 * dayMs : 0;
  return {
    ...(kind !== 'unpublished' && { expirationDate: iso(typed + later + 4 * hourMs) }),
    registeredAt: iso(typed - (4 + (index % 9)) * 365 * dayMs),
    changedAt: iso(now - (10 + index) * dayMs),
    registrar: kind === 'moved' ? 'Porkbun LLC' : registrar,
    statuses: kind === 'renewing' ? ['auto renew period'] : ['client transfer prohibited'],
    nameServers: cdnHosts[domain.cdn]?.ns ?? usualNames,
    dnssec: index % 4 === 0,
  };
}

const addresses = ({ ip, cdn }, index) => ({
  ns: cdnHosts[cdn]?.ns ?? usualNames,
  ...(cdnHosts[cdn]?.cname && { cname: cdnHosts[cdn].cname }),
  a: [index % 64 === 33 ? '203.0.113.25' : ip],
});

/** A certificate of 90 days; a few have been forgotten. */
function certificate({ domain }, index) {
  const left = { 9: 1, 45: 6, 77: -2, 153: 12 }[index] ?? 25 + ((index * 13) % 60);
  const notAfter = now + left * dayMs + 3 * hourMs;
  return {
    notBefore: iso(notAfter - 90 * dayMs),
    notAfter: iso(notAfter),
    issuer: "R11, Let's Encrypt",
    names: [domain, `www.${domain}`],
    chain: ["R11, Let's Encrypt", 'ISRG Root X1, Internet Security Research Group'],
    trusted: left > 0,
    nameMatches: true,
  };
}

/** Writes what one look-up found, and how it went. */
async function found(
  tx,
  { ownerId, id },
  { kind, subject, source, host, at, values, state = 'ok', error = null },
) {
  const each = Object.entries(values ?? {}).map(([field, value]) => ({ field, value }));
  await writeFacts(tx, ownerId, { kind, subject, source, sourceHost: host, at, values: each });
  const about = { area: 'domains', recordIds: [id], kind, subject };
  await writeCheck(tx, ownerId, { ...about, state, at, host, error });
}

async function lookedUp(tx, domain, index) {
  const at = now - (1 + (index % 20)) * hourMs;
  const kind = surprise(domain, index);
  const registry = { kind: 'registration', subject: domain.domain, source: 'rdap', host: 'rdap.nic.example' };
  const state = kind === 'unpublished' ? kind : 'ok';
  const isAnswered = kind !== 'lost' && kind !== 'silent';
  const answeredAt = isAnswered ? at : at - 12 * dayMs;
  await found(tx, domain, { ...registry, at: answeredAt, values: registration(domain, index), state });
  if (kind === 'lost')
    for (const days of [3, 1])
      await found(tx, domain, { ...registry, at: at - days * dayMs, state: 'unregistered' });
  if (kind === 'silent')
    await found(tx, domain, {
      ...registry,
      at,
      state: 'failing',
      error: 'rdap.nic.example answered 503 Service Unavailable',
    });
  // The others are not served from here.
  if (domain.ip === null || index % 4 !== 1) return;
  const dns = { kind: 'dns', subject: domain.domain, source: 'dns', host: '192.0.2.53' };
  await found(tx, domain, { ...dns, at, values: addresses(domain, index) });
  const tls = { kind: 'tls', subject: `${domain.domain}:443`, source: 'tls', host: domain.domain };
  await found(tx, domain, { ...tls, at, values: certificate(domain, index) });
}

const db = connect(files, fail, { bounded: true });
try {
  const domains = await readDomains(db);
  await db.transaction().execute(async (tx) => {
    for (const [index, domain] of domains.entries()) await lookedUp(tx, domain, index);
    const [first] = domains;
    const ids = domains.map(({ id }) => id);
    if (first) await refreshShown(tx, first.ownerId, 'domains', ids);
  });
} finally {
  await db.destroy();
}
