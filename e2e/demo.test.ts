// Runs with --all: the whole demo.
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { createServer } from 'node:net';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import type { AlertRule } from '@quartermaster/contract/alert-rules/alert-rules.schema';
import type { Alert } from '@quartermaster/contract/alerts/alerts.schema';
import type { Channel } from '@quartermaster/contract/channels/channels.schema';
import type { Delivery } from '@quartermaster/contract/deliveries/deliveries.schema';
import type { Mismatch } from '@quartermaster/contract/mismatches/mismatches.schema';
import { cdnStatus } from '@quartermaster/contract/rules/cdn-status';
import type { CdnAccount } from '@quartermaster/contract/entities/cdn/cdn.schema';
import { type Domain, domain as domainEntity } from '@quartermaster/contract/entities/domains/domains.schema';
import type { RegistratorAccount } from '@quartermaster/contract/entities/registrator-accounts/registrator-accounts.schema';
import type { Server } from '@quartermaster/contract/entities/servers/servers.schema';
import { daysLeft, domainStatuses, expiryTone } from '@quartermaster/contract/rules/expiry';
import { registratorAccountStatus } from '@quartermaster/contract/rules/registrator-status';
import { callServer } from '../server/test/server-process.ts';
import { callAs } from './harness.ts';

const script = fileURLToPath(new URL('../tools/demo.js', import.meta.url));
const temporary = await mkdtemp(join(tmpdir(), 'quartermaster-e2e-'));
after(() => rm(temporary, { recursive: true, force: true }));

function start(port: number) {
  const env = { PATH: process.env.PATH, TMPDIR: temporary, PORT: String(port) };
  const child = spawn(process.execPath, [script], { env, stdio: ['ignore', 'pipe', 'pipe'] });
  let printed = '';
  const { promise, resolve } = Promise.withResolvers<RegExpExecArray | null>();
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (text: string) => {
      printed += text;
      const signIn = /(http:\S+)\s+([^\s@]+@\S+)\s+(\S+)/.exec(printed);
      if (signIn) resolve(signIn);
    });
  const ended = once(child, 'close') as Promise<[number | null]>;
  void ended.then(() => resolve(null));
  return { child, signIn: promise, ended, output: () => printed };
}

const different = <T>(values: T[]) => [...new Set(values)].toSorted();

