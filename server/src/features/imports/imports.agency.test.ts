// On both engines: rows are matched with records in SQL.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Domain } from '@quartermaster/contract/entities/domains/domains.schema';
import { agencyBytes, agencyDomains, createAgencyRecords, ftpPassword } from '../../../test/agency-file.ts';
import { apply, choose, preview, rowsOf, some } from '../../../test/imports.ts';
import { type Client, startApp } from '../../../test/test-app.ts';

const app = await startApp();
await app.user();

const given = 'Xyzzy-Agentur';

async function storedDomains({ call }: Client): Promise<Map<string, Domain>> {
  const pages = await Promise.all(
    [1, 2, 3, 4].map(async (page) => {
      const { body } = await call<{ data: { domains: Domain[] } }>('GET', `/domains?page=${page}&limit=100`);
      return body.data.domains;
    }),
  );
  return new Map(pages.flat().map((domain) => [domain.domain, domain]));
}

/** What a stored domain says of what the file says. */
const said = (domain: Domain | undefined) =>
  domain && {
    domain: domain.domain,
    registrar: domain.registratorAccount.registratorType.name,
    login: domain.registratorAccount.emailAccount?.email,
    expirationDate: domain.expirationDate,
    price: domain.price,
    currency: domain.currency,
    autoRenew: domain.autoRenew,
    server: domain.server?.name ?? null,
    // One name in two spellings may be one tag or two.
    client: domain.tags.find(({ type }) => type === 'client')?.value.toLowerCase(),
    comment: domain.comment,
  };

test("an agency's 410 messy rows become 385 domains, and five rows are left that no person would import, either", async () => {
  const user = await app.user();
  await createAgencyRecords(async <T>(method: string, path: string, body?: unknown) => {
    const answer = await user.call<{ data: T }>(method, path, body);
    assert.ok(answer.status < 300, answer.text);
    return answer.body.data;
  });
  const first = await preview(app, user, 'domains', 'Domains Kunden.csv', agencyBytes());
  assert.deepEqual(
    [first.rows, first.options.encoding, first.options.delimiter, first.mapping],
    [
      410,
      'windows-1252',
      ';',
      {
        Domain: 'domain',
        Registrar: 'registratorAccount.registratorType.name',
        Login: 'registratorAccount.emailAccount.email',
        Ablaufdatum: 'expirationDate',
        'Preis/Jahr': 'price',
        'Auto-Renew': 'autoRenew',
        Server: 'server.name',
        Kunde: 'tag:client',
        Notizen: 'comment',
        'FTP-PW': null,
        'Kd.-Nr.': null,
      },
    ],
  );
  assert.deepEqual(
    first.missing.map(({ name }) => name),
    [
      'Namecheap, Inc. (ops@agentur.example)',
      'Domain-Kontor Nord GmbH (konto@agentur.example)',
      '203.0.113.40',
    ],
  );
  const created = await choose(user, first, { options: { references: 'create' } });
  assert.deepEqual(
    created.needs.flatMap(({ target, rows }) => (rows > 5 ? [target] : [])),
    [
      'server.hosting.name',
      'server.users.username',
      'server.users.password',
      'registratorAccount.password',
      'registratorAccount.emailAccount.password',
    ],
  );
  const ready = await choose(user, first, {
    options: {
      values: {
        'registratorAccount.isGoogleLogin': true,
        'registratorAccount.emailAccount.password': given,
        'server.hosting.name': 'Hetzner',
        'server.users.username': 'root',
        'server.users.password': given,
      },
    },
  });
  const left = (await rowsOf(user, ready, 'error')).map(({ cells, errors }) => [
    cells['Domain'],
    ...errors.map(({ message }) => message),
  ]);
  const invalid = 'Invalid domain format (e.g., example.com)';
  const noAccount = 'Registrator account is required';
  assert.deepEqual(left, [
    ['noch frei', invalid, noAccount],
    ['kunde-ohne-endung', invalid],
    ['', 'Domain is required'],
    ['info@kunde-7.example', invalid],
    ['Summe', invalid, noAccount],
  ]);
  assert.deepEqual(
    [ready.state, some(ready.counts)],
    ['ready', { create: 384, update: 1, skip: 20, error: 5 }],
  );
  const dropped = (await rowsOf(user, ready)).flatMap(({ notes }) =>
    notes.flatMap(({ column, kind, message }) => (kind === 'dropped' ? [`${column}: ${message}`] : [])),
  );
  assert.deepEqual([...new Set(dropped)].toSorted(), [
    'Ablaufdatum: Invalid date format',
    'Preis/Jahr: Price must be a number',
  ]);
  assert.deepEqual([ready.notes?.filled, ready.notes?.differs], [15, 3]);

  const applied = await apply(user, ready);
  assert.deepEqual(some(applied.body.data.counts), { create: 384, update: 1, skip: 20, error: 5 });
  const stored = await storedDomains(user);
  assert.equal(stored.size, 385);
  for (const domain of agencyDomains())
    assert.deepEqual(said(stored.get(domain.domain)), { ...domain, client: domain.client.toLowerCase() });

  const texts = [
    JSON.stringify(first),
    JSON.stringify(ready),
    JSON.stringify(await rowsOf(user, ready)),
    (await user.call('GET', `/imports/${ready.id}/errors.csv`)).text,
  ];
  for (const text of texts) assert.ok(!text.includes(ftpPassword) && !text.includes(given));

  const again = await preview(app, user, 'domains', 'Domains Kunden.csv', agencyBytes());
  assert.deepEqual([again.state, some(again.counts)], ['ready', { same: 385, skip: 20, error: 5 }]);
});