describe('the demo', () => {
  const demo = start(0);
  let api: ReturnType<typeof callAs>;
  before(async () => {
    const [, url = '', email, password] = (await demo.signIn) ?? assert.fail(demo.output());
    const { body } = await callServer<{ data: { tokens: { accessToken: string } } }>(
      url,
      'POST',
      '/auth/login',
      undefined,
      { email, password },
    );
    api = callAs(url, body.data.tokens.accessToken);
  });
  after(async () => {
    demo.child.kill('SIGTERM');
    assert.equal((await demo.ended)[0], 0);
    const left = (await readdir(temporary)).filter((name) => name.startsWith('quartermaster-demo'));
    assert.deepEqual(left, [], 'it leaves nothing behind');
  });

  test('creates as many records as it says', async () => {
    const { stats } = await api<{ stats: { overview: unknown } }>('GET', '/dashboard/stats');
    assert.deepEqual(stats.overview, {
      totalEmailAccounts: 10,
      totalDomains: 300,
      totalServers: 40,
      totalProxies: 25,
      totalHostings: 15,
      totalCdnAccounts: 10,
      totalRegistratorAccounts: 12,
    });
  });

  test('shows every status and every urgency', async () => {
    const { domains } = await api<{ domains: Domain[] }>('GET', '/domains');
    const { servers } = await api<{ servers: Server[] }>('GET', '/servers');
    const accounts = await api<{ registratorAccounts: RegistratorAccount[] }>('GET', '/registrator-accounts');
    const { cdnAccounts } = await api<{ cdnAccounts: CdnAccount[] }>('GET', '/cdn');
    assert.deepEqual(different(domains.map(({ status }) => status)), different([...domainStatuses]));
    assert.deepEqual(different(servers.map(({ status }) => status)), ['ACTIVE', 'INACTIVE', 'MAINTENANCE']);
    assert.deepEqual(different(accounts.registratorAccounts.map(registratorAccountStatus)), [
      'Active',
      'Active (API Incomplete)',
      'Active (API)',
      'Auth Missing',
      'Inactive',
    ]);
    assert.deepEqual(different(cdnAccounts.map(cdnStatus)), ['Active', 'Auth Missing', 'Inactive']);
    const now = Date.now();
    const days = domains.flatMap(({ expirationDate: date }) => (date ? daysLeft(Date.parse(date), now) : []));
    assert.ok(days.length < domains.length, 'some have no date');
    assert.ok(days.some((day) => day < 0) && days.includes(0) && days.some((day) => day > 30));
    const urgencies = days.filter((day) => day > 0 && day <= 30).map(expiryTone);
    assert.deepEqual(different(urgencies), ['bad', 'hot', 'info', 'warn']);
    assert.ok(servers.some(({ users }) => users.some(({ sshKey }) => sshKey !== null)));
  });

  test('has tags of every kind, and a year of expirations', async () => {
    const { stats } = domainEntity.stats.data.parse(await api('GET', '/domains/stats'));
    const types = stats.tagsByType.map(({ type }) => type).toSorted();
    const usual = [
      'client',
      'env',
      'owner',
      'priority',
      'project',
      'provider',
      'purpose',
      'region',
      'status',
    ];
    assert.deepEqual(types, usual);
    const months = different(stats.expirationCalendar.map(({ date }) => date.slice(0, 7)));
    assert.ok(months.length >= 12, months.join());
  });

  test('has alerts in every state that were told, dates on records, and facts that do not match', async () => {
    const { alerts } = await api<{ alerts: Alert[] }>('GET', '/alerts?limit=200');
    assert.deepEqual(different(alerts.map(({ state }) => state)), [
      'ACKNOWLEDGED',
      'LET_EXPIRE',
      'OPEN',
      'SNOOZED',
    ]);
    assert.deepEqual(different(alerts.map(({ kind }) => kind)), ['expiry', 'registration-lost']);
    assert.ok(alerts.some(({ renewal }) => renewal === 'unconfirmed'));
    const kinds = different(alerts.flatMap(({ what }) => what ?? []));
    for (const what of ['domain', 'hosting', 'key', 'server', 'tls'])
      assert.ok(kinds.includes(what as never), what);
    const { deliveries } = await api<{ deliveries: Delivery[] }>('GET', '/deliveries?state=given-up');
    assert.deepEqual(deliveries, [], 'its own mail server takes every message');
    const { alertRules } = await api<{ alertRules: AlertRule[] }>('GET', '/alert-rules');
    assert.deepEqual(
      alertRules.map(({ tag, reaches }) => [tag?.type, reaches]),
      [
        [undefined, true],
        ['priority', true],
      ],
    );
    const { channels } = await api<{ channels: Channel[] }>('GET', '/channels');
    assert.deepEqual(different(channels.filter(({ isActive }) => isActive).map(({ type }) => type)), [
      'mail',
    ]);
    const { mismatches } = await api<{ mismatches: Mismatch[] }>('GET', '/mismatches?limit=100');
    assert.deepEqual(different(mismatches.map(({ field }) => field)), [
      'expirationDate',
      'registrar',
      'server',
    ]);
    const { months } = await api<{ months: { cost: { currency: string | null }[] }[] }>(
      'GET',
      '/expirations/months',
    );
    assert.deepEqual(
      different(months.flatMap(({ cost }) => cost.flatMap(({ currency }) => currency ?? []))),
      ['EUR', 'USD'],
    );
  });

  test('reports a port that is in use', async () => {
    const other = createServer().listen(0, '127.0.0.1');
    await once(other, 'listening');
    const { port } = other.address() as AddressInfo;
    const second = start(port);
    assert.deepEqual((await second.ended)[0], 1);
    assert.match(second.output(), new RegExp(`Port ${port} is taken`));
    other.close();
  });
});
